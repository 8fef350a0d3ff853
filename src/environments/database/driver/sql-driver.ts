import type { DatabaseSchema, TableName } from "../schema/database-schema.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import type { Diagnosis } from "./diagnosis.ts";
import type { SqlValue } from "./sql-value.ts";

/** Of the rows of one statement: what one answer may take of memory and of the artifact store. */
export const DEFAULT_MAX_BYTES = 64_000_000;

/** Characters of a text, bytes of a blob. */
export const DEFAULT_MAX_CELL_LENGTH = 1_000_000;

/** Bounds of one statement. A driver that gives its rows to a `rowCollector` one by one keeps to those of its rows. */
export interface StatementOptions {
  /** At most this many rows are returned; one more is probed for, so that `truncated` is the truth. */
  readonly maxRows: number;
  /**
   * The rows hold at most this many bytes: texts as UTF-8, blobs, two more for each cell (64,000,000 unless given). The row that would go over
   * is left out, and the rest is not read.
   */
  readonly maxBytes?: number;
  /**
   * Longer cells are cut before they are counted, and told in `cutCells`: characters of a text, bytes of a blob (1,000,000 unless given).
   * `Infinity` has them whole.
   */
  readonly maxCellLength?: number;
  /** The statement is really stopped after this time, on every engine. */
  readonly milliseconds: number;
  /** Stops the statement like its time limit does. */
  readonly signal: AbortSignal;
}

/** A column of a result. */
export interface ResultColumn {
  /** As the engine calls it; two columns may have the same. */
  readonly name: string;
  /** The engine's own name of the type, where it tells. */
  readonly type?: string;
}

/** Rows of a statement, each with one value per column. */
export interface StatementResult {
  readonly columns: readonly ResultColumn[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** True where there are more rows than these. */
  readonly truncated: boolean;
  /** Which bound left rows out; `bytes` also where the next row is too wide for the driver to take in at all. There may be no rows then. */
  readonly truncatedBy?: "rows" | "bytes";
  /** Cells that were too long to hand over whole: `length` is their full length in characters (bytes of a blob). */
  readonly cutCells?: readonly { readonly row: number; readonly column: number; readonly length: number }[];
}

/** What a driver is connected to, in words that may be shown. */
export interface DriverTarget {
  /** "sqlite", "postgres", … and the engine's version, for labels. */
  readonly engine: string;
  readonly engineVersion: string;
  /** The database's own name, never with credentials or a path. */
  readonly name: string;
  /** A stable key of this target for the cache folder (a hash; nothing can be read from it). */
  readonly key: string;
  /** True when the role could write if it were let: worth a warning at start, as a role with SELECT only is the safer guard. */
  readonly roleCanWrite?: boolean;
}

/** What the engine itself knows of a column's values, from the last time it looked. */
export interface ColumnStatistics {
  readonly table: TableName;
  readonly column: string;
  /** Values that stand in many rows, with the share of all rows (0 to 1). */
  readonly commonValues: readonly { readonly value: string; readonly share: number }[];
  /** Some of the other values. */
  readonly otherValues: readonly string[];
  /** How many different values there are, about. */
  readonly distinct?: number;
  /** Rows without a value, 0 to 1. */
  readonly nullShare?: number;
  /** An index of the engine finds the rows with one value. */
  readonly indexed: boolean;
  /** False where the engine never looked, or does not tell this role. */
  readonly known: boolean;
}

/** Compiling takes a moment, unless a text is made to explode (CTEs that each use the one before twice). */
export const COMPILE_MILLISECONDS = 5000;

/** What an engine is to refuse by itself, besides what is kept from it. */
export interface EngineRestrictions {
  /** `columns` absent: the whole table. */
  readonly tables: readonly {
    readonly schema: string;
    readonly name: string;
    readonly columns?: readonly string[];
  }[];
  /** Views and CTEs that may read them all the same. */
  readonly readers: readonly string[];
  /** Views that may be seen: they may take other columns from restricted tables. */
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
  readonly target: DriverTarget;
  readonly dialect: SqlDialect;
  /** Tables, views, columns, keys, comments; row counts where they are cheap. */
  introspect(signal: AbortSignal): Promise<DatabaseSchema>;
  /** Runs one read-only statement. `parameters` are bound in the order of the dialect's placeholders. */
  query(sql: string, parameters: readonly SqlValue[], options: StatementOptions): Promise<StatementResult>;
  /** Compiles one read-only statement without running it: its result columns, or the engine's error. */
  compile(sql: string, signal: AbortSignal): Promise<readonly ResultColumn[]>;
  /**
   * The engine's own parse tree of a text, for `PrivacyFacts.namesIn`, where only the engine has a parser of its grammar. A text that it
   * cannot parse is told by a tree that says so, and is not run.
   */
  parse?(sql: string, signal: AbortSignal): Promise<unknown>;
  /** Holds for every statement from now on; absent where the engine has no such guard. */
  restrict?(restrictions: EngineRestrictions): void;
  /** A text that changes whenever rows or tables may have changed, cheap to ask for; for refreshing indexes. */
  dataVersion(signal: AbortSignal): Promise<string>;
  /**
   * When the files that hold the rows were last changed. Absent for servers: others write to them at any time, so that rows hold for the moment
   * in which they are asked for.
   */
  changedAt?(): Date | undefined;
  /** A text that changes when tables or columns come, go or change their name or type; cheap to ask for. */
  schemaVersion?(signal: AbortSignal): Promise<string>;
  /**
   * The engine's own statistics of these tables' columns, read from its catalog without touching the tables. Only drivers of engines that
   * others work on at the same time have it: their databases are then not read whole unless somebody says so. At most 500 values of a column.
   */
  columnStatistics?(tables: readonly TableName[], signal: AbortSignal): Promise<readonly ColumnStatistics[]>;
  /**
   * What would go wrong with this server, role and database, for whoever sets it up: rights, encryption, limits; of a file, whether it is
   * sound. Changes nothing; the one write that it may try, to see it refused, would be of nothing.
   */
  diagnose?(signal: AbortSignal): Promise<readonly Diagnosis[]>;
  close(): Promise<void>;
}
