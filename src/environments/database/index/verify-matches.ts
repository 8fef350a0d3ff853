import type { SqlDriver } from "../driver/sql-driver.ts";
import { type ColumnReach, findColumn } from "./column-reach.ts";
import { engineCount } from "./engine-lookup.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import type { ColumnRef, ValueMatch } from "./value-index.ts";

export interface Verified {
  readonly matches: readonly ValueMatch[];
  /** Columns whose matches the engine could not confirm in time; they are not claimed. */
  readonly unanswered: readonly ColumnRef[];
}

/** Keeps of matches out of an older index, or out of statistics, those that the engine has now, with its own counts where these are cheap. */
export async function verifyMatches(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  matches: readonly ValueMatch[],
  options: {
    readonly isCurrent: (column: IndexedColumn) => boolean;
    readonly reach: ColumnReach | undefined;
    readonly milliseconds: number;
    readonly signal: AbortSignal;
  },
): Promise<Verified> {
  const { isCurrent, reach, milliseconds, signal } = options;
  const deadline = performance.now() + milliseconds;
  const kept: ValueMatch[] = [];
  const unanswered = new Set<ColumnRef>();
  for (const match of matches) {
    const column = findColumn(columns, match.column);
    if (column === undefined || isCurrent(column)) {
      kept.push(match);
      continue;
    }
    signal.throwIfAborted();
    const left = Math.ceil(deadline - performance.now());
    const allowed = reach?.reach(column) ?? "scan";
    const bounds = { milliseconds: left, signal };
    const found = left <= 0 ? undefined : await engineCount(driver, column, match.value, allowed, bounds);
    if (found === undefined) unanswered.add(column.ref);
    else if (found.held) {
      kept.push(
        found.count === undefined ? { ...match, countIsEstimate: true } : { ...match, count: found.count },
      );
    }
  }
  return { matches: kept, unanswered: [...unanswered] };
}
