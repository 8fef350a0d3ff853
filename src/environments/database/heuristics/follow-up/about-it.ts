import { linkOfToken } from "../../readings/reading-token.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { Link, ValueLinkWord } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { referringSpan } from "../unclear/missing-reference.ts";
import type { FollowUpQuestion, FollowUpRule } from "./follow-up-question.ts";

const OWNERS = new Set("his her its their".split(" "));
/** No name is longer. */
const LONGEST_NAME = 120;

interface NamedThing {
  readonly name: string;
  readonly link: Link;
}

/** "Who directed it?": what the question before had as its one answer, or else the one thing that it named. */
export const aboutIt: FollowUpRule = async (asked) => {
  const { own } = asked;
  const span = referringSpan(own, []);
  if (span === undefined) return [];
  const [word, last] = [own.words[span.at], own.words[span.end - 1]];
  if (word === undefined || last === undefined) return [];
  const owns = OWNERS.has(word.folded) && own.words[span.end]?.kind === "word";
  return (await things(asked)).map(({ name, link }) => ({
    question: `${own.question.slice(0, word.start)}${name}${owns ? "'s" : ""}${own.question.slice(last.end)}`,
    settled: [{ words: name, link }],
  }));
};

async function things(asked: FollowUpQuestion): Promise<readonly NamedThing[]> {
  const answered = await answeredThing(asked);
  return answered ? [answered] : namedThings(asked);
}

/** The answer before, where it is the one thing that is called so. */
async function answeredThing({
  previous,
  services,
  signal,
}: FollowUpQuestion): Promise<NamedThing | undefined> {
  const answer = previous.answer?.trim() ?? "";
  if (answer === "" || answer.length > LONGEST_NAME || answer.includes("\n")) return undefined;
  const called = (await valueReadings(answer, services, signal)).filter(({ likeness, token }) => {
    const link = linkOfToken(token, services);
    return likeness === "same" && link?.kind === "value" && isName(link);
  });
  const [only, more] = called;
  const link = only && more === undefined ? linkOfToken(only.token, services) : undefined;
  return link && { name: answer, link };
}

/** What rows are called by, named in the question before; nothing where several were. */
function namedThings({ before }: FollowUpQuestion): readonly NamedThing[] {
  const found = before.words.flatMap((_, at) =>
    before.links
      .from(at)
      .flatMap(({ text, end, links }) =>
        links.flatMap((link) =>
          link.kind === "value" && link.score >= 0.95 && isName(link) ? [{ name: text, link, at, end }] : [],
        ),
      ),
  );
  const whole = found.filter(
    (one) =>
      !found.some(
        (other) => other.end - other.at > one.end - one.at && other.at <= one.at && one.end <= other.end,
      ),
  );
  return whole.length === 1 ? whole : [];
}

function isName(link: ValueLinkWord): boolean {
  const naming = namingColumns(link.table);
  return (
    link.how === "cell" && (link.with !== undefined || (naming.length === 1 && naming[0] === link.column))
  );
}
