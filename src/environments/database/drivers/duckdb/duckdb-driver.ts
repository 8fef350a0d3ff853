import { createHash } from "node:crypto";
import { totalmem } from "node:os";
import { basename, extname } from "node:path";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { fileVersion } from "../../driver/file-version.ts";
import { filesChangedAt } from "../../driver/files-changed-at.ts";
import { ProcessPool, type RequestBounds } from "../../driver/process-pool.ts";
import { readableFile } from "../../driver/readable-file.ts";
import { rowBounds } from "../../driver/row-collector.ts";
import { COMPILE_MILLISECONDS, type EngineRestrictions, type SqlDriver } from "../../driver/sql-driver.ts";
import { refusalOf, SqlEngineError } from "../../driver/sql-engine-error.ts";
import { WorkerProcess } from "../../driver/worker-process.ts";
import { duckdbDialect } from "./duckdb-dialect.ts";
import { duckdbFailure, duckdbOpenFailure } from "./duckdb-failure.ts";
import { duckdbStatementInfo } from "./duckdb-statement-info.ts";
import type { DuckdbOpening, DuckdbWorkerReply, DuckdbWorkerRequest } from "./duckdb-worker-messages.ts";

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
  /** At most this many processes (2); more only for the moment in which a spare stands ready. */
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
export interface DuckdbDriver extends SqlDriver {
  /** The processes that run now, for diagnosis. */
  readonly processIds: readonly number[];
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
export async function openDuckdbDriver(options: DuckdbDriverOptions): Promise<DuckdbDriver> {
  const path = readableFile(options.path);
  const fileName = options.name ?? basename(path);
  const opening = {
    path,
    readable: options.readable ?? [],
    memoryBytes: options.memoryBytes ?? Math.max(LEAST_MEMORY, Math.floor(totalmem() / MEMORY_SHARE)),
  };
  const opened = Promise.withResolvers<Extract<DuckdbWorkerReply, { kind: "ready" }>>();
  const pool = new ProcessPool<DuckdbWorkerRequest, DuckdbWorkerReply>(
    () => {
      const worker = startDuckdbWorker(opening);
      void worker.ready.then((reply) => reply.kind === "ready" && opened.resolve(reply)).catch(() => {});
      return worker;
    },
    {
      size: options.poolSize ?? 2,
      idleMilliseconds: options.idleMilliseconds ?? 5000,
      endsProcess: (reply) => "isLast" in reply && reply.isLast === true,
    },
    (reply) => duckdbOpenFailure(reply, fileName, path),
  );
  const dataVersion = fileVersion(path, `${path}.wal`, () => pool.retireIdle());
  let restrictions: EngineRestrictions | undefined;
  const guard = () => (restrictions === undefined ? {} : { restrictions });

  async function ask<Kind extends DuckdbWorkerReply["kind"]>(
    kind: Kind,
    request: DuckdbWorkerRequest,
    limits: RequestBounds,
  ): Promise<Extract<DuckdbWorkerReply, { kind: Kind }>> {
    if (request.kind !== "introspect") refuseByWords(request.sql);
    const reply = await pool.run(request, limits);
    if (reply.kind === "refused") throw new SqlEngineError(reply.value);
    if (reply.kind === "complaint") {
      const sql = request.kind === "introspect" ? undefined : request.sql;
      throw duckdbFailure(reply.value, { name: fileName, path }, sql);
    }
    if (reply.kind !== kind)
      throw new FuxiError("internal", `The DuckDB process answered ${reply.kind} to ${request.kind}.`);
    return reply as Extract<DuckdbWorkerReply, { kind: Kind }>;
  }

  await pool.warmUp();
  const { engineVersion, functions } = await opened.promise;
  return {
    target: {
      engine: "duckdb",
      engineVersion,
      name: options.name ?? basename(fileName, extname(fileName)),
      key: options.key ?? createHash("sha256").update(`duckdb\0${path}`).digest("hex").slice(0, 32),
    },
    dialect: duckdbDialect(functions),
    notes: options.notes ?? [],
    get processIds() {
      return pool.processIds;
    },
    async introspect(signal) {
      return (await ask("catalog", { kind: "introspect" }, { signal })).value;
    },
    async query(sql, parameters, options) {
      const request = { kind: "query", sql, parameters, bounds: rowBounds(options), ...guard() } as const;
      return (await ask("rows", request, options)).value;
    },
    async compile(sql, signal) {
      const bounds = { milliseconds: COMPILE_MILLISECONDS, signal };
      return (await ask("columns", { kind: "compile", sql, ...guard() }, bounds)).value;
    },
    async parse(sql, signal) {
      const bounds = { milliseconds: COMPILE_MILLISECONDS, signal };
      return JSON.parse((await ask("tree", { kind: "parse", sql }, bounds)).value) as unknown;
    },
    restrict(given) {
      restrictions = given;
    },
    dataVersion,
    changedAt: () => filesChangedAt([path, `${path}.wal`, ...opening.readable]),
    close: () => pool.close(),
  };
}

/** Only what the engine cannot tell itself: its own word comes with an error that says more. */
function refuseByWords(sql: string): void {
  const info = duckdbStatementInfo(sql);
  const { statements, syntaxError, refusedBecause } = info;
  const isEmpty = statements === 0 && syntaxError === undefined;
  const refusal = isEmpty || refusedBecause !== undefined ? refusalOf(info) : undefined;
  if (refusal !== undefined) throw refusal;
}

/** A process with one read-only instance of the engine on the file. */
function startDuckdbWorker(opening: DuckdbOpening): WorkerProcess<DuckdbWorkerRequest, DuckdbWorkerReply> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new WorkerProcess({
    engine: "DuckDB",
    file: new URL(`./duckdb-worker.${extension}`, import.meta.url),
    arguments: [JSON.stringify(opening)],
  });
}
