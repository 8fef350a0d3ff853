import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import type { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { unlessRefused } from "../driver/sql-engine-error.ts";
import { type ColumnReach, cheapestFirst } from "./column-reach.ts";
import { engineLookup, verifyMatches } from "./engine-lookup.ts";
import type { IndexLimits } from "./index-limits.ts";
import { type IndexedColumn, sameColumn } from "./indexed-column.ts";
import { longTextMatches, mayHoldWords } from "./long-text-search.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, LookupResult, ValueMatch } from "./value-index.ts";
import { type ColumnSegment, rankValueMatches, valueMatch } from "./value-matches.ts";

/** What a look-up works with. */
export interface LookupContext {
  readonly driver: SqlDriver;
  readonly store: SegmentStore;
  readonly search: FuzzySearch<ColumnRef>;
  readonly limits: IndexLimits;
  readonly reach: ColumnReach | undefined;
  readonly signal: AbortSignal;
}

/** The columns that a near search looks through itself. */
function searchedSegments(store: SegmentStore, columns: readonly IndexedColumn[]): readonly ColumnSegment[] {
  return columns
    .map((column) => store.segment(column))
    .filter((segment) => segment !== undefined)
    .filter(({ facts }) => facts.holds === "values");
}

/** Near values in all columns that are indexed; columns out of date are searched as they were and named as incomplete. */
export async function findFuzzyInAll(
  context: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): Promise<LookupResult> {
  const { store, search } = context;
  const incomplete: ColumnRef[] = [];
  const long: { column: IndexedColumn; segment: ColumnSegment }[] = [];
  for (const column of columns) {
    const segment = store.segment(column);
    if (segment?.facts.sampled !== false || store.current(column) === undefined) incomplete.push(column.ref);
    if (segment?.facts.holds === "words") long.push({ column, segment });
  }
  const near = search.inAll(searchedSegments(store, columns), nearQuery(value), limit);
  const verified = await verifyMatches(context.driver, columns, near.map(valueMatch), {
    isCurrent: (column) => store.current(column) !== undefined,
    reach: context.reach,
    milliseconds: context.limits.engineMilliseconds,
    signal: context.signal,
  });
  const matches = [...verified.matches];
  const deadline = performance.now() + context.limits.engineMilliseconds;
  for (const { column, segment } of long) {
    const found = await inLongText(context, column, segment, value, deadline);
    if (found === undefined) incomplete.push(column.ref);
    else matches.push(...found);
  }
  return { matches: rankValueMatches(matches, limit), incomplete };
}

/** The nearest values of one column; where it is not indexed yet, from what can be read of it in a short time. */
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
  const deadline = performance.now() + context.limits.engineMilliseconds;
  const matches =
    segment.facts.holds === "words"
      ? await inLongText(context, column, segment, value, deadline)
      : search.inOne(segment, nearQuery(value), limit).map(valueMatch);
  const isCurrent = !isLarge || store.current(column) === segment;
  const { matches: held, unanswered } = await verifyMatches(context.driver, [column], matches ?? [], {
    isCurrent: () => isCurrent || segment.facts.holds === "words",
    reach,
    milliseconds: context.limits.engineMilliseconds,
    signal: context.signal,
  });
  const whole = matches !== undefined && !segment.facts.sampled && isCurrent && unanswered.length === 0;
  return { matches: rankValueMatches(held, limit), incomplete: whole ? [] : [column.ref] };
}

/** Undefined where the engine does not answer in time. */
async function inLongText(
  { driver, search, signal }: LookupContext,
  column: IndexedColumn,
  segment: ColumnSegment,
  value: string,
  deadline: number,
): Promise<readonly ValueMatch[] | undefined> {
  const milliseconds = Math.ceil(deadline - performance.now());
  if (milliseconds <= 0) return undefined;
  const found = longTextMatches(driver, column, segment, value, search, { milliseconds, signal });
  return unlessRefused(found, () => undefined);
}

/** The value among those that were read last, without a question to the engine. Long texts are not looked through. */
export function exactAsRead(
  { store }: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  for (const segment of searchedSegments(store, columns)) addExactMatches(segment, query, found);
  return asRead(store, columns, exactFirst(found.map(valueMatch)), limit);
}

/** The nearest of the values that were read last, without a question to the engine. */
export function nearAsRead(
  { store, search }: LookupContext,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const near = search.inAll(searchedSegments(store, columns), nearQuery(value), limit);
  return asRead(store, columns, near.map(valueMatch), limit);
}

function asRead(
  store: SegmentStore,
  columns: readonly IndexedColumn[],
  matches: readonly ValueMatch[],
  limit: number,
): LookupResult {
  const isWhole = (column: IndexedColumn) => {
    const facts = store.segment(column)?.facts;
    return facts?.holds === "values" && !facts.sampled;
  };
  const incomplete = columns.filter((column) => !isWhole(column)).map(({ ref }) => ref);
  return { matches: rankValueMatches(matches, limit), incomplete };
}

/** Where the very value is found, others that only fold to it are not meant. */
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
  /** Columns that had the value when they were read last. */
  const likely = new Set<IndexedColumn>();
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
      milliseconds: limits.engineMilliseconds,
      signal,
    });
    matches.push(...verified.matches);
    // Found on the engine is all that was asked.
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
