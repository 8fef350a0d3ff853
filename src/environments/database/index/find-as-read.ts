import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import type { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import { valueMatch } from "./column-segment.ts";
import { searchedSegments } from "./find-fuzzy.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import { rankValueMatches } from "./rank-value-matches.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, LookupResult } from "./value-index.ts";

/** The value among those that were read last, without a question to the engine. Long texts are not looked through. */
export function exactAsRead(
  store: SegmentStore,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  for (const segment of searchedSegments(store, columns)) addExactMatches(segment, query, found);
  const exact = found.filter(({ tier }) => tier === "exact");
  const best = (exact.length > 0 ? exact : found).map(valueMatch);
  return { matches: rankValueMatches(best, limit), incomplete: notReadWhole(store, columns) };
}

/** The nearest of the values that were read last, without a question to the engine. */
export function nearAsRead(
  store: SegmentStore,
  search: FuzzySearch<ColumnRef>,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const near = search.inAll(searchedSegments(store, columns), nearQuery(value), limit);
  return {
    matches: rankValueMatches(near.map(valueMatch), limit),
    incomplete: notReadWhole(store, columns),
  };
}

function notReadWhole(store: SegmentStore, columns: readonly IndexedColumn[]): readonly ColumnRef[] {
  const isWhole = (column: IndexedColumn) => {
    const facts = store.segment(column)?.facts;
    return facts?.holds === "values" && !facts.sampled;
  };
  return columns.filter((column) => !isWhole(column)).map(({ ref }) => ref);
}
