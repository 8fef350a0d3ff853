import { MONTHS } from "../../../../util/month-names.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { textOf } from "../question/question-word.ts";
import type { LinkedQuestion } from "../read-attempt.ts";
import type { FollowUpRule } from "./follow-up-question.ts";

const LEADS = new Set(
  "and but or what how about then now so ok okay in at from of for on by with to the , ?".split(" "),
);
const SURE = 0.85;

/** "And in Paris?", "what about 2025?": the value of the same column, or the time, in the question before is another. */
export const otherValue: FollowUpRule = ({ own, before }) => {
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
