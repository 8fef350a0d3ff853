import { totalmem } from "node:os";
import { type FileDriver, openFileDriver } from "../../driver/file-driver.ts";
import { refusalOf } from "../../driver/sql-engine-error.ts";
import { duckdbDialect } from "./duckdb-dialect.ts";
import { duckdbStatementInfo } from "./duckdb-statement-info.ts";

/** A file and its options. */
export interface DuckdbDriverOptions {
  /** Of an existing DuckDB database. */
  readonly path: string;
  /** Other files that views of the database read (Parquet, CSV); queries may then name them, too. None by default. */
  readonly readable?: readonly string[];
  /** The database's name, if its file name says nothing. */
  readonly name?: string;
  /** The target's key, if the file's path does not last. */
  readonly key?: string;
  /** Remarks of the database's maker, one sentence each. */
  readonly notes?: readonly string[];
  /** At most this many processes (2). */
  readonly poolSize?: number;
  /** Memory of the engine in each process (a quarter of the machine's). A statement that needs more is refused. */
  readonly memoryBytes?: number;
  /**
   * Nobody can write to the file while it is open. After this time without requests (5,000) it is closed; the next request reopens it, which takes
   * some 400 ms.
   */
  readonly idleMilliseconds?: number;
}

/** The driver of a DuckDB file. Queries run in separate processes, which can be killed. */
export interface DuckdbDriver extends FileDriver {
  /** The notes of the options. */
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

/** Refuses only what the engine cannot detect: the engine's own errors say more. */
function refuseByWords(sql: string): void {
  const info = duckdbStatementInfo(sql);
  const { statements, syntaxError, refusedBecause } = info;
  const isEmpty = statements === 0 && syntaxError === undefined;
  const refusal = isEmpty || refusedBecause !== undefined ? refusalOf(info) : undefined;
  if (refusal !== undefined) throw refusal;
}
