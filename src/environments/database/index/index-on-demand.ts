import type { DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import type { OpenedValueIndex } from "./open-value-index.ts";
import type { LookupOptions, ValueIndex } from "./value-index.ts";

/** Databases with more cells than this are indexed only when somebody says so: reading them whole costs their owner something. */
export const MOST_CELLS_UNASKED = 20_000_000;

/** A lookup that needs the whole index waits this long for it, and then answers with what there is; building goes on meanwhile. */
export const LONGEST_WAIT_MILLISECONDS = 5000;

/** Long enough to notice that the data changed, after which exact lookups ask the engine until the index has caught up. */
const NOTICE_MILLISECONDS = 200;

/** True when every table's size is known and they are small enough together to be read without asking. */
export function smallEnough(schema: DatabaseSchema): boolean {
  let cells = 0;
  for (const { kind, rowCount, columns } of schema.tables) {
    if (kind === "view") continue;
    if (rowCount === undefined) return false;
    cells += rowCount.value * columns.length;
  }
  return cells <= MOST_CELLS_UNASKED;
}

/**
 * Builds a value index when it is first needed, and again when the data changed: near values over all columns cannot be found without it.
 * Exact values and near ones within one column are asked of the engine meanwhile.
 */
export function indexOnDemand(index: ValueIndex): ValueIndex {
  return builtWhenAsked(index, (signal) => index.ensureBuilt({ signal }));
}

/** The index, with `work` done before lookups as far as they can wait for it. */
export function builtWhenAsked(
  index: ValueIndex,
  work: (signal: AbortSignal) => Promise<unknown>,
): ValueIndex {
  const closing = new AbortController();
  let building: Promise<unknown> | undefined;

  const built = (): void => {
    building = undefined;
  };
  // What could not be built is told as incomplete by the lookup; the next one tries again.
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

/** Until the work is done, but no longer than that, and not when it is cancelled. */
async function waitFor(work: Promise<unknown>, milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || (await endsAtOnce(work))) return;
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  const onAbort = (): void => resolve();
  signal.addEventListener("abort", onAbort, { once: true });
  await Promise.race([work, enough]);
  clearTimeout(timer);
  signal.removeEventListener("abort", onAbort);
}

/** Turns of the microtask queue in which a look at the state of a file has long been answered. */
const TURNS = 32;

/** Mostly nothing has changed and nothing has to be waited for: a timer and a listener would cost more than that answer. */
async function endsAtOnce(work: Promise<unknown>): Promise<boolean> {
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  work.then(end, end);
  for (let turn = 0; turn < TURNS && !hasEnded; turn++) await undefined;
  return hasEnded;
}

/** Rows of a table that is read without being told to. */
const MOST_ROWS = 50_000;
/** Cells that are read so in all. */
const MOST_CELLS = 2_000_000;
/** A server that others write to has new data at any time: what is read of it is believed so long before it is read again. */
export const PAUSE_MILLISECONDS = 60_000;

/** Small tables, smallest first, as many as may be read without being told to. */
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
 * An index for a server that others work on: it reads small tables when they are first needed, takes near values of the others from the
 * server's statistics, and reads those only when it is built on purpose.
 */
export function lazyIndex(index: OpenedValueIndex, schema: DatabaseSchema): ValueIndex {
  const small = smallTables(schema);
  let rested = Number.NEGATIVE_INFINITY;
  return builtWhenAsked(index, async (signal) => {
    // What has changed is noticed each time: from then on nothing of it is claimed that the server does not confirm.
    const isDue = performance.now() >= rested;
    await index.buildTables(isDue ? small : NONE, signal);
    if (isDue) rested = performance.now() + PAUSE_MILLISECONDS;
  });
}

const NONE: ReadonlySet<TableSchema> = new Set();

/** An index of which nothing is ever built: exact values are asked of the engine, near ones are those of its statistics. */
export function noIndex(index: ValueIndex): ValueIndex {
  return {
    findExact: (value, options) => index.findExact(value, options),
    findFuzzy: (value, options) => index.findFuzzy(value, options),
    ensureBuilt: async () => index.state(),
    state: () => index.state(),
    close: () => index.close(),
  };
}
