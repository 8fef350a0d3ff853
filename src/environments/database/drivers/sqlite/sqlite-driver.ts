import { type FileDriver, openFileDriver } from "../../driver/file-driver.ts";
import { severalStatements } from "../../driver/sql-engine-error.ts";
import { statementsOf } from "../../sql/tokenize.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";

/** A file and its options. */
export interface SqliteDriverOptions {
  /** Of an existing file. */
  readonly path: string;
  /** At most this many processes (3). */
  readonly poolSize?: number;
  /** How long a reader waits for a writer's lock (2,000). */
  readonly busyMilliseconds?: number;
  /** Replaces the key made from the path, for content that is the same at every path: a hash in hexadecimal. */
  readonly key?: string;
}

/** The driver of a SQLite file. Queries run in separate processes, which can be killed. */
export type SqliteDriver = FileDriver;

/**
 * Opens a SQLite file read-only. An empty file is a database without tables.
 *
 * @throws FuxiError `target-not-found`, `target-not-supported`, `target-denied`, `target-corrupt`, `target-locked`
 */
export function openSqliteDriver({
  path,
  poolSize = 3,
  busyMilliseconds = 2000,
  key,
}: SqliteDriverOptions): Promise<SqliteDriver> {
  return openFileDriver(
    {
      name: "SQLite",
      module: import.meta.url,
      variables: ["SQLITE_TMPDIR"],
      log: "-wal",
      check(sql) {
        // SQLite runs the first statement and silently ignores the rest; readers would think that everything ran.
        if (statementsOf(sql, sqliteDialect.lexical).length > 1) throw severalStatements();
      },
      dialect: () => sqliteDialect,
      // In the order of creation.
      declarations: "SELECT group_concat(name || ' ' || coalesce(sql, ''), char(10)) FROM sqlite_schema",
    },
    { path, key, poolSize, opening: { busyMilliseconds } },
  );
}
