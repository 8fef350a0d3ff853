/** The kind of match between a value and the query, nearest first. */
export type MatchTier =
  | "exact"
  /** Equal but for case, accents or surrounding space. */
  | "folded"
  /** Same words in another order, or all words of one text in the other. */
  | "words"
  /** An abbreviation: initials of the value's words, or shortened words. */
  | "abbreviation"
  /** Few edits apart. */
  | "typo";

/** A matching value of one segment. `Source` is the segment's origin: a column, the names of a knowledge base. */
export interface SegmentMatch<Source> {
  readonly source: Source;
  /** The value's number in its segment. */
  readonly id: number;
  /** Exactly as stored. */
  readonly value: string;
  /** Number of its occurrences. */
  readonly count: number;
  readonly tier: MatchTier;
  /** 0 to 1; matches are ordered by it. */
  readonly score: number;
}

/** Fields by which matches are ordered. */
interface Ranked {
  readonly value: string;
  readonly count: number;
  readonly score: number;
}

/** Best first: by score, then by count, then by the value's text, then by `compareSources`, else in the given order. */
export function rankMatches<Match extends Ranked>(
  matches: readonly Match[],
  limit: number,
  compareSources: (a: Match, b: Match) => number,
): readonly Match[] {
  return [...matches]
    .sort(
      (a, b) =>
        b.score - a.score || b.count - a.count || compareText(a.value, b.value) || compareSources(a, b),
    )
    .slice(0, limit);
}

/** Order by UTF-16 code units. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
