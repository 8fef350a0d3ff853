import type { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError } from "../driver/sql-engine-error.ts";
import type { ColumnReach } from "./column-reach.ts";
import { type ColumnSegment, valueMatch } from "./column-segment.ts";
import type { IndexLimits } from "./index-limits.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import { longTextMatches } from "./long-text-search.ts";
import { rankValueMatches } from "./rank-value-matches.ts";
import type { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, LookupResult, ValueMatch } from "./value-index.ts";
import { verifyMatches } from "./verify-matches.ts";

export interface FuzzyContext {
  readonly driver: SqlDriver;
  readonly store: SegmentStore;
  readonly search: FuzzySearch<ColumnRef>;
  readonly limits: IndexLimits;
  readonly reach: ColumnReach | undefined;
  readonly signal: AbortSignal;
}

/** The columns that a near search looks through itself. */
export function searchedSegments(
  store: SegmentStore,
  columns: readonly IndexedColumn[],
): readonly ColumnSegment[] {
  return columns
    .map((column) => store.segment(column))
    .filter((segment) => segment !== undefined)
    .filter(({ facts }) => facts.holds === "values");
}

/** Near values in all columns that are indexed; columns out of date are searched as they were and named as incomplete. */
export async function findFuzzyInAll(
  context: FuzzyContext,
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
  context: FuzzyContext,
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
  context: FuzzyContext,
  column: IndexedColumn,
  segment: ColumnSegment,
  value: string,
  deadline: number,
): Promise<readonly ValueMatch[] | undefined> {
  const milliseconds = Math.ceil(deadline - performance.now());
  if (milliseconds <= 0) return undefined;
  try {
    const bounds = { milliseconds, signal: context.signal };
    return await longTextMatches(context.driver, column, segment, value, context.search, bounds);
  } catch (error) {
    if (error instanceof SqlEngineError) return undefined;
    throw error;
  }
}
