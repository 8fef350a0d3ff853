import { DistinctValues } from "../../../value-index/distinct-values.ts";
import type { SqlDriver } from "../driver/sql-driver.ts";
import { SqlEngineError, unlessRefused } from "../driver/sql-engine-error.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import type { TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { IndexLimits } from "./index-limits.ts";
import type { IndexedColumn } from "./indexed-column.ts";

export interface ColumnContent {
  readonly values: DistinctValues;
  /** True if a bound ended the reading before the end of the column. */
  readonly sampled: boolean;
}

/** Share of a column's time limit that one statement may take. */
export const STATEMENT_SHARE = 0.25;
/** For columns of up to this many slices one grouped statement is tried first: it transfers less data when values repeat. */
const SLICES_SAVED = 4;

/**
 * Reads the distinct values of a column with their counts, in pages bounded by rows and time. Small tables take one grouped statement.
 * Larger ones are cut into slices of rows by their row key, which costs one pass in all; tables without one are paged by value.
 *
 * @throws SqlEngineError where the engine cannot group the column or the first statement fails; the reason of `signal`.
 */
export async function readColumn(
  driver: SqlDriver,
  column: IndexedColumn,
  limits: IndexLimits,
  signal: AbortSignal,
): Promise<ColumnContent> {
  try {
    return await new ColumnReader(driver, column, limits, signal, false).read();
  } catch (error) {
    // Some types can be printed but not grouped.
    const retry =
      error instanceof SqlEngineError && error.facts.kind !== "time-limit" && column.affinity === "other";
    if (!retry) throw error;
    return new ColumnReader(driver, column, limits, signal, true).read();
  }
}

class ColumnReader {
  readonly #driver: SqlDriver;
  readonly #column: IndexedColumn;
  readonly #limits: IndexLimits;
  readonly #signal: AbortSignal;
  readonly #values = new DistinctValues();
  readonly #deadline: number;
  readonly #name: string;
  readonly #from: string;
  readonly #asText: boolean;
  #page: number;

  constructor(
    driver: SqlDriver,
    column: IndexedColumn,
    limits: IndexLimits,
    signal: AbortSignal,
    asText: boolean,
  ) {
    this.#asText = asText;
    this.#driver = driver;
    this.#column = column;
    this.#limits = limits;
    this.#signal = signal;
    this.#deadline = performance.now() + limits.millisecondsPerColumn;
    this.#name = driver.dialect.identifier(column.ref.column);
    this.#from = qualifiedTable({ driver }, column.table);
    this.#page = limits.pageRows;
  }

