/** How an indexed value and the text that was looked for go together, nearest first. */
export type MatchTier =
  | "exact"
  /** Equal but for case, accents or surrounding space. */
  | "folded"
  /** Same words in another order, or all words of the one in the other. */
  | "words"
  /** An abbreviation: initials of the value's words, or shortened words. */
  | "abbreviation"
  /** Few edits apart. */
  | "typo";

/** A value of one segment that was found. `Source` is what the segment was built from: a column, the names of a knowledge base. */
export interface SegmentMatch<Source> {
  readonly source: Source;
  /** The value's number in its segment. */
  readonly id: number;
  /** Exactly as stored. */
  readonly value: string;
  /** How often it stands there. */
  readonly count: number;
  readonly tier: MatchTier;
  /** 0 to 1; matches are ordered by it. */
  readonly score: number;
}

/** What matches are ordered by. */
interface Ranked {
  readonly value: string;
  readonly count: number;
  readonly score: number;
}

/** Best first: by score, then by how often the value stands there, then by its text, then as `compareSources` says, else as they came. */
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
