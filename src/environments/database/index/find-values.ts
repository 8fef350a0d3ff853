import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import type { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { type ColumnReach, cheapestFirst } from "./column-reach.ts";
import { engineLookup, verifyMatches } from "./engine-lookup.ts";
import type { IndexLimits } from "./index-limits.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import type { SegmentStore } from "./segment-store.ts";
import {
  type ColumnRef,
  type ColumnSegment,
  type LookupResult,
  rankValueMatches,
  sameColumn,
  type ValueMatch,
  valueMatch,
} from "./value-index.ts";

/** Dependencies of a lookup. */
export interface LookupContext {
  readonly driver: SqlDriver;
  readonly store: SegmentStore;
  readonly search: FuzzySearch<ColumnRef>;
  readonly limits: IndexLimits;
  readonly reach: ColumnReach | undefined;
  readonly signal: AbortSignal;
}

/** The stored segments of the columns, including outdated ones. */
function knownSegments(store: SegmentStore, columns: readonly IndexedColumn[]): readonly ColumnSegment[] {
  return columns.flatMap((column) => store.segment(column) ?? []);
}

/** Near values in all indexed columns. Outdated columns are searched in their last state and reported as incomplete. */
export async function findFuzzyInAll(
  context: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): Promise<LookupResult> {
  const { store, search } = context;
  const near = search.inAll(knownSegments(store, columns), nearQuery(value), limit);
  const { matches } = await verifyMatches(context.driver, columns, near.map(valueMatch), {
    isCurrent: (column) => store.current(column) !== undefined,
    reach: context.reach,
    milliseconds: context.limits.engineMilliseconds,
    signal: context.signal,
  });
  const incomplete = notWhole(columns, (column) => store.current(column));
  return { matches: rankValueMatches(matches, limit), incomplete };
}

/** The nearest values of one column. If it is not indexed yet, searches the values that can be read in a short time. */
export async function findFuzzyInOne(
  context: LookupContext,
  column: IndexedColumn,
  value: string,
  limit: number,
): Promise<LookupResult> {
  const { store, search, reach } = context;
  const isLarge = reach?.reach(column) === "none" || reach?.reach(column) === "probe";
  const last = store.current(column) ?? (isLarge ? store.segment(column) : undefined);
  const segment = last ?? (await store.provisional(column, context.signal));
  if (segment === undefined) return { matches: [], incomplete: [column.ref] };
  const matches = search.inOne(segment, nearQuery(value), limit).map(valueMatch);
  const isCurrent = !isLarge || store.current(column) === segment;
  const { matches: held, unanswered } = await verifyMatches(context.driver, [column], matches, {
    isCurrent: () => isCurrent,
    reach,
    milliseconds: context.limits.engineMilliseconds,
    signal: context.signal,
  });
  const whole = !segment.facts.sampled && isCurrent && unanswered.length === 0;
  return { matches: rankValueMatches(held, limit), incomplete: whole ? [] : [column.ref] };
}

/** Looks the value up in the stored segments only, without asking the engine. */
export function exactAsRead(
  { store }: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  for (const segment of knownSegments(store, columns)) addExactMatches(segment, query, found);
  const matches = rankValueMatches(exactFirst(found.map(valueMatch)), limit);
  return { matches, incomplete: notWhole(columns, (column) => store.segment(column)) };
}

/** The nearest values in the stored segments, without asking the engine. */
export function nearAsRead(
  { store, search }: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const near = search.inAll(knownSegments(store, columns), nearQuery(value), limit);
  const matches = rankValueMatches(near.map(valueMatch), limit);
  return { matches, incomplete: notWhole(columns, (column) => store.segment(column)) };
}

/** The columns of which the segments do not hold all values. */
function notWhole(
  columns: readonly IndexedColumn[],
  segment: (column: IndexedColumn) => ColumnSegment | undefined,
): readonly ColumnRef[] {
  return columns.filter((column) => segment(column)?.facts.sampled !== false).map(({ ref }) => ref);
}

/** Drops folded matches if the exact value is among the matches. */
function exactFirst(matches: readonly ValueMatch[]): readonly ValueMatch[] {
  const exact = matches.filter(({ tier }) => tier === "exact");
  return exact.length > 0 ? exact : matches;
}

/** Looks the value up in the index, and on the engine for those columns that the index cannot answer for. */
export async function findExact(
  { driver, store, limits, reach, signal }: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): Promise<LookupResult> {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  const asked: IndexedColumn[] = [];
  const older: SegmentMatch<ColumnRef>[] = [];
  /** Columns that held the value when they were last read. */
  const likely = new Set<IndexedColumn>();
  for (const column of columns) {
    const segment = store.current(column);
    if (segment === undefined) {
      asked.push(column);
      const last = reach === undefined ? undefined : store.segment(column);
      const before = older.length;
      if (last !== undefined) addExactMatches(last, query, older);
      if (older.length > before) likely.add(column);
    }
    if (segment !== undefined) {
      addExactMatches(segment, query, found);
      if (segment.facts.sampled || value.length > limits.cellLength) asked.push(column);
    }
  }
  let matches = found.map(valueMatch);
  let incomplete: readonly ColumnRef[] = [];
  if (asked.length > 0) {
    const inOrder = reach === undefined ? asked : likelyFirst(cheapestFirst(asked, reach), likely);
    const answer = await engineLookup(driver, inOrder, value, {
      ...(reach === undefined ? {} : { reach: reach.reach }),
      milliseconds: limits.engineMilliseconds,
      folded: !matches.some(({ tier }) => tier === "exact"),
      signal,
    });
    incomplete = answer.unanswered;
    // The engine's counts replace those of samples, which are too small.
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
      milliseconds: limits.engineMilliseconds,
      signal,
    });
    matches.push(...verified.matches);
    // A column in which the engine confirmed the value is no longer incomplete.
    incomplete = incomplete.filter((ref) => !verified.matches.some(({ column }) => sameColumn(column, ref)));
  }
  return { matches: rankValueMatches(exactFirst(matches), limit), incomplete };
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
