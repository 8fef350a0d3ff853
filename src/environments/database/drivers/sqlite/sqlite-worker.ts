import { statSync } from "node:fs";
import { constants, DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { exactInteger } from "../../driver/exact-number.ts";
import { type RowBounds, rowCollector } from "../../driver/row-collector.ts";
import { serveRequests, type WorkerSession } from "../../driver/serve-requests.ts";
import type { EngineRestrictions, ResultColumn, StatementResult } from "../../driver/sql-driver.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { readSqliteSchema } from "./sqlite-introspection.ts";

/** Actions needed for reading. All others (ATTACH, every write, transactions, PRAGMA, …) are denied. */
const READING = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** `load_extension` runs foreign code, `fts3_tokenizer` takes pointers; `readfile` and its like come with extended builds. */
const DENIED_FUNCTIONS = new Set("load_extension fts3_tokenizer readfile writefile edit fsdir".split(" "));

/** Pragmas that full-text and R-tree tables read about themselves; without an argument they change nothing. */
const SELF_PRAGMAS = new Set(["data_version", "page_size"]);

/** Pragmas that tell what the file holds. Queries read them too, as table functions (`pragma_table_info('t')`), except under restrictions. */
const INTROSPECTION_PRAGMAS = new Set(
  "table_list table_info table_xinfo foreign_key_list index_list index_info index_xinfo page_count".split(
    " ",
  ),
);

/** `reader`: the innermost view or CTE that does the reading. */
type Authorizer = (
  action: number,
  first: string | null,
  second: string | null,
  database: string | null,
  reader: string | null,
) => number;

/** SQLite's own tables hold declarations, and samples of indexed values. */
const CATALOG = /^sqlite_/u;

function guardOf({
  tables,
  readers,
}: EngineRestrictions): (table: string | null, column: string | null, reader: string | null) => boolean {
  const guarded = new Map(
    tables.map(({ name, columns }) => [
      name.toLowerCase(),
      columns && new Set(columns.map((column) => column.toLowerCase())),
    ]),
  );
  const mayRead = new Set(readers);
  return (table, column, reader) => {
    if (reader !== null && mayRead.has(reader)) return false;
    const name = (table ?? "").toLowerCase();
    if (CATALOG.test(name)) return true;
    if (!guarded.has(name)) return false;
    return guarded.get(name)?.has((column ?? "").toLowerCase()) ?? true;
  };
}

/**
 * The authorizer: SQLite asks it about every action while it prepares (and, for VACUUM, runs) a statement. It guards where a read-only handle does
 * not: `VACUUM INTO` writes a file from one.
 */
function authorizeReading(restrictions?: EngineRestrictions): Authorizer {
  const isGuarded = restrictions === undefined ? () => false : guardOf(restrictions);
  return (action, first, second, _database, reader) => {
    if (action === constants.SQLITE_READ && isGuarded(first, second, reader)) return constants.SQLITE_DENY;
    if (action === constants.SQLITE_FUNCTION) {
      return DENIED_FUNCTIONS.has((second ?? "").toLowerCase()) ? constants.SQLITE_DENY : constants.SQLITE_OK;
    }
    if (READING.has(action)) return constants.SQLITE_OK;
    if (action === constants.SQLITE_PRAGMA) {
      const pragma = (first ?? "").toLowerCase();
      if (SELF_PRAGMAS.has(pragma) && second === null) return constants.SQLITE_OK;
      if (restrictions === undefined && INTROSPECTION_PRAGMAS.has(pragma)) return constants.SQLITE_OK;
    }
    return constants.SQLITE_DENY;
  };
}

const CANNOT_OPEN = 14;
const READ_ONLY = 8;

/**
 * Opens a file for reading and reads its schema once, so that a damaged, locked or foreign file fails now and not at the first query.
 *
 * A database in WAL mode needs a `-shm` file beside it. If the folder is not writable and holds no unfinished `-wal`, the file cannot change either,
 * and is opened as immutable.
 */
function openReadOnly(path: string, busyMilliseconds: number): DatabaseSync {
  try {
    return openAndProbe(path, busyMilliseconds);
  } catch (error) {
    const code = (error as { errcode?: number }).errcode ?? 0;
    const unwritableFolder = (code & 0xff) === CANNOT_OPEN || (code & 0xff) === READ_ONLY;
    const leftovers = sizeOf(`${path}-wal`) + sizeOf(`${path}-journal`);
    if (!unwritableFolder || sizeOf(path) === 0 || leftovers > 0) throw error;
    const immutable = pathToFileURL(path);
    immutable.searchParams.set("immutable", "1");
    return openAndProbe(immutable, busyMilliseconds);
  }
}

function openAndProbe(path: string | URL, busyMilliseconds: number): DatabaseSync {
  const database = new DatabaseSync(path, {
    readOnly: true,
    timeout: busyMilliseconds,
    // SQLite's own default, on which one Spider query in five relies.
    enableDoubleQuotedStringLiterals: true,
    allowExtension: false,
    defensive: true,
  });
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    connectVirtualTables(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Initialises virtual tables before the authorizer is set: an R-tree prepares its own writing statements at first use, which the authorizer would
 * refuse. Nothing is written. A virtual table of a missing module stays unreadable.
 */
function connectVirtualTables(database: DatabaseSync): void {
  const virtual = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    .all() as { name: string }[];
  for (const { name } of virtual) {
    try {
      database.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 0`);
    } catch {
      // the query that needs the table reports it
    }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

interface Opening {
  readonly path: string;
  /** Without the folder, for messages. */
  readonly name: string;
  readonly busyMilliseconds: number;
}

function openSession({ path, busyMilliseconds }: Opening): WorkerSession {
  const database = openReadOnly(path, busyMilliseconds);
  let current: string | undefined;
  const guard = (wanted?: EngineRestrictions): void => {
    const key = JSON.stringify(wanted ?? null);
    if (key !== current) database.setAuthorizer(authorizeReading(wanted));
    current = key;
  };
  guard();
  return {
    opened: { engineVersion: process.versions.sqlite ?? "", functions: [] },
    answer(request) {
      if (request.kind === "introspect") {
        current = undefined;
        database.setAuthorizer(authorizeReading());
        return readSqliteSchema(database);
      }
      if (request.kind === "parse") return undefined;
      if (request.kind === "compile") {
        // SQLite compiles against its cached schema, and notices another process's changes only when a statement runs.
        guard();
        database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
      }
      guard(request.restrictions);
      const statement = database.prepare(request.sql);
      const columns = statement
        .columns()
        .map(({ name, type }): ResultColumn => ({ name, ...(type ? { type } : {}) }));
      // The authorizer sees VACUUM only while it runs, so statements without columns are not run at all.
      if (columns.length === 0)
        throw new SqlEngineError({
          kind: "not-read-only",
          engineMessage: "Only queries may be run; this statement returns no rows.",
        });
      if (request.kind === "compile") return columns;
      return { columns, ...readRows(statement, request.parameters, request.bounds) };
    },
  };
}

const opening = JSON.parse(process.argv[2] ?? "{}") as Opening;
await serveRequests(
  () => openSession(opening),
  async (error, sql) => (await import("./sqlite-failure.ts")).sqliteFailure(error, opening.name, sql),
);

/** Reads one row more than asked for, and never holds more than the limits: the rest of a huge result is not even fetched. */
function readRows(
  statement: StatementSync,
  parameters: readonly SqlValue[],
  bounds: RowBounds,
): Omit<StatementResult, "columns"> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const collector = rowCollector(bounds);
  try {
    // Leaving the loop resets the statement, which releases its read lock.
    for (const row of statement.iterate(...parameters.map(bindable))) {
      if (!collector.take((row as unknown as SqlValue[]).map(exact))) break;
    }
  } catch (error) {
    if (!isOverlongText(error)) throw error;
    collector.stopAtBytes();
  }
  return collector.result();
}

function exact(value: SqlValue): SqlValue {
  if (typeof value !== "bigint") return value;
  return exactInteger(value);
}

/** `node:sqlite` returns no row, and no reason, for a text longer than JavaScript's longest (some 537 million characters). */
function isOverlongText(error: unknown): boolean {
  return error instanceof TypeError && error.message.startsWith("Iterator result");
}

/** `node:sqlite` binds every number as REAL, so a text column would be compared with '5.0'. */
function bindable(value: SqlValue): null | number | bigint | string | Uint8Array {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  return value;
}
