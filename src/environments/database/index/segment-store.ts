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
import { type ColumnContent, hasText, readColumn, STATEMENT_SHARE } from "./read-column.ts";
import type { ColumnRef } from "./value-index.ts";
import type { ColumnSegment } from "./value-matches.ts";

/** Rows of a table that is read with one statement: all its cells cost less than a statement for each column. */
const MOST_ROWS = 1_000;

/**
 * Reads columns of one small table with one statement, where there are hundreds of such tables and each statement has its own way to a server
 * and back. Columns that are missing in what it gives have to be read alone: those of long text, and all of a table that is larger than
 * the engine thought, or of which a column cannot be read.
 */
async function readSmallTable(
  driver: SqlDriver,
  columns: readonly IndexedColumn[],
  limits: IndexLimits,
  signal: AbortSignal,
): Promise<ReadonlyMap<IndexedColumn, ColumnContent>> {
  const [first] = columns;
  const rowCount = first?.table.rowCount?.value;
  if (!first || columns.length < 2 || rowCount === undefined || rowCount > MOST_ROWS) return new Map();
  const names = columns.map(({ ref }) => driver.dialect.identifier(ref.column));
  const milliseconds = Math.max(1_000, limits.millisecondsPerColumn * STATEMENT_SHARE);
  const read = driver.query(
    `SELECT ${names.join(", ")} FROM ${qualifiedTable({ driver }, first.table)}`,
    [],
    {
      maxRows: MOST_ROWS,
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
  let [cells, characters] = [0, 0];
  for (const row of rows) {
    const cell = row[at];
    // NULL is no value, and bytes are nothing that people name.
    if (cell === null || cell === undefined || cell instanceof Uint8Array) continue;
    const text = String(cell);
    cells++;
    characters += text.length;
    if (text.length <= limits.cellLength) values.add(text, 1);
  }
  if (hasText(column) && characters / Math.max(1, cells) > limits.longTextAverage) return [];
  if (values.size > limits.valuesPerColumn || values.bytes > limits.bytesPerColumn) return [];
  return [[column, { values, holds: "values", sampled: false }]];
}

/** The version of no data. */
const FROM_STATISTICS = "statistics";

/** Holds the segments of one database in memory, gets them from the cache folder, and builds them where they are out of date. */
export class SegmentStore {
  readonly #driver: SqlDriver;
  readonly #cache: SegmentCache<ColumnRef> | undefined;
  readonly #limits: IndexLimits;
  readonly #segments = new Map<string, ColumnSegment>();
  /** Columns that could not be indexed, with the data version for which that holds. */
  readonly #leftOut = new Map<string, string>();
  readonly #sizes = new Map<string, number>();
  readonly #unsaved = new Set<string>();
  #version: string | undefined;

  constructor(driver: SqlDriver, cache: SegmentCache<ColumnRef> | undefined, limits: IndexLimits) {
    this.#driver = driver;
    this.#cache = cache;
    this.#limits = limits;
  }

  /** Asks the database which version of its data is current. */
  async refreshVersion(signal: AbortSignal): Promise<void> {
    this.#version = await this.#driver.dataVersion(signal);
  }

  /** Of the data, as it was asked for last. */
  get version(): string | undefined {
    return this.#version;
  }

  /** The column's segment, be it out of date. */
  segment(column: IndexedColumn): ColumnSegment | undefined {
    return this.#segments.get(column.key);
  }

  /** The column's segment where it shows the current data. */
  current(column: IndexedColumn): ColumnSegment | undefined {
    const segment = this.#segments.get(column.key);
    return segment?.facts.dataVersion === this.#version ? segment : undefined;
  }

  /** True when nothing is to be done for the column: it is current, or cannot be indexed. */
  settled(column: IndexedColumn): boolean {
    return this.current(column) !== undefined || this.#leftOut.get(column.key) === this.#version;
  }

  /** Columns that could not be written to the cache folder, so that the next process has to build them again. */
  get unsaved(): number {
    return this.#unsaved.size;
  }

  bytes(): number {
    return [...this.#sizes.values()].reduce((sum, size) => sum + size, 0);
  }

  /** Takes over what the cache folder has of the column, unless memory has what is current. */
  async load(column: IndexedColumn): Promise<void> {
    if (this.current(column) !== undefined) return;
    const stored = await this.#cache?.read(column.key);
    if (stored === undefined) return;
    const better = !this.#segments.has(column.key) || stored.facts.dataVersion === this.#version;
    if (better) this.#keep(column, stored);
  }

  /**
   * Reads the column and makes its segment current. Where the content has not changed, the arrays stay. A column that cannot be read or
   * does not fit any more is left out.
   *
   * @throws FuxiError other than SqlEngineError (the connection is lost, the work was cancelled); the reason of `signal`.
   */
  async build(column: IndexedColumn, signal: AbortSignal): Promise<void> {
    await this.#build(column, undefined, signal);
  }

  /** The same for columns of one table, which a small one takes one statement for. */
  async buildTable(columns: readonly IndexedColumn[], signal: AbortSignal): Promise<void> {
    const contents = await readSmallTable(this.#driver, columns, this.#limits, signal);
    signal.throwIfAborted();
    // What is read already costs the engine nothing more: its columns wait for the disk side by side.
    await Promise.all([...contents].map(([column, content]) => this.#build(column, content, signal)));
    for (const column of columns.filter((each) => !contents.has(each))) {
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

  /** A segment for one lookup, made from what can be read of the column in a short time; kept when that is all. */
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

  /** Makes a segment of the values that the engine's statistics know, for a column of which there is nothing better. */
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
    const content: ColumnContent = { values, holds: "values", sampled: true };
    this.#keep(column, await this.#segmentOf(column, content, FROM_STATISTICS, signal));
  }

  /** When the column was last read whole, where that is no longer what the database holds. */
  readBefore(column: IndexedColumn): string | undefined {
    const facts = this.#segments.get(column.key)?.facts;
    if (facts === undefined || facts.sampled || this.current(column) !== undefined) return undefined;
    return facts.builtAt;
  }

  async prune(columns: readonly IndexedColumn[]): Promise<void> {
    await this.#cache?.prune(new Set(columns.map(({ key }) => key)));
  }

  clear(): void {
    this.#segments.clear();
    this.#sizes.clear();
  }

  async #segmentOf(
    column: IndexedColumn,
    { values, holds, sampled }: ColumnContent,
    dataVersion: string,
    signal: AbortSignal,
  ): Promise<ColumnSegment> {
    const facts = {
      source: column.ref,
      key: column.key,
      dataVersion,
      digest: values.digest(),
      holds,
      numeric: column.numeric,
      sampled,
      builtAt: new Date().toISOString(),
    };
    const before = this.#segments.get(column.key);
    const unchanged = before?.facts.digest === facts.digest && before.facts.holds === holds;
    if (unchanged) return { facts: { ...before.facts, ...facts }, arrays: before.arrays };
    return buildSegment(values, facts, signal);
  }

  async #save(column: IndexedColumn, segment: ColumnSegment): Promise<void> {
    const saved = (await this.#cache?.write(segment)) ?? true;
    if (saved) this.#unsaved.delete(column.key);
    else this.#unsaved.add(column.key);
  }

  #keep(column: IndexedColumn, segment: ColumnSegment): boolean {
    const size = segmentBytes(segment);
    if (this.bytes() - (this.#sizes.get(column.key) ?? 0) + size > this.#limits.bytesInAll) return false;
    this.#segments.set(column.key, segment);
    this.#sizes.set(column.key, size);
    this.#leftOut.delete(column.key);
    return true;
  }

  #leaveOut(column: IndexedColumn, version: string): void {
    this.#segments.delete(column.key);
    this.#sizes.delete(column.key);
    this.#leftOut.set(column.key, version);
  }
}
