import { createHash } from "node:crypto";
import { closeSync, openSync, readSync } from "node:fs";
import { basename, extname } from "node:path";
import { FuxiError } from "../../../../errors/fuxi-error.ts";
import { type Diagnosis, namingDiagnosis } from "../../driver/diagnosis.ts";
import { fileVersion, type LogPath } from "../../driver/file-version.ts";
import { filesChangedAt } from "../../driver/files-changed-at.ts";
import { engineText, namingText } from "../../driver/naming-text.ts";
import { ProcessPool, type RequestBounds } from "../../driver/process-pool.ts";
import { readableFile } from "../../driver/readable-file.ts";
import { rowBounds } from "../../driver/row-collector.ts";
import {
  COMPILE_MILLISECONDS,
  type EngineRestrictions,
  type ResultColumn,
  type SqlDriver,
} from "../../driver/sql-driver.ts";
import { SqlEngineError, severalStatements } from "../../driver/sql-engine-error.ts";
import type {
  ColumnAffinity,
  ColumnSchema,
  DatabaseSchema,
  ForeignKey,
  TableSchema,
} from "../../schema/database-schema.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import { sqliteFailure, sqliteOpenFailure } from "./sqlite-failure.ts";
import type {
  SqliteColumnFacts,
  SqliteTableFacts,
  SqliteWorkerReply,
  SqliteWorkerRequest,
} from "./sqlite-worker-messages.ts";
import { startSqliteWorker } from "./sqlite-worker-process.ts";

/** In the order in which they are tried: the more telling words first, then SQLite's own rules (INT before CHAR before REAL). */
const WORDS: readonly (readonly [RegExp, ColumnAffinity])[] = [
  [/BOOL/, "boolean"],
  [/JSON/, "json"],
  [/DATETIME|TIMESTAMP/, "datetime"],
  [/DATE/, "date"],
  [/\bTIME\b/, "time"],
  [/INT(?!ERVAL)|SERIAL/, "integer"],
  [/CHAR|CLOB|TEXT|STRING|UUID|ENUM/, "text"],
  [/BLOB|BINARY|BYTEA/, "binary"],
  [/REAL|FLOA|DOUB/, "real"],
  [/DEC|NUM|MONEY/, "decimal"],
  [/^YEAR\b/, "integer"],
];

/** What a declaration tells about the values; SQLite itself would take any value anywhere. */
function sqliteAffinity(declaredType: string): ColumnAffinity {
  const upper = declaredType.toUpperCase();
  return WORDS.find(([word]) => word.test(upper))?.[1] ?? "other";
}

/** Makes the schema from what the pragmas say; foreign keys get the names as their tables declare them. */
function sqliteSchema(facts: readonly SqliteTableFacts[]): DatabaseSchema {
  const byName = new Map(facts.map((table) => [fold(table.name), table]));
  return {
    tables: facts.map(
      (table): TableSchema => ({
        name: table.name,
        kind: table.kind,
        columns: columnsOf(table),
        foreignKeys: foreignKeysOf(table, byName),
        ...(table.rowCount === undefined ? {} : { rowCount: table.rowCount }),
      }),
    ),
  };
}

function columnsOf(table: SqliteTableFacts): ColumnSchema[] {
  const keySize = table.columns.filter(({ primaryKeyPosition }) => primaryKeyPosition > 0).length;
  const unique = new Set(
    table.uniqueIndexes.flatMap((columns) => (columns.length === 1 && columns[0] ? [fold(columns[0])] : [])),
  );
  return table.columns.map(({ name, type, notNull, primaryKeyPosition }) => {
    const onlyKey = primaryKeyPosition > 0 && keySize === 1;
    return {
      name,
      declaredType: type,
      affinity: sqliteAffinity(type),
      // Other keys than INTEGER PRIMARY KEY may hold NULL in SQLite.
      nullable: !notNull && !(onlyKey && type.toUpperCase() === "INTEGER"),
      ...(primaryKeyPosition > 0 ? { primaryKeyPosition } : {}),
      ...(onlyKey || unique.has(fold(name)) ? { unique: true } : {}),
    };
  });
}

function foreignKeysOf(table: SqliteTableFacts, byName: ReadonlyMap<string, SqliteTableFacts>): ForeignKey[] {
  return [...Map.groupBy(table.foreignKeys, ({ id }) => id).values()].map((parts) => {
    const written = parts[0]?.table ?? "";
    const referenced = byName.get(fold(written));
    const key = (referenced?.columns ?? [])
      .filter(({ primaryKeyPosition }) => primaryKeyPosition > 0)
      .sort((a, b) => a.primaryKeyPosition - b.primaryKeyPosition);
    return {
      columns: parts.map(({ from }) => declaredName(table, from)),
      referencedTable: referenced?.name ?? written,
      referencedColumns: parts.map(({ to, from }, index) =>
        to === null ? (key[index]?.name ?? from) : declaredName(referenced, to),
      ),
    };
  });
}

function declaredName(table: SqliteTableFacts | undefined, column: string): string {
  return table?.columns.find(({ name }) => fold(name) === fold(column))?.name ?? column;
}

function fold(name: string): string {
  return name.toLowerCase();
}

