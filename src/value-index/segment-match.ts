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
