import type { NotUnderstood } from "../../../../environment/capabilities.ts";
import type { PreviousRun } from "../../../../environment/task.ts";
import { MONTHS } from "../../../../util/month-names.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { Link, Mention, ValueLinkWord } from "../lexicon/link.ts";
import { answersWho, namingColumns } from "../lexicon/naming-columns.ts";
import { COPULAS, EXTREMES, FUNCTION_WORDS, SCALES } from "../question/english.ts";
import { textOf } from "../question/read-words.ts";
import type { LinkedQuestion } from "../read-attempt.ts";
import type { SettledLink } from "../settled/settled-question.ts";
import { referringSpan } from "../unclear/missing-reference.ts";

const EACH =
  /^(?:by|per|for each|for every|broken down by|grouped by|split by|of each|in each)\s+(?=\p{L})/iu;
const CLOSING_WORDS = /\s+(?:are there|do we have|is there|exist|in total|altogether)$/iu;

/** "And by cinema?", "per plan": the question before for each of these. */
export const byEach: FollowUpRule = ({ own, before }) => {
  const asked = withoutLead(own.question);
  const [lead] = EACH.exec(asked) ?? [];
  if (lead === undefined) return [];
  const group = asked.slice(lead.length);
  const counted = withoutMark(before.question).replace(CLOSING_WORDS, "");
  return [
    `${counted} for each ${group}?`,
    `For each ${group}, ${lowered(counted)}?`,
    `${counted} by ${group}?`,
  ].map((question) => ({ question }));
};

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** A question with the one before it, each with what its words may stand for. */
export interface FollowUpQuestion {
  readonly own: LinkedQuestion;
  readonly before: LinkedQuestion;
  readonly previous: PreviousRun;
  readonly services: DatabaseServices;
  readonly signal: AbortSignal;
}

/** A question that says by itself what the follow-up asks. */
export interface Standalone {
  readonly question: string;
  /** Names that were put in, and what they stand for. */
  readonly settled?: readonly SettledLink[];
}

/** One way to follow up: the questions that may be meant, the likeliest first; none where the words are not of this kind. */
export type FollowUpRule = (
  asked: FollowUpQuestion,
) => Promise<readonly Standalone[]> | readonly Standalone[];

const LEAD =
  /^\s*(?:(?:and|but|or|so|ok|okay|then|now)\b[\s,]*)*(?:(?:what|how)\s+about\b|only\b|just\b)?[\s,]*/iu;
const BEGINS = /^\s*(?:and|but|or|so|then|what about|how about|only|just)\b/iu;

/** True for a question that begins as one that goes on with another. */
export function goesOn(question: string): boolean {
  return BEGINS.test(question);
}

/** What a follow-up says beyond "and", "what about", "only", without the mark at its end. */
export function withoutLead(question: string): string {
  return withoutMark(question.replace(LEAD, ""));
}

export function withoutMark(question: string): string {
  return question.replace(/[\s?.!]+$/u, "").trim();
}

const OWNERS = new Set("his her its their".split(" "));
/** No name is longer. */
const LONGEST_NAME = 120;

interface NamedThing {
  readonly name: string;
  readonly link: Link;
}

/** "Who directed it?": what the question before had as its one answer, or else the one thing that it named. */
const aboutIt: FollowUpRule = async (asked) => {
  const { own } = asked;
  const span = referringSpan(own, []);
  if (span === undefined) return [];
  const [word, last] = [own.words[span.at], own.words[span.end - 1]];
  if (word === undefined || last === undefined) return [];
  const owns = OWNERS.has(word.folded) && own.words[span.end]?.kind === "word";
  return (await things(asked, word.folded)).map(({ name, link }) => ({
    question: `${own.question.slice(0, word.start)}${name}${owns ? "'s" : ""}${own.question.slice(last.end)}`,
    settled: [{ words: name, link }],
  }));
};