/** A file of some gigabytes is not looked through to its end. */
const CHECK_MILLISECONDS = 10_000;

/** What the look through the whole file says; `find` gives the engine's lines. They name tables, which may be denied: only their number is told. */
export async function integrityDiagnosis(
  find: () => Promise<readonly string[]>,
  path: string,
): Promise<Diagnosis> {
  const name = "integrity";
  const byHand = `sqlite3 "${path}" "PRAGMA quick_check"`;
  try {
    const faults = await find();
    if (faults.length === 0)
      return { name, state: "ok", text: "The structure of the file is sound (PRAGMA quick_check)." };
    return {
      name,
      state: "fault",
      text: `The file is damaged: PRAGMA quick_check finds ${faults.length} ${faults.length === 1 ? "fault" : "faults"}. Answers from it may be wrong.`,
      mend: `${byHand}   # tells them; then restore a backup, or save what is left: sqlite3 "${path}" .recover | sqlite3 saved.sqlite`,
    };
  } catch (error) {
    if (!FuxiError.isInstance(error) || error.code === "cancelled") throw error;
    if (error.code === "engine-timeout") {
      return {
        name,
        state: "ok",
        text: `No damage was found in ${CHECK_MILLISECONDS / 1000} seconds, which was too short for the whole file. To look at all of it: ${byHand}`,
      };
    }
    return namingDiagnosis(
      { name, state: error.code === "target-corrupt" ? "fault" : "warning" },
      namingText`The file could not be looked through: ${engineText(error.message)}`,
      error.hint === undefined ? undefined : { text: error.hint, named: [] },
    );
  }
}

/** The file format's version for reading (offset 19 of the header): 1 for a rollback journal, 2 for a write-ahead log. */
const READ_VERSION = { offset: 19, rollback: 1 };

/**
 * The write-ahead log of a SQLite file, or none for a file that the header says has a rollback journal. Going over to a log writes the header, which
 * shows in the file's state: the header is read once for each. A look at a file that is not there takes as long as one at a file that is.
 */
function writeAheadLog(path: string): LogPath {
  let known: { readonly state: string; readonly logPath: string | undefined } | undefined;
  return (state) => {
    if (known?.state !== state)
      known = { state, logPath: hasRollbackJournal(path) ? undefined : `${path}-wal` };
    return known.logPath;
  };
}

function hasRollbackJournal(path: string): boolean {
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const version = Buffer.alloc(1);
    readSync(file, version, 0, 1, READ_VERSION.offset);
    return version[0] === READ_VERSION.rollback;
  } catch {
    return false;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What is not closed goes to the end: to look for its end again at every following character would take for ever. */
const TOKENS =
  /'(?:[^']+|'')*(?:'|$)|"(?:[^"]+|"")*(?:"|$)|`(?:[^`]+|``)*(?:`|$)|\[[^\]]*(?:\]|$)|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<end>;)|\s+|(?<other>[\s\S])/gy;

/**
 * True when more than one statement stands in the text. SQLite prepares the first and leaves the rest, silently; a reader would think that
 * everything ran. Inside a query a semicolon stands only in quotes and comments.
 */
export function hasSeveralStatements(sql: string): boolean {
  let ended = false;
  let begun = false;
  for (const { 0: token, groups } of sql.matchAll(TOKENS)) {
    const blank = token.startsWith("--") || token.startsWith("/*") || token.trim() === "";
    if (groups?.end) ended = begun;
    else if (!blank) {
      if (ended) return true;
      begun = true;
    }
  }
  return false;
}

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
  const dataVersion = fileVersion(path, writeAheadLog(path), () => pool.retireIdle());
  let guard: { readonly restrictions?: EngineRestrictions } = {};

  async function ask<Kind extends SqliteWorkerReply["kind"]>(
    kind: Kind,
    request: SqliteWorkerRequest,
    limits: RequestBounds,
  ): Promise<Extract<SqliteWorkerReply, { kind: Kind }>> {
    const sql = "sql" in request ? request.sql : undefined;
    if (sql !== undefined && hasSeveralStatements(sql)) throw severalStatements();
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
      return sqliteSchema((await ask("tables", { kind: "introspect" }, { signal })).value);
    },
    async query(sql, parameters, options) {
      const request = { kind: "query", sql, parameters, bounds: rowBounds(options), ...guard } as const;
      const { columns, ...rows } = (await ask("rows", request, options)).value;
      return { columns: columns.map(resultColumn), ...rows };
    },
    async compile(sql, signal) {
      const bounds = { milliseconds: COMPILE_MILLISECONDS, signal };
      return (await ask("columns", { kind: "compile", sql, ...guard }, bounds)).value.map(resultColumn);
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
    async diagnose(signal) {
      const work = async (): Promise<readonly string[]> =>
        (await ask("checked", { kind: "check" }, { milliseconds: CHECK_MILLISECONDS, signal })).value;
      return [await integrityDiagnosis(work, path)];
    },
    close: () => pool.close(),
  };
}

function resultColumn({ name, table, column, type }: SqliteColumnFacts): ResultColumn {
  return {
    name,
    ...(table === null || column === null ? {} : { origin: { table, column } }),
    ...(type === null || type === "" ? {} : { type }),
  };
}
