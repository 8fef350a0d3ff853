import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { valueMatch } from "./column-segment.ts";
import { engineLookup } from "./engine-lookup.ts";
import type { IndexLimits } from "./index-limits.ts";
import { type IndexedColumn, sameColumn } from "./indexed-column.ts";
import { mayHoldWords } from "./long-text-search.ts";
import { rankValueMatches } from "./rank-value-matches.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, LookupResult, ValueMatch } from "./value-index.ts";

/** Looks the value up in the index, and on the engine for those columns that the index cannot answer for. */
export async function findExact(
  driver: SqlDriver,
  store: SegmentStore,
  columns: readonly IndexedColumn[],
  value: string,
  options: { readonly limit: number; readonly limits: IndexLimits; readonly signal: AbortSignal },
): Promise<LookupResult> {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  const asked: IndexedColumn[] = [];
  for (const column of columns) {
    const segment = store.current(column);
    if (segment === undefined) asked.push(column);
    else if (segment.facts.holds === "words") {
      if (mayHoldWords(segment, value)) asked.push(column);
    } else {
      addExactMatches(segment, query, found);
      if (segment.facts.sampled || value.length > options.limits.cellLength) asked.push(column);
    }
  }
  let matches = found.map(valueMatch);
  let incomplete: readonly ColumnRef[] = [];
  if (asked.length > 0) {
    const answer = await engineLookup(driver, asked, value, {
      milliseconds: options.limits.engineMilliseconds,
      folded: !matches.some(({ tier }) => tier === "exact"),
      signal: options.signal,
    });
    incomplete = answer.unanswered;
    // What the engine counts is right where a sample counted too little.
    matches = matches.filter((match) => !answer.matches.some((other) => sameCell(match, other)));
    matches.push(...answer.matches);
  }
  const exact = matches.filter(({ tier }) => tier === "exact");
  return { matches: rankValueMatches(exact.length > 0 ? exact : matches, options.limit), incomplete };
}

function sameCell(a: ValueMatch, b: ValueMatch): boolean {
  return a.value === b.value && sameColumn(a.column, b.column);
}