  async read(): Promise<ColumnContent> {
    const rows = this.#column.table.rowCount;
    const fewRows = rows === undefined || rows.value <= this.#page * SLICES_SAVED;
    if (fewRows && (await this.#readAtOnce())) return this.#content(this.#full());
    const key = await rowKey(this.#driver, this.#column.table, this.#signal);
    return this.#content(!(await (key === undefined ? this.#readByValue() : this.#readByRows(key))));
  }

  #content(sampled: boolean): ColumnContent {
    return { values: this.#values, sampled };
  }

  /** False when the values exceed one page or reading takes too long; then no values are stored. */
  async #readAtOnce(): Promise<boolean> {
    try {
      const { rows, truncated } = await this.#query(
        `SELECT v, COUNT(*) FROM (SELECT ${this.#cell()} AS v FROM ${this.#from}) AS s GROUP BY v`,
        [],
        this.#page,
      );
      if (truncated) return false;
      for (const [cell, count] of rows) this.#add(cell, count);
      return true;
    } catch (error) {
      if (error instanceof SqlEngineError && error.facts.kind === "time-limit") return false;
      throw error;
    }
  }

  /** False when a bound ended it. */
  async #readByRows(key: string): Promise<boolean> {
    let last: number | bigint | undefined;
    for (;;) {
      const after = last === undefined ? "" : ` WHERE ${key} > ${this.#driver.dialect.placeholder(1)}`;
      const slice = `SELECT ${key} AS k, ${this.#cell()} AS v FROM ${this.#from}${after} ORDER BY ${key} LIMIT ${this.#page}`;
      const { rows, truncated } = await this.#query(
        `SELECT v, COUNT(*), MAX(k) FROM (${slice}) AS s GROUP BY v`,
        last === undefined ? [] : [last],
        this.#page,
      );
      if (truncated && this.#page > 1) {
        // The result reached the driver's size limit, so the slice must be smaller.
        this.#page = Math.ceil(this.#page / 2);
        continue;
      }
      let seen = 0;
      for (const [cell, count, end] of rows) {
        this.#add(cell, count);
        seen += Number(count);
        if ((typeof end === "number" || typeof end === "bigint") && (last === undefined || end > last))
          last = end;
      }
      if (this.#full()) return false;
      if (seen < this.#page) return true;
      if (this.#late()) return false;
    }
  }

  /** False when a bound ended it. */
  async #readByValue(): Promise<boolean> {
    let last: SqlValue | undefined;
    for (;;) {
      const after = last === undefined ? "" : ` AND v > ${this.#driver.dialect.placeholder(1)}`;
      const { rows, truncated } = await this.#query(
        `SELECT v, COUNT(*) FROM (SELECT ${this.#cell()} AS v FROM ${this.#from}) AS s
         WHERE v IS NOT NULL${after} GROUP BY v ORDER BY v LIMIT ${this.#page}`,
        last === undefined ? [] : [last],
        this.#page,
      );
      for (const [cell, count] of rows) this.#add(cell, count);
      if (this.#full()) return false;
      if (rows.length < this.#page && !truncated) return true;
      if (rows.length === 0) return false;
      last = rows.at(-1)?.[0];
      if (this.#late()) return false;
    }
  }

  /**
   * The cell, or NULL where it is too long. As an expression it also loses a collation that would group `Abc` with `ABC`.
   */
  #cell(): string {
    if (!hasText(this.#column)) return this.#name;
    const text = this.#driver.dialect.toText(this.#name);
    return `CASE WHEN LENGTH(${text}) <= ${this.#limits.cellLength} THEN ${this.#asText ? text : this.#name} END`;
  }

  #add(cell: SqlValue | undefined, count: SqlValue | undefined): void {
    // NULL is no value, and people do not ask for bytes.
    if (cell === null || cell === undefined || cell instanceof Uint8Array || this.#full()) return;
    this.#values.add(String(cell), Number(count));
  }

  #full(): boolean {
    return (
      this.#values.size > this.#limits.valuesPerColumn || this.#values.bytes > this.#limits.bytesPerColumn
    );
  }

  #late(): boolean {
    return performance.now() > this.#deadline;
  }

  async #query(sql: string, parameters: readonly SqlValue[], maxRows: number) {
    this.#signal.throwIfAborted();
    const milliseconds = Math.max(1_000, this.#limits.millisecondsPerColumn * STATEMENT_SHARE);
    const options = { maxRows, milliseconds, signal: this.#signal };
    return this.#driver.query(sql, parameters, options);
  }
}

/** Columns whose cells may be long. */
export function hasText(column: IndexedColumn): boolean {
  return column.affinity === "text" || column.affinity === "other";
}

/**
 * An integer that orders the rows of a table and can be searched, written as SQL: its primary key, else the row number that engines such
 * as SQLite keep. Undefined where there is none; then the table cannot be read in slices of rows.
 */
async function rowKey(
  driver: SqlDriver,
  table: TableSchema,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (table.kind !== "table") return undefined;
  const primary = table.columns.filter((column) => column.primaryKeyPosition !== undefined);
  if (primary.length === 1 && primary[0]?.affinity === "integer") {
    return driver.dialect.identifier(primary[0].name);
  }
  if (table.columns.some((column) => column.name.toLowerCase() === "rowid")) return undefined;
  const sql = `SELECT rowid FROM ${qualifiedTable({ driver }, table)} WHERE rowid > 0`;
  const isThere = driver.compile(sql, signal).then(() => "rowid");
  return unlessRefused(isThere, () => undefined);
}
