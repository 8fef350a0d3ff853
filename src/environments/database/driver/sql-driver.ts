import type { DatabaseSchema, TableName } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { SqlValue } from "./sql-value.ts";

/** Bytes of one statement's rows. Bounds the memory and the artifact store that one answer takes. */
export const DEFAULT_MAX_BYTES = 64_000_000;

/** Characters of a text, bytes of a blob. */
export const DEFAULT_MAX_CELL_LENGTH = 1_000_000;

/** Limits of one statement. A driver that passes its rows through a `rowCollector` respects the row, byte and cell limits. */
export interface StatementOptions {
  /** At most this many rows are returned. The driver probes for one more, so that `truncated` is right. */
  readonly maxRows: number;
  /**
   * Bytes that the rows may hold: texts as UTF-8, blobs, and two more for each cell (64,000,000 unless given). The first row beyond the limit is
   * dropped, and the rest is not read.
   */
  readonly maxBytes?: number;
  /**
   * Longer cells are cut before they are counted, and listed in `cutCells`: characters of a text, bytes of a blob (1,000,000 unless given).
   * `Infinity` cuts none.
   */
  readonly maxCellLength?: number;
  /** Every engine stops the statement after this time. */
  readonly milliseconds: number;
  /** Stops the statement like its time limit does. */
  readonly signal: AbortSignal;
}

/** A column of a result. */
export interface ResultColumn {
  /** As the engine names it; two columns may share a name. */
  readonly name: string;
  /** The engine's name of the type, if it reports one. */
  readonly type?: string;
}

/** Rows of a statement, each with one value per column. */
export interface StatementResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** True if there are more rows. */
  readonly truncated: boolean;
  /** The limit that cut the rows off. `bytes` also if the next row is too wide for the driver to read at all, even the first. */
  readonly truncatedBy?: "rows" | "bytes";
  /** Cells that were cut: `length` is their full length in characters (bytes of a blob). */
  readonly cutCells?: readonly { readonly row: number; readonly column: number; readonly length: number }[];
}

/** What a driver is connected to. Safe to show. */
export interface DriverTarget {
  /** "sqlite", "postgres", … and the engine's version, for labels. */
  readonly engine: string;
  readonly engineVersion: string;
  /** The database's own name, never with credentials or a path. */
  readonly name: string;
  /** A stable key of this target for the cache folder (a hash that reveals nothing). */
  readonly key: string;
}

/** The engine's own statistics of a column, as of its last analysis. */
export interface ColumnStatistics {
  readonly table: TableName;
  readonly column: string;
  /** Frequent values, with their share of all rows (0 to 1). */
  readonly commonValues: readonly { readonly value: string; readonly share: number }[];
  /** Some of the other values. */
  readonly otherValues: readonly string[];
  /** True if an index finds the rows with a given value. */
  readonly indexed: boolean;
}

/** Compiling takes a moment, unless a text is made to explode (CTEs that each use the one before twice). */
export const COMPILE_MILLISECONDS = 5000;

/** Tables and columns that the engine itself must refuse to read. */
export interface EngineRestrictions {
  /** `columns` absent: the whole table. */
  readonly tables: readonly {
    readonly schema: string;
    readonly name: string;
    readonly columns?: readonly string[];
  }[];
  /** Views and CTEs that may read the restricted tables. */
  readonly readers: readonly string[];
  /** Readable views, which may take unrestricted columns from restricted tables. */
  readonly views: readonly string[];
}

/**
 * One database that can be asked but not changed. Read-only is held by the engine, not by looking at the text. All methods may be
 * called in parallel.
 *
 * @throws SqlEngineError for whatever the engine says about a statement; FuxiError `cancelled`, `engine-unavailable`. After a time limit, a
 * cancellation or a lost process the next call works.
 */
export interface SqlDriver {
  // Required of every engine.

  readonly target: DriverTarget;
  readonly dialect: SqlDialect;
  /** Tables, views, columns, keys, comments; row counts where they are cheap. */
  introspect(signal: AbortSignal): Promise<DatabaseSchema>;
  /** Runs one read-only statement. `parameters` are bound in the order of the dialect's placeholders. */
  query(sql: string, parameters: readonly SqlValue[], options: StatementOptions): Promise<StatementResult>;
  /** Compiles one read-only statement without running it: its result columns, or the engine's error. */
  compile(sql: string, signal: AbortSignal): Promise<readonly ResultColumn[]>;
  /** A text that changes whenever rows or tables may have changed. Cheap to read; for refreshing indexes. */
  dataVersion(signal: AbortSignal): Promise<string>;
  close(): Promise<void>;

  // Optional: docs/ports/sql-driver.md says what is missing without them.

  /** Warnings for the administrator, as of the opening: a role that may do more than SELECT, objects that no statement may use. */
  readonly notices?: readonly Diagnosis[];
  /**
   * The engine's own parse tree of a text, for `PrivacyFacts.namesIn`, if only the engine can parse its grammar. For a syntax error the tree says so,
   * and the text is not run.
   */
  parse?(sql: string, signal: AbortSignal): Promise<unknown>;
  /** Applies to every statement from now on; absent if the engine has no such guard. */
  restrict?(restrictions: EngineRestrictions): void;
  /**
   * The time of the last change to the files that hold the rows. Absent for servers: others write to them at any time, so rows are valid only for the
   * moment of the query.
   */
  changedAt?(): Date | undefined;
  /** A text that changes when tables or columns come, go or change their name or type. Cheap to read. */
  schemaVersion?(signal: AbortSignal): Promise<string>;
  /**
   * The engine's own statistics of these tables' columns, read from its catalog without touching the tables. Only for engines with concurrent users:
   * their databases are not read whole unless configured. At most 500 values per column.
   */
  columnStatistics?(tables: readonly TableName[], signal: AbortSignal): Promise<readonly ColumnStatistics[]>;
  /**
   * Problems of this server, role and database, for the administrator: rights, encryption, limits; of a file, whether it is sound. Changes nothing:
   * the one write that it may try, to see it refused, affects no row.
   */
  diagnose?(signal: AbortSignal): Promise<readonly Diagnosis[]>;
}
