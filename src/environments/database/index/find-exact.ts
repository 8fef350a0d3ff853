import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { type ColumnReach, cheapestFirst } from "./column-reach.ts";
import { valueMatch } from "./column-segment.ts";
import { engineLookup } from "./engine-lookup.ts";
import type { IndexLimits } from "./index-limits.ts";
import { type IndexedColumn, sameColumn } from "./indexed-column.ts";
import { mayHoldWords } from "./long-text-search.ts";
import { rankValueMatches } from "./rank-value-matches.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, LookupResult, ValueMatch } from "./value-index.ts";
import { verifyMatches } from "./verify-matches.ts";

/** Looks the value up in the index, and on the engine for those columns that the index cannot answer for. */
export async function findExact(
  driver: SqlDriver,
  store: SegmentStore,
  columns: readonly IndexedColumn[],
  value: string,
  options: {
    readonly limit: number;
    readonly limits: IndexLimits;
    readonly reach: ColumnReach | undefined;
    readonly signal: AbortSignal;
  },
): Promise<LookupResult> {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  const asked: IndexedColumn[] = [];
  const older: SegmentMatch<ColumnRef>[] = [];
  /** Columns that had the value when they were read last. */
  const likely = new Set<IndexedColumn>();
  const { reach } = options;
  for (const column of columns) {
    const segment = store.current(column);
    if (segment === undefined) {
      asked.push(column);
      const last = reach === undefined ? undefined : store.segment(column);
      const before = older.length;
      if (last?.facts.holds === "values") addExactMatches(last, query, older);
      if (older.length > before) likely.add(column);
    }
    if (segment?.facts.holds === "words") {
      if (mayHoldWords(segment, value)) asked.push(column);
    } else if (segment !== undefined) {
      addExactMatches(segment, query, found);
      if (segment.facts.sampled || value.length > options.limits.cellLength) asked.push(column);
    }
  }
  let matches = found.map(valueMatch);
  let incomplete: readonly ColumnRef[] = [];
  if (asked.length > 0) {
    const inOrder = reach === undefined ? asked : likelyFirst(cheapestFirst(asked, reach), likely);
    const answer = await engineLookup(driver, inOrder, value, {
      ...(reach === undefined ? {} : { reach: reach.reach }),
      milliseconds: options.limits.engineMilliseconds,
      folded: !matches.some(({ tier }) => tier === "exact"),
      signal: options.signal,
    });
    incomplete = answer.unanswered;
    // What the engine counts is right where a sample counted too little.
    matches = matches.filter((match) => !answer.matches.some((other) => sameCell(match, other)));
    matches.push(...answer.matches);
  }
  const unconfirmed = older
    .map(valueMatch)
    .filter((match) => incomplete.some((ref) => sameColumn(ref, match.column)))
    .filter((match) => !matches.some((other) => sameCell(match, other)));
  if (unconfirmed.length > 0) {
    const verified = await verifyMatches(driver, columns, unconfirmed, {
      isCurrent: () => false,
      reach,
      milliseconds: options.limits.engineMilliseconds,
      signal: options.signal,
    });
    matches.push(...verified.matches);
    // Found on the engine is all that was asked.
    incomplete = incomplete.filter((ref) => !verified.matches.some(({ column }) => sameColumn(column, ref)));
  }
  const exact = matches.filter(({ tier }) => tier === "exact");
  return { matches: rankValueMatches(exact.length > 0 ? exact : matches, options.limit), incomplete };
}

function likelyFirst(
  columns: readonly IndexedColumn[],
  likely: ReadonlySet<IndexedColumn>,
): readonly IndexedColumn[] {
  return columns.toSorted((a, b) => Number(likely.has(b)) - Number(likely.has(a)));
}

function sameCell(a: ValueMatch, b: ValueMatch): boolean {
  return a.value === b.value && sameColumn(a.column, b.column);
}
