import { LIKENESSES, type Likeness } from "../environment/readings.ts";

/** A near match is taken without asking where the next is at least this much worse. */
const FAR_AHEAD = 0.15;

interface Ranked {
  readonly likeness?: Likeness;
  readonly score?: number;
}

/**
 * True where the first of the readings, the best first, is meant beyond reasonable doubt: nothing else is called the same, or it is far ahead of the
 * rest (clarification.md).
 */
export function likeliestAlone(readings: readonly Ranked[]): boolean {
  const [first, second] = readings;
  if (first?.likeness === undefined) return false;
  if (second === undefined) return first.likeness !== "related";
  const rank = (reading: Ranked): number => LIKENESSES.indexOf(reading.likeness ?? "related");
  const exact = first.likeness === "same" || first.likeness === "form";
  if (exact && rank(second) > LIKENESSES.indexOf("form")) return true;
  if (exact || first.likeness === "part" || first.likeness === "related") return false;
  return (first.score ?? 0) - (second.score ?? 0) >= FAR_AHEAD;
}
