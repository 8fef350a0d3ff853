import type { DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import type { OpenedValueIndex } from "./open-value-index.ts";
import type { LookupOptions, ValueIndex } from "./value-index.ts";

/** Databases with more cells than this are indexed only on request: reading them whole is a load on their server. */
export const MOST_CELLS_UNASKED = 20_000_000;

/** Longest time that a lookup waits for the whole index. After that it answers from the finished part, while building continues. */
export const LONGEST_WAIT_MILLISECONDS = 5000;

/** Time to notice that the data changed. After a change exact lookups ask the engine until the index is rebuilt. */
const NOTICE_MILLISECONDS = 200;

/** True when every table's size is known and the database is small enough to be indexed unasked. */
export function smallEnough(schema: DatabaseSchema): boolean {
  let cells = 0;
  for (const { kind, rowCount, columns } of schema.tables) {
    if (kind !== "table") continue;
    if (rowCount === undefined) return false;
    cells += rowCount.value * columns.length;
  }
  return cells <= MOST_CELLS_UNASKED;
}

/**
 * Builds a value index when it is first needed, and again when the data changed: near values over all columns cannot be found without it.
 * Until then the engine answers for exact values, and for near ones within one column.
 */
export function indexOnDemand(index: ValueIndex): ValueIndex {
  return builtWhenAsked(index, (signal) => index.ensureBuilt({ signal }));
}

/** The index with `work` run before lookups, which wait for it up to a limit. */
export function builtWhenAsked(
  index: ValueIndex,
  work: (signal: AbortSignal) => Promise<unknown>,
): ValueIndex {
  const closing = new AbortController();
  let building: Promise<unknown> | undefined;

  const built = (): void => {
    building = undefined;
  };
  // The lookup reports columns that could not be built as incomplete; the next lookup retries.
  const build = (): Promise<unknown> => {
    building ??= work(closing.signal).then(built, built);
    return building;
  };

  const fresh = (patience: number, signal: AbortSignal): Promise<void> => waitFor(build(), patience, signal);

  return {
    async findExact(value: string, options: LookupOptions) {
      if (!options.asLastRead) await fresh(NOTICE_MILLISECONDS, options.signal);
      return await index.findExact(value, options);
    },
    async findFuzzy(value: string, options: LookupOptions) {
      const patience = options.column === undefined ? LONGEST_WAIT_MILLISECONDS : NOTICE_MILLISECONDS;
      if (!options.asLastRead) await fresh(patience, options.signal);
      return await index.findFuzzy(value, options);
    },
    ensureBuilt: (options) => index.ensureBuilt(options),
    state: () => index.state(),
    async close() {
      closing.abort();
      await building;
      await index.close();
    },
  };
}

/** Waits for the work, up to `milliseconds` or until `signal` aborts. */
async function waitFor(work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  await Promise.race([work, enough]);
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
}

/** Most rows of a table that is indexed unasked. */
const MOST_ROWS = 50_000;
/** Most cells of all tables that are indexed unasked. */
const MOST_CELLS = 2_000_000;
/** Least time between two builds. On a server that others write to, the data may change at any time. */
const PAUSE_MILLISECONDS = 60_000;

/** The tables that may be indexed unasked, chosen smallest first. */
export function smallTables({ tables }: DatabaseSchema): ReadonlySet<TableSchema> {
  const small = new Set<TableSchema>();
  let cells = 0;
  const known = tables.filter(({ kind, rowCount }) => kind === "table" && rowCount !== undefined);
  for (const table of known.toSorted((a, b) => (a.rowCount?.value ?? 0) - (b.rowCount?.value ?? 0))) {
    const rows = table.rowCount?.value ?? 0;
    cells += rows * table.columns.length;
    if (rows > MOST_ROWS || cells > MOST_CELLS) break;
    small.add(table);
  }
  return small;
}

/**
 * An index for a shared server. It reads small tables on first use, takes near values of other tables from the
 * server's statistics, and reads other tables only in an explicit build.
 */
export function lazyIndex(index: OpenedValueIndex, schema: DatabaseSchema): ValueIndex {
  const small = smallTables(schema);
  let rested = Number.NEGATIVE_INFINITY;
  return builtWhenAsked(index, async (signal) => {
    // Each lookup notices changes, even if nothing is due: matches in changed tables are then confirmed by the server.
    const isDue = performance.now() >= rested;
    await index.buildTables(isDue ? small : NONE, signal);
    if (isDue) rested = performance.now() + PAUSE_MILLISECONDS;
  });
}

const NONE: ReadonlySet<TableSchema> = new Set();

/** An index that is never built: the engine answers for exact values, and its statistics for near ones. */
export function noIndex(index: ValueIndex): ValueIndex {
  return {
    findExact: (value, options) => index.findExact(value, options),
    findFuzzy: (value, options) => index.findFuzzy(value, options),
    ensureBuilt: async () => index.state(),
    state: () => index.state(),
    close: () => index.close(),
  };
}
