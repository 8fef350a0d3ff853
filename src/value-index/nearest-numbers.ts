import { addExactMatches, type ExactQuery } from "./exact-search.ts";
import { rankMatches } from "./rank-matches.ts";
import { countAt, type Segment, segmentSize, valueAt } from "./segment.ts";
import type { SegmentMatch } from "./segment-match.ts";

/** Numbers that differ never count as near as equal ones. */
const NEAREST = 0.9;

/** The values of a numeric segment nearest to the number in the query, by difference; where it is no number, the texts that equal it. */
export function nearestNumbers<Source>(
  segment: Segment<Source>,
  query: ExactQuery,
  limit: number,
): readonly SegmentMatch<Source>[] {
  const wanted = query.number;
  if (wanted === undefined) {
    const matches: SegmentMatch<Source>[] = [];
    addExactMatches(segment, query, matches);
    return rankMatches(matches, limit, () => 0);
  }
  const nearest: { id: number; away: number }[] = [];
  for (let id = 0; id < segmentSize(segment); id++) {
    const away = Math.abs(Number(valueAt(segment, id)) - wanted);
    if (Number.isNaN(away)) continue;
    if (nearest.length === limit && away >= (nearest.at(-1)?.away ?? 0)) continue;
    const place = nearest.findIndex((other) => other.away > away);
    nearest.splice(place < 0 ? nearest.length : place, 0, { id, away });
    if (nearest.length > limit) nearest.pop();
  }
  return rankMatches(
    nearest.map(({ id, away }): SegmentMatch<Source> => {
      const value = valueAt(segment, id);
      const size = Math.max(Math.abs(wanted), Math.abs(Number(value)), 1);
      const score = away === 0 ? 1 : NEAREST * Math.max(0, 1 - away / size);
      return {
        source: segment.facts.source,
        id,
        value,
        count: countAt(segment, id),
        tier: away === 0 ? "exact" : "typo",
        score,
      };
    }),
    limit,
    () => 0,
  );
}
