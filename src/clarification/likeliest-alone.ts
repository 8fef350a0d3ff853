import { LIKENESSES, type Likeness } from "../environment/readings.ts";

/** A near match is taken without asking where the next is at least this much worse. */
const FAR_AHEAD = 0.15;

interface Ranked {
  readonly likeness?: Likeness;
  readonly score?: number;
  /** Scores are comparable within the answer of one environment only. */
  readonly environment?: string;
}

/**
 * True where the first of the readings of one span of words, the best first, is meant beyond reasonable doubt: nothing else is called the same, or
 * it is far ahead of the rest (docs/asking.md). Words that are a part of two names are unclear however the two score ("Jennifer"), and other
 * words for a thing are a guess.
 */
export function likeliestAlone(readings: readonly Ranked[]): boolean {
  const [first, ...others] = readings;
  if (first?.likeness === undefined || first.likeness === "related") return false;
  if (isExact(first)) return !others.some(isExact);
  return others.every((other) =>
    first.likeness === "part"
      ? other.likeness === "related" || (other.likeness === "near" && isFarAhead(first, other))
      : isFarAhead(first, other),
  );
}

function isExact({ likeness }: Ranked): boolean {
  return likeness === "same" || likeness === "form";
}

function isFarAhead(first: Ranked, other: Ranked): boolean {
  if (first.environment !== other.environment) return rank(first) < rank(other);
  return (first.score ?? 0) - (other.score ?? 0) >= FAR_AHEAD;
}

function rank({ likeness = "related" }: Ranked): number {
  return LIKENESSES.indexOf(likeness);
}
