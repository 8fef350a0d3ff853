import { createHash } from "node:crypto";
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { basename, extname, resolve } from "node:path";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import { given } from "../../../util/given.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { fileVersion } from "./file-version.ts";
import { rowBounds } from "./row-collector.ts";
import { type SessionBounds, Sessions } from "./sessions.ts";
import { COMPILE_MILLISECONDS, type EngineRestrictions, type SqlDriver } from "./sql-driver.ts";
import {
  type OpenedEngine,
  receivedError,
  type WorkerAnswers,
  type WorkerRequest,
} from "./worker-messages.ts";
import { workerPool } from "./worker-pool.ts";

/** An engine that reads a file in separate processes. */
export interface FileEngine {
  /** The display name. */
  readonly name: string;
  /** URL of the engine's module; the main file of its worker process lies beside it. */
  readonly module: string;
  /** Environment variables that the process gets besides those of every worker. */
  readonly variables?: readonly string[];
  /** The suffix of the write-ahead log's file name. */
  readonly log: string;
  /** Refuses texts that the engine would run only in part, or refuse with a poorer message. */
  check(sql: string): void;
  dialect(opened: OpenedEngine): SqlDialect;
  /** True if only the engine itself can parse its grammar. */
  readonly parses?: true;
  /** A query whose result is the text of all declarations. */
  readonly declarations?: string;
}

/** One file and how it is read. */
export interface FileOptions {
  readonly path: string;
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly poolSize: number;
  readonly idleMilliseconds?: number;
  /** Other files with rows of the database. */
  readonly readable?: readonly string[];
  /** Options for the worker process besides path and name. */
  readonly opening: Readonly<Record<string, unknown>>;
}

/** The driver of a file. Queries run in separate processes, which can be killed. */
export interface FileDriver extends SqlDriver {
  /** The running processes, for diagnosis. */
  readonly processIds: readonly number[];
}

const DECLARED_BYTES = 64 * 1024 * 1024;

/** @throws FuxiError `target-not-found`, `target-not-supported`, `target-denied`, `target-corrupt`, `target-locked`, `dependency-missing` */
export async function openFileDriver(engine: FileEngine, options: FileOptions): Promise<FileDriver> {
  const path = readableFile(options.path);
  const name = options.name ?? basename(path);
  const label = engine.name.toLowerCase();
  const worker = `./${label}-worker${extname(new URL(engine.module).pathname)}`;
  const pool = workerPool(
    {
      engine: engine.name,
      file: new URL(worker, engine.module),
      arguments: [JSON.stringify({ ...options.opening, path, name })],
      variables: engine.variables ?? [],
    },
    options.idleMilliseconds,
  );
  const sessions = new Sessions(pool, options.poolSize);
  const log = `${path}${engine.log}`;
  const dataVersion = fileVersion(path, log, pool.retire);
  let guard: { readonly restrictions?: EngineRestrictions } = {};

  async function ask<Kind extends WorkerRequest["kind"]>(
    request: WorkerRequest & { readonly kind: Kind },
    bounds: SessionBounds,
  ): Promise<WorkerAnswers[Kind]> {
    if ("sql" in request) engine.check(request.sql);
    const reply = await sessions.transaction(bounds, async (process, state) => {
      const reply = await process.ask(request);
      if ("error" in reply) state.isCutOff = reply.isLast;
      return reply;
    });
    if ("error" in reply) throw receivedError(reply.error);
    return reply.value as WorkerAnswers[Kind];
  }
  const soon = (signal: AbortSignal): SessionBounds => ({ milliseconds: COMPILE_MILLISECONDS, signal });

  // The process starts before the caller goes on to load other modules, which takes longer.
  await sessions.transaction({ signal: new AbortController().signal }, async () => {});
  const opened = pool.opened as OpenedEngine;
  const { declarations = "" } = engine;
  const parse = async (sql: string, signal: AbortSignal) =>
    JSON.parse(await ask({ kind: "parse", sql }, soon(signal))) as unknown;
  const schemaVersion = async (signal: AbortSignal) => {
    const bounds = { maxRows: 1, maxBytes: DECLARED_BYTES, maxCellLength: DECLARED_BYTES };
    const request = { kind: "query", sql: declarations, parameters: [], bounds } as const;
    const { rows } = await ask(request, soon(signal));
    return createHash("sha256").update(String(rows[0]?.[0])).digest("hex");
  };
  return {
    target: {
      engine: label,
      engineVersion: opened.engineVersion,
      name: options.name ?? basename(name, extname(name)),
      key: options.key ?? createHash("sha256").update(`${label}\0${path}`).digest("hex").slice(0, 32),
    },
    dialect: engine.dialect(opened),
    get processIds() {
      return pool.processIds;
    },
    introspect: (signal) => ask({ kind: "introspect" }, { signal }),
    query: (sql, parameters, given) =>
      ask({ kind: "query", sql, parameters, bounds: rowBounds(given), ...guard }, given),
    compile: (sql, signal) => ask({ kind: "compile", sql, ...guard }, soon(signal)),
    restrict(restrictions) {
      guard = { restrictions };
    },
    dataVersion,
    changedAt: () => changedAt([path, log, ...(options.readable ?? [])]),
    ...given({
      parse: engine.parses && parse,
      schemaVersion: declarations === "" ? undefined : schemaVersion,
    }),
    close: () => sessions.close(),
  };
}

/** The latest change of these files. Missing and empty files do not count: merely opening a database creates an empty log. */
function changedAt(paths: readonly string[]): Date | undefined {
  const times = paths.flatMap((path) => {
    const facts = statSync(path, { throwIfNoEntry: false });
    return facts === undefined || facts.size === 0 ? [] : [facts.mtimeMs];
  });
  return times.length === 0 ? undefined : new Date(Math.max(...times));
}

/**
 * The real path of a readable file, or a clear refusal. The file is not opened here: closing a second handle of a database file would drop the
 * locks that the calling program may hold on it (POSIX locks belong to the process).
 */
function readableFile(path: string): string {
  const name = basename(path);
  try {
    const facts = statSync(path);
    if (facts.isDirectory()) {
      throw new FuxiError("target-not-supported", `${name} is a folder, not a database file.`, {
        hint: "Name the file inside it.",
      });
    }
    if (!facts.isFile()) throw new FuxiError("target-not-supported", `${name} is not an ordinary file.`);
    accessSync(path, constants.R_OK);
    return realpathSync.native(path);
  } catch (error) {
    if (FuxiError.isInstance(error)) throw error;
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "EACCES" || code === "EPERM") {
      throw new FuxiError("target-denied", `${name} may not be read by this user.`, {
        hint: "Check the permissions of the file and its folders.",
      });
    }
    throw new FuxiError("target-not-found", `There is no file ${resolve(path)}.`, {
      hint: "Check the path; Fuxi never creates a database.",
    });
  }
}
