import { FuxiError } from "../../../errors/fuxi-error.ts";
import { withoutSpans } from "../../../telemetry/observe.ts";
import { observeIndexing } from "../../../telemetry/observe-calls.ts";
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
import { type IndexedColumn, indexedColumns, sameColumn } from "./indexed-column.ts";
import { SegmentStore } from "./segment-store.ts";
import type { ColumnRef, IndexState, LookupOptions, LookupResult, ValueIndex } from "./value-index.ts";
import { compareColumns } from "./value-matches.ts";

export interface ValueIndexOptions {
  readonly driver: SqlDriver;
  /** What may be searched: tables and columns that are not in it are never read. */
  readonly schema: DatabaseSchema;
  /** The user's cache folder; a folder of this target's own is made in it. */
  readonly cacheFolder: string;
  /** "memory" writes and reads no files. Default "cached". */
  readonly mode?: "cached" | "memory";
  readonly limits?: Partial<IndexLimits>;
}

/** An index that can also be built for some of its columns. */
export interface OpenedValueIndex extends ValueIndex {
  /** Builds or refreshes the columns of these tables. */
  buildTables(tables: ReadonlySet<TableSchema>, signal: AbortSignal): Promise<void>;
}

/**
 * Opens the value index of one database. Returns at once: files are read with the first lookup, and columns are built by `ensureBuilt`. Until
 * then, and for what has changed since, exact lookups ask the engine, and near ones say which columns are incomplete.
 */
export function openValueIndex(options: ValueIndexOptions): OpenedValueIndex {
  return new StoredValueIndex(options);
}

type Building = Parameters<ValueIndex["ensureBuilt"]>[0];

/** A search of some columns: among what was read last, or of what is there now. */
interface Search {
  asRead(context: LookupContext, columns: readonly IndexedColumn[]): LookupResult;
  now(context: LookupContext, columns: readonly IndexedColumn[]): Promise<LookupResult>;
}

