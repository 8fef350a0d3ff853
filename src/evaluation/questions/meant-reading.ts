import type { Clarification, Reading } from "../../trajectory/clarification.ts";
import type { IntendedReading } from "../benchmark/benchmark-task.ts";
import { holdsWords } from "./asked-words.ts";

/**
 * Of the readings that are offered, the one that was meant: it says the data's own answer, or it names more of what the gold names than any other.
 * Undefined where none does, and where two do so equally well.
 */
export function meantReading(
  { readings }: Pick<Clarification, "readings">,
  { names, answer }: IntendedReading,
): Reading | undefined {
  const said = answer === undefined ? [] : readings.filter((reading) => says(reading, answer));
  if (said.length === 1) return said[0];
  const scored = (said.length > 1 ? said : readings)
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
