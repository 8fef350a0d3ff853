import { FuxiError } from "../../../errors/fuxi-error.ts";
import { withoutSpans } from "../../../telemetry/observe.ts";
import { observeIndexing } from "../../../telemetry/observe-calls.ts";
import { addExactMatches, exactQuery } from "../../../value-index/exact-search.ts";
import { FuzzySearch } from "../../../value-index/fuzzy-search.ts";
import { nearQuery } from "../../../value-index/near-score.ts";
import { segmentSize } from "../../../value-index/segment.ts";
import { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { SegmentMatch } from "../../../value-index/segment-match.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import type { DatabaseSchema, TableSchema } from "../schema/database-schema.ts";
import { type ColumnReach, cheapestFirst, columnReach, findColumn } from "./column-reach.ts";
import { valueMatch } from "./column-segment.ts";
import { engineLookup } from "./engine-lookup.ts";
import { findFuzzyInAll, findFuzzyInOne, searchedSegments } from "./find-fuzzy.ts";
import { DEFAULT_INDEX_LIMITS, type IndexLimits } from "./index-limits.ts";
import { type IndexedColumn, indexedColumns, sameColumn } from "./indexed-column.ts";
import { mayHoldWords } from "./long-text-search.ts";
import { compareColumns, rankValueMatches } from "./rank-value-matches.ts";
import { SegmentStore } from "./segment-store.ts";
import type {
  ColumnRef,
  IndexState,
  LookupOptions,
  LookupResult,
  ValueIndex,
  ValueMatch,
} from "./value-index.ts";
import { verifyMatches } from "./verify-matches.ts";

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

  async findExact(value: string, options: LookupOptions): Promise<LookupResult> {
    const { limit, column, signal, asLastRead } = options;
    await this.#loaded(signal);
    const columns = this.#chosen(column);
    if (columns === undefined) return { matches: [], incomplete: column === undefined ? [] : [column] };
    if (asLastRead) return exactAsRead(this.#store, columns, value, limit);
    const bounds = { limit, limits: this.#limits, reach: this.#reach, signal };
    const work = () => findExact(this.#driver, this.#store, columns, value, bounds);
    return this.#explained(await this.#cancellable(signal, () => withoutSpans(work)));
  }

  async findFuzzy(value: string, options: LookupOptions): Promise<LookupResult> {
    const { limit, column, signal, asLastRead } = options;
    await this.#loaded(signal);
    const columns = this.#chosen(column);
    if (columns === undefined) return { matches: [], incomplete: column === undefined ? [] : [column] };
    if (asLastRead) return nearAsRead(this.#store, this.#search, columns, value, limit);
    const context = {
      driver: this.#driver,
      store: this.#store,
      search: this.#search,
      limits: this.#limits,
      reach: this.#reach,
      signal,
    };
    const [only] = columns;
    const work = () =>
      column !== undefined && only !== undefined
        ? findFuzzyInOne(context, only, value, limit)
        : findFuzzyInAll(context, columns, value, limit);
    return this.#explained(await this.#cancellable(signal, () => withoutSpans(work)));
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

  #chosen(wanted: ColumnRef | undefined): readonly IndexedColumn[] | undefined {
    if (wanted === undefined) return this.#columns;
    const found = this.#columns.find(({ ref }) => sameColumn(ref, wanted));
    return found === undefined ? undefined : [found];
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

/** The value among those that were read last, without a question to the engine. Long texts are not looked through. */
function exactAsRead(
  store: SegmentStore,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const query = exactQuery(value);
  const found: SegmentMatch<ColumnRef>[] = [];
  for (const segment of searchedSegments(store, columns)) addExactMatches(segment, query, found);
  const exact = found.filter(({ tier }) => tier === "exact");
  const best = (exact.length > 0 ? exact : found).map(valueMatch);
  return { matches: rankValueMatches(best, limit), incomplete: notReadWhole(store, columns) };
}

/** The nearest of the values that were read last, without a question to the engine. */
function nearAsRead(
  store: SegmentStore,
  search: FuzzySearch<ColumnRef>,
  columns: readonly IndexedColumn[],
  value: string,
  limit: number,
): LookupResult {
  const near = search.inAll(searchedSegments(store, columns), nearQuery(value), limit);
  return {
    matches: rankValueMatches(near.map(valueMatch), limit),
    incomplete: notReadWhole(store, columns),
  };
}

function notReadWhole(store: SegmentStore, columns: readonly IndexedColumn[]): readonly ColumnRef[] {
  const isWhole = (column: IndexedColumn) => {
    const facts = store.segment(column)?.facts;
    return facts?.holds === "values" && !facts.sampled;
  };
  return columns.filter((column) => !isWhole(column)).map(({ ref }) => ref);
}

/** Looks the value up in the index, and on the engine for those columns that the index cannot answer for. */
async function findExact(
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
