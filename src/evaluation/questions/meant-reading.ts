import type { Clarification, Reading } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import type { IntendedReading } from "../benchmark/benchmark.ts";
import { holdsWords } from "./asked-words.ts";
import { isAmong, isRowOf, markOf, narrowest } from "./marked-readings.ts";
import { namesOfReading } from "./names-of-reading.ts";

/**
 * Of the readings that are offered, the one that was meant: it says the data's own answer, it is the thing that the gold names, or it names more of what
 * the gold names than any other. Undefined where none does, and where two do so equally well: the data do not tell then.
 */
export function meantReading(
  { readings }: Pick<Clarification, "readings">,
  intended: IntendedReading,
): Reading | undefined {
  const { names, marks, answer, areWhole = false } = intended;
  const said = answer === undefined ? [] : readings.filter((reading) => says(reading, answer));
  if (said.length === 1) return said[0];
  const among = said.length > 1 ? said : readings;
  const marked = among.filter((reading) => isMarkedAs(reading, intended));
  if (marked.length > 0) return narrowest(marked);
  // What is marked and is not the gold's is something else, whatever stands in its text.
  const left = marks === undefined ? among : among.filter((reading) => markOf(reading) === undefined);
  const called = calledBy(left, names);
  if (called.length > 0) return called.length === 1 ? called[0] : undefined;
  return areWhole ? undefined : naming(left, names);
}

/** Whether the reading is marked as a thing that the gold names. */
export function isMarkedAs(reading: Reading, { marks = [] }: IntendedReading): boolean {
  const mark = markOf(reading);
  return mark !== undefined && (isAmong(mark, marks) || isRowOf(mark, reading.replacement ?? "", marks));
}

/** Readings that are called just so; in the same case, if there are any. */
function calledBy(readings: readonly Reading[], names: readonly string[]): readonly Reading[] {
  const exact = readings.filter((reading) => namesOfReading(reading).some((name) => names.includes(name)));
  if (exact.length > 0) return exact;
  const folded = new Set(names.map(foldedWords).filter((name) => name !== ""));
  return readings.filter((reading) => namesOfReading(reading).some((name) => folded.has(foldedWords(name))));
}

function naming(readings: readonly Reading[], names: readonly string[]): Reading | undefined {
  const scored = readings
    .map((reading) => ({ reading, named: namedBy(reading, names) }))
    .sort((one, other) => other.named - one.named);
  const [first, second] = scored;
  if (first === undefined || first.named === 0 || first.named === second?.named) return undefined;
  return first.reading;
}

/** Letters of the names that stand in it, so that a longer name counts for more than a part of it. */
function namedBy({ text, replacement = "" }: Reading, names: readonly string[]): number {
  const distinct = [...new Set(names.map((name) => name.toLowerCase()))];
  return distinct
    .filter((name) => holdsWords(`${text} \n ${replacement}`, name))
    .reduce((sum, name) => sum + name.length, 0);
}

function says({ text, replacement = "" }: Reading, answer: string): boolean {
  return [text, replacement].some(
    (each) => each !== "" && (holdsWords(answer, each) || holdsWords(each, answer)),
  );
}