class StoredValueIndex implements OpenedValueIndex {
  readonly #driver: SqlDriver;
  readonly #columns: readonly IndexedColumn[];
  readonly #limits: IndexLimits;
  readonly #store: SegmentStore;
  readonly #reach: ColumnReach | undefined;
  readonly #search = new FuzzySearch<ColumnRef>(compareColumns);
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  /** Of the data for which everything was built that can be. */
  #built: { readonly version: string | undefined; readonly state: IndexState } | undefined;
  #building: Promise<unknown> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor({ driver, schema, cacheFolder, mode, limits }: ValueIndexOptions) {
    this.#driver = driver;
    this.#columns = indexedColumns(schema);
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
      column === undefined ? this.#columns : this.#columns.filter(({ ref }) => sameColumn(ref, column));
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
    return this.#explained(await this.#cancellable(signal, () => withoutSpans(() => now(context, columns))));
  }

  ensureBuilt(options: Building): Promise<IndexState> {
    return this.#cancellable(options.signal, async () => {
      const built = await this.#unchanged(options);
      if (built !== undefined) return built;
      // One build at a time; the next one finds what the one before has done.
      const build = this.#building.then(() => this.#cancellable(options.signal, () => this.#build(options)));
      this.#building = build.catch(() => undefined);
      return await build;
    });
  }

  /** Lookups ask before each search: what nothing has changed for must cost no more than the question. */
  async #unchanged({ signal, onProgress }: Building): Promise<IndexState | undefined> {
    this.#assertOpen();
    const built = this.#built;
    if (built?.version === undefined || onProgress !== undefined) return undefined;
    if (built.version !== this.#store.version) return undefined;
    const version = await this.#driver.dataVersion(signal);
    return version === this.#store.version && this.#built === built ? built.state : undefined;
  }

  buildTables(tables: ReadonlySet<TableSchema>, signal: AbortSignal): Promise<void> {
    const build = this.#building.then(() =>
      this.#cancellable(signal, async () => {
        await this.#loaded(signal);
        await this.#store.refreshVersion(signal);
        const due = this.#columns.filter(
          (column) => tables.has(column.table) && !this.#store.settled(column),
        );
        if (due.length === 0) return;
        await observeIndexing(this.#driver.target.name, async () => {
          for (const columns of Map.groupBy(due, ({ table }) => table).values()) {
            this.#assertOpen();
            signal.throwIfAborted();
            await this.#store.buildTable(
              columns.filter((column) => !this.#store.settled(column)),
              signal,
            );
          }
        });
      }),
    );
    this.#building = build.catch(() => undefined);
    return build;
  }

  state(): IndexState {
    const segments = this.#columns
      .map((column) => this.#store.current(column))
      .filter((s) => s !== undefined);
    const builtAt = segments
      .map(({ facts }) => facts.builtAt)
      .sort()
      .at(-1);
    return {
      complete: this.#store.version !== undefined && segments.length === this.#columns.length,
      columns: segments.length,
      values: segments.reduce((sum, segment) => sum + segmentSize(segment), 0),
      bytes: this.#store.bytes(),
      unsaved: this.#store.unsaved,
      ...(builtAt === undefined ? {} : { builtAt }),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#building;
    this.#store.clear();
  }

  async #build(options: Building): Promise<IndexState> {
    const { signal, onProgress } = options;
    await this.#loaded(signal);
    await this.#store.refreshVersion(signal);
    const version = this.#store.version;
    if (version !== undefined && version === this.#built?.version && onProgress === undefined)
      return this.#built.state;
    return await observeIndexing(this.#driver.target.name, () => this.#buildColumns(options, version));
  }

  async #buildColumns({ signal, onProgress }: Building, version: string | undefined): Promise<IndexState> {
    let [columnsDone, valuesDone] = [0, 0];
    for (const column of this.#columns) {
      this.#assertOpen();
      signal.throwIfAborted();
      if (!this.#store.settled(column)) {
        onProgress?.({ columnsDone, columnsTotal: this.#columns.length, valuesDone, column: column.ref });
        // Another process may have built it in the meantime.
        await this.#store.load(column);
        if (!this.#store.settled(column)) await this.#store.build(column, signal);
      }
      columnsDone++;
      const segment = this.#store.current(column);
      if (segment !== undefined) valuesDone += segmentSize(segment);
    }
    onProgress?.({ columnsDone, columnsTotal: this.#columns.length, valuesDone });
    await this.#store.prune(this.#columns);
    const state = this.state();
    this.#built = { version, state };
    return state;
  }

  #loaded(signal: AbortSignal): Promise<void> | undefined {
    this.#assertOpen();
    if (this.#isLoaded && !signal.aborted) return undefined;
    // Shared by all who wait for it, so none of them may end it for the others.
    this.#loading ??= this.#load(this.#closing.signal).catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#cancellable(signal, () => this.#loading as Promise<void>);
  }

  async #load(signal: AbortSignal): Promise<void> {
    await this.#store.refreshVersion(signal);
    for (const column of this.#columns) await this.#store.load(column);
    await this.#learnStatistics(signal);
    this.#isLoaded = true;
  }

  /** Near values are then found among those that the engine knows of, also where no index was built. */
  async #learnStatistics(signal: AbortSignal): Promise<void> {
    await this.#reach?.refresh(signal);
    for (const column of this.#columns) {
      const statistics = column.affinity === "text" ? this.#reach?.statistics(column) : undefined;
      if (statistics !== undefined) await this.#store.keepStatistics(column, statistics, signal);
    }
  }

  /** On engines that others work on, with what is known of the columns that could not be answered for. */
  #explained(result: LookupResult): LookupResult {
    const reach = this.#reach;
    if (reach === undefined) return result;
    return {
      ...result,
      incomplete: result.incomplete.map((ref) => {
        const column = findColumn(this.#columns, ref);
        const rows = column?.table.rowCount?.value;
        const asOf = column === undefined ? undefined : this.#store.readBefore(column);
        const unanalysed = column !== undefined && reach.statistics(column)?.known === false;
        return {
          ...ref,
          ...(rows === undefined ? {} : { rows }),
          ...(asOf === undefined ? {} : { asOf }),
          ...(unanalysed && asOf === undefined ? { unanalysed } : {}),
        };
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
