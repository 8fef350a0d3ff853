import { totalmem } from "node:os";
import { type FileDriver, openFileDriver } from "../../driver/file-driver.ts";
import { refusalOf } from "../../driver/sql-engine-error.ts";
import { duckdbDialect } from "./duckdb-dialect.ts";
import { duckdbStatementInfo } from "./duckdb-statement-info.ts";

/** The file, and how it is read. */
export interface DuckdbDriverOptions {
  /** Of an existing DuckDB database. */
  readonly path: string;
  /** Other files that views of the database read (Parquet, CSV); queries may then name them, too. None unless given. */
  readonly readable?: readonly string[];
  /** What to call the database, where its file's name says nothing. */
  readonly name?: string;
  /** The key of the target, where the file's path is no lasting one. */
  readonly key?: string;
  /** What whoever made the database has to say about it, one sentence each. */
  readonly notes?: readonly string[];
  /** At most this many processes (2). */
  readonly poolSize?: number;
  /** Memory of the engine in each of them (a quarter of the machine's). A statement that needs more is refused. */
  readonly memoryBytes?: number;
  /**
   * Nobody can write to the file while it is open. When nothing was asked for so long (5,000), it is closed, and opened again with the next
   * request, which then takes some 400 ms longer.
   */
  readonly idleMilliseconds?: number;
}

/** The driver of a DuckDB file: queries run in processes of their own, which can be ended. */
export interface DuckdbDriver extends FileDriver {
  /** As given when it was opened. */
  readonly notes: readonly string[];
}

const MEMORY_SHARE = 4;
const LEAST_MEMORY = 256 * 2 ** 20;

/**
 * Opens a DuckDB file read-only.
 *
 * @throws FuxiError `target-not-found`, `target-not-supported`, `target-denied`, `target-corrupt`, `target-locked`, `dependency-missing`
 */
export async function openDuckdbDriver({
  poolSize = 2,
  idleMilliseconds = 5000,
  readable = [],
  memoryBytes = Math.max(LEAST_MEMORY, Math.floor(totalmem() / MEMORY_SHARE)),
  notes = [],
  ...file
}: DuckdbDriverOptions): Promise<DuckdbDriver> {
  const driver = await openFileDriver(
    {
      name: "DuckDB",
      module: import.meta.url,
      log: ".wal",
      check: refuseByWords,
      dialect: ({ functions }) => duckdbDialect(functions),
      parses: true,
    },
    { ...file, poolSize, idleMilliseconds, readable, opening: { readable, memoryBytes } },
  );
  return Object.assign(driver, { notes });
}

/** Only what the engine cannot tell itself: its own word comes with an error that says more. */
function refuseByWords(sql: string): void {
  const info = duckdbStatementInfo(sql);
  const { statements, syntaxError, refusedBecause } = info;
  const isEmpty = statements === 0 && syntaxError === undefined;
  const refusal = isEmpty || refusedBecause !== undefined ? refusalOf(info) : undefined;
  if (refusal !== undefined) throw refusal;
}
