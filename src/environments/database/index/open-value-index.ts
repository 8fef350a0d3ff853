import { FuxiError } from "../../../errors/fuxi-error.ts";
import { withoutSpans } from "../../../telemetry/observe.ts";
import { observeIndexing } from "../../../telemetry/observe-calls.ts";
import { oneAtATime } from "../../../util/turns.ts";
import { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { segmentSize } from "../../../value-index/segment.ts";
import { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import type { DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { type ColumnReach, columnReach, findColumn } from "./column-reach.ts";
import {
  exactAsRead,
  findExact,
  findFuzzyInAll,
  findFuzzyInOne,
  type LookupContext,
  nearAsRead,
} from "./find-values.ts";
import { DEFAULT_INDEX_LIMITS, type IndexLimits } from "./index-limits.ts";
import { type IndexedColumn, indexedColumns } from "./indexed-column.ts";
import { SegmentStore } from "./segment-store.ts";
import {
  type ColumnRef,
  compareColumns,
  type IndexState,
  type LookupOptions,
  type LookupResult,
  sameColumn,
  type ValueIndex,
} from "./value-index.ts";

export interface ValueIndexOptions {
  readonly driver: SqlDriver;
  /** The searchable tables and columns; others are never read. */
  readonly schema: DatabaseSchema;
  /** The user's cache folder, in which the index makes a folder for its target. */
  readonly cacheFolder: string;
  /** "memory" writes and reads no files. Default "cached". */
  readonly mode?: "cached" | "memory";
  readonly limits?: Partial<IndexLimits>;
}

/** An index that can also be built for some of its tables. */
export interface OpenedValueIndex extends ValueIndex {
  /** Builds or refreshes the columns of these tables. */
  buildTables(tables: ReadonlySet<TableSchema>, signal: AbortSignal): Promise<void>;
}

/**
 * Opens the value index of one database. Returns at once: files are read with the first lookup, and columns are built by `ensureBuilt`. Until
 * then, and for data changed since, exact lookups ask the engine, and near ones report which columns are incomplete.
 */
export function openValueIndex(options: ValueIndexOptions): OpenedValueIndex {
  return new StoredValueIndex(options);
}

type Building = Parameters<ValueIndex["ensureBuilt"]>[0];

/** A search of some columns: `asRead` in the stored segments, `now` in the current data. */
interface Search {
  asRead(context: LookupContext, columns: readonly IndexedColumn[]): LookupResult;
  now(context: LookupContext, columns: readonly IndexedColumn[]): Promise<LookupResult>;
}

const LOADED_TOGETHER = 64;

class StoredValueIndex implements OpenedValueIndex {
  readonly #driver: SqlDriver;
  readonly #columns: readonly IndexedColumn[];
  /** Columns that may be read unless the caller names others. */
  readonly #own: readonly IndexedColumn[];
  readonly #foreign: readonly ColumnRef[];
  readonly #limits: IndexLimits;
  readonly #store: SegmentStore;
  readonly #reach: ColumnReach | undefined;
  readonly #search = new FuzzySearch<ColumnRef>(compareColumns);
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  /** Data version of the last complete build, and the state of the index after it. */
  #built: { readonly version: string | undefined; readonly state: IndexState } | undefined;
  readonly #inOrder = oneAtATime();
  readonly #closing = new AbortController();

  constructor({ driver, schema, cacheFolder, mode, limits }: ValueIndexOptions) {
    this.#driver = driver;
    this.#columns = indexedColumns(schema);
    this.#own = this.#columns.filter(({ table }) => table.kind !== "foreign");
    this.#foreign = this.#columns.flatMap(({ table, ref }) => (table.kind === "foreign" ? [ref] : []));
    this.#reach = columnReach(driver, this.#columns);
    this.#limits = { ...DEFAULT_INDEX_LIMITS, ...limits };
    const cache =
      mode === "memory" ? undefined : new SegmentCache<ColumnRef>(cacheFolder, driver.target.key, ".column");
    this.#store = new SegmentStore(driver, cache, this.#limits);
  }

  findExact(value: string, options: LookupOptions): Promise<LookupResult> {
    return this.#find(options, {
      asRead: (context, columns) => exactAsRead(context, columns, value, options.limit),
      now: (context, columns) => findExact(context, columns, value, options.limit),
    });
  }

  findFuzzy(value: string, options: LookupOptions): Promise<LookupResult> {
    const { column, limit } = options;
    return this.#find(options, {
      asRead: (context, columns) => nearAsRead(context, columns, value, limit),
      now: (context, columns) =>
        column !== undefined && columns[0] !== undefined
          ? findFuzzyInOne(context, columns[0], value, limit)
          : findFuzzyInAll(context, columns, value, limit),
    });
  }

  async #find({ column, signal, asLastRead }: LookupOptions, { asRead, now }: Search): Promise<LookupResult> {
    await this.#loaded(signal);
    const columns =
      column === undefined ? this.#own : this.#columns.filter(({ ref }) => sameColumn(ref, column));
    if (column !== undefined && columns.length === 0) return { matches: [], incomplete: [column] };
    const context = {
      driver: this.#driver,
      store: this.#store,
      search: this.#search,
      limits: this.#limits,
      reach: this.#reach,
      signal,
    };
    if (asLastRead) return asRead(context, columns);
    const found = await this.#cancellable(signal, () => withoutSpans(() => now(context, columns)));
    const left = column === undefined ? this.#foreign : [];
    return this.#explained({ ...found, incomplete: [...found.incomplete, ...left] });
  }

  ensureBuilt(options: Building): Promise<IndexState> {
    return this.#cancellable(options.signal, async () => {
      const built = await this.#unchanged(options);
      return built ?? (await this.#alone(options.signal, () => this.#build(options)));
    });
  }

  /** Builds run one at a time; each starts from the result of the one before. */
  #alone<T>(signal: AbortSignal, build: () => Promise<T>): Promise<T> {
    return this.#inOrder(() => this.#cancellable(signal, build));
  }

  /** The state of the index if it is current. Lookups call this before each search, so it must be cheap when nothing has changed. */
  async #unchanged({ signal, onProgress }: Building): Promise<IndexState | undefined> {
    this.#assertOpen();
    const built = this.#built;
    if (built?.version === undefined || onProgress !== undefined) return undefined;
    if (built.version !== this.#store.version) return undefined;
    const version = await this.#driver.dataVersion(signal);
    return version === this.#store.version && this.#built === built ? built.state : undefined;
  }

  buildTables(tables: ReadonlySet<TableSchema>, signal: AbortSignal): Promise<void> {
    return this.#alone(signal, async () => {
      await this.#loaded(signal);
      await this.#store.refreshVersion(signal);
      const due = this.#columns.filter((column) => tables.has(column.table) && !this.#store.settled(column));
      if (due.length > 0)
        await observeIndexing(this.#driver.target.name, () => this.#buildColumns(due, { signal }));
    });
  }

  state(): IndexState {
    const segments = this.#own.map((column) => this.#store.current(column)).filter((s) => s !== undefined);
    const builtAt = segments
      .map(({ facts }) => facts.builtAt)
      .sort()
      .at(-1);
    return {
      complete: this.#store.version !== undefined && segments.length === this.#own.length,
      columns: segments.length,
      values: segments.reduce((sum, segment) => sum + segmentSize(segment), 0),
      bytes: this.#store.bytes(),
      unsaved: this.#store.unsaved,
      ...(builtAt === undefined ? {} : { builtAt }),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#inOrder(async () => {});
    this.#store.clear();
  }

  async #build(options: Building): Promise<IndexState> {
    const { signal, onProgress } = options;
    await this.#loaded(signal);
    await this.#store.refreshVersion(signal);
    const version = this.#store.version;
    if (version !== undefined && version === this.#built?.version && onProgress === undefined)
      return this.#built.state;
    await observeIndexing(this.#driver.target.name, () => this.#buildColumns(this.#own, options));
    await this.#store.prune(this.#columns);
    const state = this.state();
    this.#built = { version, state };
    return state;
  }

  async #buildColumns(columns: readonly IndexedColumn[], { signal, onProgress }: Building): Promise<void> {
    const columnsTotal = columns.length;
    let [columnsDone, valuesDone] = [0, 0];
    for (const ofTable of Map.groupBy(columns, ({ table }) => table).values()) {
      this.#assertOpen();
      signal.throwIfAborted();
      // Another process may have built them in the meantime.
      for (const column of ofTable) if (!this.#store.settled(column)) await this.#store.load(column);
      const due = ofTable.filter((column) => !this.#store.settled(column));
      await this.#store.buildTable(due, signal, ({ ref }, built) =>
        onProgress?.({ columnsDone: columnsDone + built, columnsTotal, valuesDone, column: ref }),
      );
      columnsDone += ofTable.length;
      for (const column of ofTable) {
        const segment = this.#store.current(column);
        if (segment !== undefined) valuesDone += segmentSize(segment);
      }
    }
    onProgress?.({ columnsDone, columnsTotal, valuesDone });
  }

  #loaded(signal: AbortSignal): Promise<void> | undefined {
    this.#assertOpen();
    if (this.#isLoaded && !signal.aborted) return undefined;
    // Several callers share the loading, so no caller's signal may cancel it.
    this.#loading ??= this.#load(this.#closing.signal).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#cancellable(signal, () => this.#loading as Promise<void>);
  }

  async #load(signal: AbortSignal): Promise<void> {
    await this.#store.refreshVersion(signal);
    // A file for each column: one after the other, those of hundreds of tables take seconds.
    for (let at = 0; at < this.#columns.length; at += LOADED_TOGETHER)
      await Promise.all(
        this.#columns.slice(at, at + LOADED_TOGETHER).map((column) => this.#store.load(column)),
      );
    await this.#learnStatistics(signal);
    this.#isLoaded = true;
  }

  /** Makes segments from the engine's statistics, so that near values are found even without a built index. */
  async #learnStatistics(signal: AbortSignal): Promise<void> {
    await this.#reach?.refresh(signal);
    for (const column of this.#columns) {
      const statistics = column.affinity === "text" ? this.#reach?.statistics(column) : undefined;
      if (statistics !== undefined) await this.#store.keepStatistics(column, statistics, signal);
    }
  }

  /** On shared engines, adds to each incomplete column the size of its table. */
  #explained(result: LookupResult): LookupResult {
    if (this.#reach === undefined) return result;
    return {
      ...result,
      incomplete: result.incomplete.map((ref) => {
        const rows = findColumn(this.#columns, ref)?.table.rowCount?.value;
        return rows === undefined ? ref : { ...ref, rows };
      }),
    };
  }

  #assertOpen(): void {
    if (this.#closing.signal.aborted) throw new FuxiError("cancelled", "The value index is closed.");
  }

  async #cancellable<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (!signal.aborted || FuxiError.isInstance(error)) throw error;
      throw new FuxiError("cancelled", "The work on the value index was cancelled.", { cause: error });
    }
  }
}
