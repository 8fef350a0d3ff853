import { buildSegment } from "../../../value-index/build-segment.ts";
import { DistinctValues } from "../../../value-index/distinct-values.ts";
import { segmentBytes } from "../../../value-index/segment.ts";
import type { SegmentCache } from "../../../value-index/segment-cache.ts";
import type { ColumnStatistics, SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError, unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { IndexLimits } from "./index-limits.ts";
import type { IndexedColumn } from "./indexed-column.ts";
import { type ColumnContent, readColumn, STATEMENT_SHARE } from "./read-column.ts";
import type { ColumnRef, ColumnSegment } from "./value-index.ts";

/** Most rows of a table that is read with one statement, which is then cheaper than one statement per column. */
const MOST_ROWS = 1_000;

/**
 * Reads columns of one small table with one statement. This saves round trips to a server, of which hundreds of small tables would need one
 * per column. Columns missing in the result must be read one by one: all columns of a table that is larger than estimated, or of
 * which a column cannot be read.
 */
async function readSmallTable(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  limits: IndexLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<IndexedColumn, ColumnContent>> {
  const [first] = columns;
  const rowCount = first?.table.rowCount?.value;
  const maxRows = Math.min(MOST_ROWS, limits.pageRows);
  if (!first || columns.length < 2 || rowCount === undefined || rowCount > maxRows) return new Map();
  const names = columns.map(({ ref }) => driver.dialect.identifier(ref.column));
  const milliseconds = Math.max(1_000, limits.millisecondsPerColumn * STATEMENT_SHARE);
  const read = driver.query(
    `SELECT ${names.join(", ")} FROM ${qualifiedTable({ driver }, first.table)}`,
    [],
    {
      maxRows,
      milliseconds,
      signal,
    },
  );
  const { rows, truncated } = await unlessRefused(read, () => ({ rows: [], truncated: true }));
  return new Map(truncated ? [] : columns.flatMap((column, at) => contentOf(column, rows, at, limits)));
}

function contentOf(
  column: IndexedColumn,
  rows: readonly (readonly SqlValue[])[],
  at: number,
  limits: IndexLimits,
): readonly (readonly [IndexedColumn, ColumnContent])[] {
  const values = new DistinctValues();
  for (const row of rows) {
    const cell = row[at];
    // NULL is no value, and people do not ask for bytes.
    if (cell === null || cell === undefined || cell instanceof Uint8Array) continue;
    const text = String(cell);
    if (text.length <= limits.cellLength) values.add(text, 1);
  }
  if (values.size > limits.valuesPerColumn || values.bytes > limits.bytesPerColumn) return [];
  return [[column, { values, sampled: false }]];
}

/** Data version of segments made from statistics; it equals no real version. */
const FROM_STATISTICS = "statistics";

/** Holds the segments of one database in memory, loads them from the cache folder, and builds outdated ones. */
export class SegmentStore {
  readonly #driver: SqlDriver;
  readonly #cache: SegmentCache<ColumnRef> | undefined;
  readonly #limits: IndexLimits;
  readonly #segments = new Map<string, ColumnSegment>();
  /** Columns that could not be indexed, with the data version of the attempt. */
  readonly #leftOut = new Map<string, string>();
  readonly #sizes = new Map<string, number>();
  /** Sum of the sizes. */
  #bytes = 0;
  readonly #unsaved = new Set<string>();
  #version: string | undefined;

  constructor(driver: SqlDriver, cache: SegmentCache<ColumnRef> | undefined, limits: IndexLimits) {
    this.#driver = driver;
    this.#cache = cache;
    this.#limits = limits;
  }

  /** Reads the current data version from the database. */
  async refreshVersion(signal: AbortSignal): Promise<void> {
    this.#version = await this.#driver.dataVersion(signal);
  }

  /** The data version as of the last `refreshVersion`. */
  get version(): string | undefined {
    return this.#version;
  }

  /** The column's segment, even if outdated. */
  segment(column: IndexedColumn): ColumnSegment | undefined {
    return this.#segments.get(column.key);
  }

  /** The column's segment if it has the current data version. */
  current(column: IndexedColumn): ColumnSegment | undefined {
    const segment = this.#segments.get(column.key);
    return segment?.facts.dataVersion === this.#version ? segment : undefined;
  }

  /** True when the column needs no build: it is current, or cannot be indexed. */
  settled(column: IndexedColumn): boolean {
    return this.current(column) !== undefined || this.#leftOut.get(column.key) === this.#version;
  }

  /** Number of columns that could not be written to the cache folder, so that the next process must build them again. */
  get unsaved(): number {
    return this.#unsaved.size;
  }

  bytes(): number {
    return this.#bytes;
  }

  /** Loads the column's segment from the cache folder, unless memory has a current one. */
  async load(column: IndexedColumn): Promise<void> {
    if (this.current(column) !== undefined) return;
    const stored = await this.#cache?.read(column.key);
    if (stored === undefined) return;
    const better = !this.#segments.has(column.key) || stored.facts.dataVersion === this.#version;
    if (better) this.#keep(column, stored);
  }

  /**
   * Reads columns of one table and makes their segments current; a small table takes only one statement. Where the content has not changed, the
   * arrays stay. A column that cannot be read or does not fit any more is left out. `onColumn` is told of each column that is read by itself.
   *
   * @throws FuxiError other than SqlEngineError (the connection is lost, the work was cancelled); the reason of `signal`.
   */
  async buildTable(
    columns: readonly IndexedColumn[],
    signal: AbortSignal,
    onColumn: (column: IndexedColumn, built: number) => void = () => {},
  ): Promise<void> {
    const contents = await readSmallTable(this.#driver, columns, this.#limits, signal);
    signal.throwIfAborted();
    // These columns have been read and only wait for the disk, so they are built in parallel.
    await Promise.all([...contents].map(([column, content]) => this.#build(column, content, signal)));
    let built = contents.size;
    for (const column of columns.filter((each) => !contents.has(each))) {
      onColumn(column, built++);
      signal.throwIfAborted();
      await this.#build(column, undefined, signal);
    }
  }

  async #build(column: IndexedColumn, content: ColumnContent | undefined, signal: AbortSignal) {
    const version = this.#version ?? "";
    try {
      const read = content ?? (await readColumn(this.#driver, column, this.#limits, signal));
      const segment = await this.#segmentOf(column, read, version, signal);
      if (!this.#keep(column, segment)) this.#leaveOut(column, version);
      else await this.#save(column, segment);
    } catch (error) {
      if (!(error instanceof SqlEngineError)) throw error;
      this.#leaveOut(column, version);
    }
  }

  /** A segment for one lookup, made from the values that can be read in a short time; stored if it has the whole column. */
  async provisional(column: IndexedColumn, signal: AbortSignal): Promise<ColumnSegment | undefined> {
    const limits = { ...this.#limits, millisecondsPerColumn: this.#limits.engineMilliseconds };
    try {
      const content = await readColumn(this.#driver, column, limits, signal);
      const segment = await this.#segmentOf(column, content, this.#version ?? "", signal);
      if (!segment.facts.sampled && this.#keep(column, segment)) await this.#save(column, segment);
      return segment;
    } catch (error) {
      if (error instanceof SqlEngineError) return undefined;
      throw error;
    }
  }

  /** Makes a segment from the values in the engine's statistics, for a column without a better segment. */
  async keepStatistics(
    column: IndexedColumn,
    { commonValues, otherValues }: ColumnStatistics,
    signal: AbortSignal,
  ) {
    if (this.#segments.has(column.key)) return;
    const values = new DistinctValues();
    const rows = column.table.rowCount?.value ?? 0;
    for (const { value, share } of commonValues) values.add(value, Math.max(1, Math.round(share * rows)));
    for (const value of otherValues) values.add(value, 1);
    if (values.size === 0) return;
    const content: ColumnContent = { values, sampled: true };
    this.#keep(column, await this.#segmentOf(column, content, FROM_STATISTICS, signal));
  }

  async prune(columns: readonly IndexedColumn[]): Promise<void> {
    await this.#cache?.prune(new Set(columns.map(({ key }) => key)));
  }

  clear(): void {
    this.#segments.clear();
    this.#sizes.clear();
    this.#bytes = 0;
  }

  async #segmentOf(
    column: IndexedColumn,
    { values, sampled }: ColumnContent,
    dataVersion: string,
    signal: AbortSignal,
  ): Promise<ColumnSegment> {
    const facts = {
      source: column.ref,
      key: column.key,
      dataVersion,
      digest: values.digest(),
      numeric: column.numeric,
      sampled,
      builtAt: new Date().toISOString(),
    };
    const before = this.#segments.get(column.key);
    if (before?.facts.digest === facts.digest)
      return { facts: { ...before.facts, ...facts }, arrays: before.arrays };
    return buildSegment(values, facts, signal);
  }

  async #save(column: IndexedColumn, segment: ColumnSegment): Promise<void> {
    const saved = (await this.#cache?.write(segment)) ?? true;
    if (saved) this.#unsaved.delete(column.key);
    else this.#unsaved.add(column.key);
  }

  #keep(column: IndexedColumn, segment: ColumnSegment): boolean {
    const size = segmentBytes(segment);
    const bytes = this.#bytes - (this.#sizes.get(column.key) ?? 0) + size;
    if (bytes > this.#limits.bytesInAll) return false;
    this.#bytes = bytes;
    this.#segments.set(column.key, segment);
    this.#sizes.set(column.key, size);
    this.#leftOut.delete(column.key);
    return true;
  }

  #leaveOut(column: IndexedColumn, version: string): void {
    this.#segments.delete(column.key);
    this.#bytes -= this.#sizes.get(column.key) ?? 0;
    this.#sizes.delete(column.key);
    this.#leftOut.set(column.key, version);
  }
}