async function things(asked: FollowUpQuestion, word: string): Promise<readonly NamedThing[]> {
  const answered = await answeredThing(asked);
  // After "Who directed Heat?", "And who wrote it?" is about the film: a person is not "it".
  const isOther = /^its?$/u.test(word) && answered?.link.kind === "value" && answersWho(answered.link);
  return answered && !isOther ? [answered] : namedThings(asked);
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

const LEADS = new Set(
  "and but or what how about then now so ok okay in at from of for on by with to the , ?".split(" "),
);
const SURE = 0.85;

/** "And in Paris?", "what about 2025?": the value of the same column, or the time, in the question before is another. */
const otherValue: FollowUpRule = ({ own, before }) => {
  const [at, end] = restOf(own);
  if (at === undefined || end === undefined) return [];
  const text = textOf(own.question, own.words, at, end);
  const replaced =
    own.words[at]?.kind === "number" || MONTHS.includes(own.words[at]?.folded ?? "")
      ? timesLike(before, own, at, end)
      : cellsLike(before, own, at, end);
  const [only, more] = replaced;
  // Of two values of one column it is open which of them is another now.
  if (only === undefined || more !== undefined) return [];
  const from = before.words[only.at]?.start ?? 0;
  const to = before.words[only.end - 1]?.end ?? from;
  return [{ question: before.question.slice(0, from) + text + before.question.slice(to) }];
};

/** What stands between "and in" and the mark at the end. */
function restOf({ words }: LinkedQuestion): readonly [number?, number?] {
  const at = words.findIndex(({ folded }) => !LEADS.has(folded));
  const end = words.findLastIndex(({ kind }) => kind !== "mark") + 1;
  return at < 0 || end <= at ? [] : [at, end];
}

type Place = Pick<Mention, "at" | "end">;

function timesLike(before: LinkedQuestion, own: LinkedQuestion, at: number, end: number): readonly Place[] {
  const shape = (linked: LinkedQuestion, from: number, to: number) =>
    linked.words
      .slice(from, to)
      .map(({ folded, kind }) =>
        MONTHS.includes(folded)
          ? "month"
          : kind === "number" && /^(1\d|20|21)\d\d$/u.test(folded)
            ? "year"
            : "?",
      )
      .join(" ");
  const wanted = shape(own, at, end);
  if (wanted.includes("?")) return [];
  return before.words.flatMap((_, from) =>
    shape(before, from, from + end - at) === wanted ? [{ at: from, end: from + end - at }] : [],
  );
}

function cellsLike(before: LinkedQuestion, own: LinkedQuestion, at: number, end: number): readonly Place[] {
  const asked = own.links.from(at).find((mention) => mention.end === end);
  const places = cells(asked).map(placeOf);
  if (places.length === 0) return [];
  const found = before.words.flatMap((_, from) =>
    before.links
      .from(from)
      .filter((mention) => cells(mention).some((link) => places.includes(placeOf(link)))),
  );
  // Of a value within another the longer one was meant.
  return found.filter(
    (one) => !found.some((other) => other !== one && other.at <= one.at && one.end <= other.end),
  );
}

function cells(mention: Mention | undefined): readonly Link[] {
  return mention?.links.filter((link) => link.kind === "value" && link.score >= SURE) ?? [];
}

function placeOf(link: Link): string {
  return link.kind === "value" ? `${link.table.name}.${link.column.name}` : "";
}

/** "And the smallest?": the superlative of the question before is another one of the same scale. */
const otherEnd: FollowUpRule = ({ own, before }) => {
  const [word, more] = own.words.filter(
    ({ kind, folded }) => kind !== "mark" && !/^(?:and|but|or|what|how|about|the|one)$/u.test(folded),
  );
  if (word === undefined || more !== undefined) return [];
  const [old, another] = before.words.filter(
    ({ folded }) => folded !== word.folded && sameScale(folded, word.folded),
  );
  if (old === undefined || another !== undefined) return [];
  return [{ question: before.question.slice(0, old.start) + word.folded + before.question.slice(old.end) }];
};

function sameScale(one: string, other: string): boolean {
  const scaled = SCALES.some(({ more, less }) => {
    const words = [...more, ...less];
    return words.includes(one) && words.includes(other) && one.endsWith("est") && other.endsWith("est");
  });
  return scaled || (EXTREMES.has(one) && EXTREMES.has(other));
}

const LISTING =
  /^(?:please\s+)?(?:which|what are(?: all)? the(?: names of(?: the)?)?|what|(?:(?:can you |could you )?(?:list|show|give|name|find)(?: me)?)(?: all)?(?: of)?(?: the)?(?: names of(?: the)?)?)\s+(?=\p{L})/iu;
const COUNTING =
  /^how many (?:is (?:that|it)|are (?:that|they|there|those|these)|of (?:them|those|these|the ones)|were there|do we have)(?:\s+(?:in total|altogether|all together))?(?:\s+|$)/iu;

/** "How many is that?", "how many of them have a bar?" after a question that listed things. */
const countThem: FollowUpRule = ({ own, before }) => {
  const asked = withoutLead(own.question);
  const [counting] = COUNTING.exec(asked) ?? [];
  const listing = LISTING.exec(before.question)?.[0];
  if (counting === undefined || listing === undefined) return [];
  const counted = `How many ${withoutMark(before.question.slice(listing.length))}`;
  const more = asked.slice(counting.length).trim();
  if (more === "") return [{ question: `${counted}?` }];
  return [`${counted} and ${more}?`, `${counted} that ${more}?`, `${counted} ${more}?`].map((question) => ({
    question,
  }));
};

const ONLY =
  /^(?:(?:and|but|now|ok|okay|so)\b[\s,]*)*(?:show\s+|list\s+|give\s+(?:me\s+)?)?(?:only|just)\s+(?:(?:for\s+)?(?:those|the ones|these|them)\s+)?/iu;
/** Says nothing, and stands in the way of what is added. */
const CLOSING = /\s+(?:are there|do we have|is there|exist|in total|altogether)$/iu;

/** "Only those from 2024": the question before with one more condition. */
const onlyThose: FollowUpRule = ({ own, before }) => {
  const [lead] = ONLY.exec(own.question) ?? [];
  const condition = withoutMark(own.question.slice(lead?.length ?? 0));
  if (lead === undefined || condition === "") return [];
  const whole = withoutMark(before.question);
  const asked = whole.replace(CLOSING, "");
  return [`${asked} ${condition}?`, `${asked} and ${condition}?`, `${asked} that are ${condition}?`].map(
    (question) => ({ question }),
  );
};

const RULES: readonly FollowUpRule[] = [countThem, onlyThose, byEach, otherEnd, otherValue, aboutIt];

/** True where the question cannot be read without the one before it. */
export function needsPrevious({ own }: FollowUpQuestion): boolean {
  return referringSpan(own, []) !== undefined || isFragment(own.question) || countsThem(own.question);
}

/** What the question may ask when the one before it is known, the likeliest first; none where no rule fits. */
export async function standaloneQuestions(asked: FollowUpQuestion): Promise<readonly Standalone[]> {
  if (!needsPrevious(asked) && !goesOn(asked.own.question)) return [];
  const found: Standalone[] = [];
  for (const rule of RULES) found.push(...(await rule(asked)));
  return found;
}

/** `tried`: the likeliest whole question, and why it was not understood. */
export function notFollowed(
  { own: { words, question }, previous }: FollowUpQuestion,
  tried?: string,
): NotUnderstood {
  const content = words.flatMap(({ kind, folded }, at) =>
    kind === "mark" || FUNCTION_WORDS.has(folded) || COPULAS.includes(folded)
      ? []
      : [textOf(question, words, at, at + 1)],
  );
  const all = words.flatMap(({ kind }, at) => (kind === "mark" ? [] : [textOf(question, words, at, at + 1)]));
  return {
    understood: false,
    reason:
      tried ??
      `The rules do not see how this follows up on "${previous.question.trim()}". Ask it as a whole question.`,
    words: content.length > 0 ? content : all,
  };
}

/** "And in Paris?", "only those from 2024": nothing in it asks. */
function isFragment(question: string): boolean {
  const asks =
    /\b(?:how|what|which|who|whom|whose|when|where|why|list|show|give|find|count|name|is|are|was|were|do|does|did|has|have|had)\b/iu;
  return goesOn(question) && !asks.test(question.replace(/\b(?:what|how) about\b/iu, ""));
}

function countsThem(question: string): boolean {
  return /\bhow many (?:is that|of (?:them|those|these))\b/iu.test(question);
}
