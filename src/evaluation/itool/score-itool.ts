import type { Answer } from "../../environment/answer.ts";
import type { Outcome } from "../../trajectory/outcome.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import type { Json } from "../../util/json.ts";
import { extraCalls, isCorrectPath, operationsCalled } from "../scores/api/path-score.ts";
import type { ItoolGold, ItoolItem } from "./itool-item.ts";

/** Scores one run on one item (Query when need, Chapter 6). */
export function scoreItool(
  item: ItoolItem,
  gold: ItoolGold,
  run: { readonly outcome: Outcome; readonly events: readonly RunEvent[] },
) {
  const isAsked = run.events.some(
    (event) => event.type === "question-asked" && event.clarification.permission === undefined,
  );
  const called = operationsCalled(run.events);
  const wanted = item.solution.map(({ operation }) => operation);
  return {
    id: item.id,
    category: item.category,
    success: succeeded(item, gold, run.outcome),
    outcome: run.outcome.type,
    /** A question was needed and none was asked. */
    missed: gold.needsQuestion && item.category !== "problematic" && !isAsked,
    /** Operations of the solution that were called, in its order (RestBench's correct path: the gold is a subsequence). */
    correctPath: isCorrectPath(wanted, called),
    /** Calls beyond those of the solution. */
    extraCalls: Math.max(0, extraCalls(wanted, called)),
  };
}

function succeeded(item: ItoolItem, gold: ItoolGold, outcome: Outcome): boolean {
  if (item.category === "unsupported") return outcome.type === "unanswerable";
  return outcome.type === "answered" && gold.answer !== undefined && answerHolds(outcome.answer, gold.answer);
}

/** Words of answers that say that there is nothing, or that it is not recorded. */
const SAYS_NOTHING =
  /\b(?:no|none|nothing|empty|0|zero|null|unknown|not any|not (?:known|recorded|given|listed|available))\b/iu;

/**
 * Whether an answer contains the gold: a number or text as a separate word (ignoring case, accents and thousands separators), all items of a list.
 * A list of values must be the same set, so that listing everything does not count.
 */
export function answerHolds({ text, value, members }: Answer, gold: Json): boolean {
  const wanted = scalarsOf(gold);
  if (wanted.length === 0) return SAYS_NOTHING.test(text);
  const given = value === undefined ? undefined : scalarsOf(value);
  if (given !== undefined && members === undefined && Array.isArray(gold)) return sameSet(given, wanted);
  const words = folded(
    [text, ...(given ?? []).map(String), ...(members ?? []).map((each) => JSON.stringify(each))].join(" \n "),
  );
  const [only] = wanted;
  if (wanted.length === 1 && typeof only === "number" && numbersIn(text) > MOST_NUMBERS) return false;
  return wanted.every((each) => standsIn(words, folded(String(each))));
}

/** Maximum distinct numbers in an answer whose gold is one number: with more, one is right by chance. */
const MOST_NUMBERS = 8;

function numbersIn(text: string): number {
  return new Set(text.match(/\d+(?:[.,]\d+)*/gu)).size;
}

type Scalar = string | number | boolean;

function scalarsOf(value: Json): readonly Scalar[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(scalarsOf);
  if (value === null) return [];
  return typeof value === "object"
    ? Object.values(value).flatMap((each) => (each === undefined ? [] : scalarsOf(each)))
    : [value];
}

function sameSet(one: readonly Scalar[], other: readonly Scalar[]): boolean {
  const set = (values: readonly Scalar[]): string =>
    [...new Set(values.map((each) => folded(String(each))))].sort().join("\n");
  return set(one) === set(other);
}

function standsIn(text: string, wanted: string): boolean {
  const wordly = /[\p{L}\p{N}]/u;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text[at - 1] ?? " ";
    const after = text[at + wanted.length] ?? " ";
    const further = /^\.\d/u.test(text.slice(at + wanted.length)) && /\d$/u.test(wanted);
    if (!wordly.test(before) && !wordly.test(after) && !further) return true;
  }
  return false;
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/(?<=\d)[,\u00a0\u202f'](?=\d{3}(?!\d))/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
}
