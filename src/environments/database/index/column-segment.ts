import type { Segment } from "../../../value-index/segment.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";

/** The distinct values of one column. */
export type ColumnSegment = Segment<ColumnRef>;

export function valueMatch({ source, value, count, tier, score }: SegmentMatch<ColumnRef>): ValueMatch {
  return { column: source, value, count, tier, score };
}
