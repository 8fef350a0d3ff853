import type { Segment } from "../../../value-index/segment.ts";
import { compareText, rankMatches, type SegmentMatch } from "../../../value-index/segment-match.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";

/** The distinct values of one column. */
export type ColumnSegment = Segment<ColumnRef>;

export function valueMatch({ source, value, count, tier, score }: SegmentMatch<ColumnRef>): ValueMatch {
  return { column: source, value, count, tier, score };
}

/** Best first: by score, then by the number of rows, then by the value's text, then by column. */
export function rankValueMatches(matches: readonly ValueMatch[], limit: number): readonly ValueMatch[] {
  return rankMatches(matches, limit, (a, b) => compareColumns(a.column, b.column));
}

export function compareColumns(a: ColumnRef, b: ColumnRef): number {
  return compareText(a.table, b.table) || compareText(a.column, b.column);
}
