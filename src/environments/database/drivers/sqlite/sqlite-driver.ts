import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { fileVersion } from "../../driver/file-version.ts";
import { filesChangedAt } from "../../driver/files-changed-at.ts";
import { ProcessPool, type RequestBounds } from "../../driver/process-pool.ts";
import { readableFile } from "../../driver/readable-file.ts";
import { rowBounds } from "../../driver/row-collector.ts";
import { COMPILE_MILLISECONDS, type EngineRestrictions, type SqlDriver } from "../../driver/sql-driver.ts";
import { SqlEngineError, severalStatements } from "../../driver/sql-engine-error.ts";
import { WorkerProcess } from "../../driver/worker-process.ts";
import { statementsOf } from "../../sql/tokenize.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { sqliteFailure, sqliteOpenFailure } from "./sqlite-failure.ts";
import type { SqliteWorkerReply, SqliteWorkerRequest } from "./sqlite-worker-messages.ts";

/** The file, and how it is read. */
export interface SqliteDriverOptions {
  /** Of an existing file. */
  readonly path: string;
  /** At most this many processes (3); more only for the moment in which a spare stands ready. */
  readonly poolSize?: number;
  /** How long a reader waits for a writer's lock (2,000). */
  readonly busyMilliseconds?: number;
  /** In place of one made from the path, for content that is the same wherever it lies: a hash in hexadecimal. */
  readonly key?: string;
}

/** All declarations, in the order in which they were made. */
const SCHEMA_TEXT = "SELECT group_concat(name || ' ' || coalesce(sql, ''), char(10)) FROM sqlite_schema";
const SCHEMA_BYTES = 64 * 1024 * 1024;

/** The driver of a SQLite file: queries run in processes of their own, which can be ended. */
export interface SqliteDriver extends SqlDriver {
  /** The processes that run now, for diagnosis. */
  readonly processIds: readonly number[];
}

/**
 * Opens a SQLite file read-only. An empty file is a database without tables.
 *
 * @throws FuxiError `target-not-found`, `target-not-supported`, `target-denied`, `target-corrupt`, `target-locked`
 */
export async function openSqliteDriver(options: SqliteDriverOptions): Promise<SqliteDriver> {
  const path = readableFile(options.path);
  const fileName = basename(path);
  const pool = new ProcessPool(
    () => startSqliteWorker(path, options.busyMilliseconds ?? 2000),
    { size: options.poolSize ?? 3 },
    (reply) => sqliteOpenFailure(reply, fileName),
  );
  const dataVersion = fileVersion(path, `${path}-wal`, () => pool.retireIdle());
  let guard: { readonly restrictions?: EngineRestrictions } = {};

  async function ask<Kind extends SqliteWorkerReply["kind"]>(
    kind: Kind,
    request: SqliteWorkerRequest,
    limits: RequestBounds,
  ): Promise<Extract<SqliteWorkerReply, { kind: Kind }>> {
    const sql = "sql" in request ? request.sql : undefined;
    // SQLite prepares the first and leaves the rest, silently; a reader would think that everything ran.
    if (sql !== undefined && statementsOf(sql, sqliteDialect.lexical).length > 1) throw severalStatements();
    const reply = await pool.run(request, limits);
    if (reply.kind === "complaint") throw sqliteFailure(reply.value, fileName, sql);
    if (reply.kind === "not-a-query")
      throw new SqlEngineError({
        kind: "not-read-only",
        engineMessage: "Only queries may be run; this statement returns no rows.",
      });
    if (reply.kind !== kind)
      throw new FuxiError("internal", `The SQLite process answered ${reply.kind} to ${request.kind}.`);
    return reply as Extract<SqliteWorkerReply, { kind: Kind }>;
  }

  // Nothing was awaited until here: the process starts before the caller goes on to load other modules, which takes longer.
  await pool.warmUp();
  return {
    target: {
      engine: "sqlite",
      engineVersion: process.versions.sqlite ?? "",
      name: basename(fileName, extname(fileName)),
      key: options.key ?? createHash("sha256").update(`sqlite\0${path}`).digest("hex").slice(0, 32),
    },
    dialect: sqliteDialect,
    get processIds() {
      return pool.processIds;
    },
    async introspect(signal) {
      return (await ask("tables", { kind: "introspect" }, { signal })).value;
    },
    async query(sql, parameters, options) {
      const request = { kind: "query", sql, parameters, bounds: rowBounds(options), ...guard } as const;
      return (await ask("rows", request, options)).value;
    },
    async compile(sql, signal) {
      const bounds = { milliseconds: COMPILE_MILLISECONDS, signal };
      return (await ask("columns", { kind: "compile", sql, ...guard }, bounds)).value;
    },
    restrict(restrictions) {
      guard = { restrictions };
    },
    dataVersion,
    changedAt: () => filesChangedAt([path, `${path}-wal`]),
    async schemaVersion(signal) {
      const bounds = { milliseconds: COMPILE_MILLISECONDS, signal };
      const all = rowBounds({ maxRows: 1, maxBytes: SCHEMA_BYTES, maxCellLength: SCHEMA_BYTES });
      const request = { kind: "query", sql: SCHEMA_TEXT, parameters: [], bounds: all } as const;
      const { rows } = (await ask("rows", request, bounds)).value;
      return createHash("sha256").update(String(rows[0]?.[0])).digest("hex");
    },
    close: () => pool.close(),
  };
}

/** A process with one read-only connection to the file. */
function startSqliteWorker(
  path: string,
  busyMilliseconds: number,
): WorkerProcess<SqliteWorkerRequest, SqliteWorkerReply> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new WorkerProcess({
    engine: "SQLite",
    file: new URL(`./sqlite-worker.${extension}`, import.meta.url),
    arguments: [path, String(busyMilliseconds)],
    variables: ["SQLITE_TMPDIR"],
  });
}
