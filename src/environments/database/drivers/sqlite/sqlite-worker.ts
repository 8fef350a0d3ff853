import { statSync } from "node:fs";
import { constants, DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { type RowBounds, rowCollector } from "../../driver/row-collector.ts";
import type { EngineRestrictions } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type {
  SqliteComplaint,
  SqliteRows,
  SqliteTableFacts,
  SqliteWorkerReply,
  SqliteWorkerRequest,
} from "./sqlite-worker-messages.ts";

/** Everything that reading needs. What is not listed (ATTACH, every write, transactions, PRAGMA, …) is denied. */
const READING = new Set<number>([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
]);

/** `load_extension` runs foreign code, `fts3_tokenizer` takes pointers; `readfile` and its like come with extended builds. */
const DENIED_FUNCTIONS = new Set([
  "load_extension",
  "fts3_tokenizer",
  "readfile",
  "writefile",
  "edit",
  "fsdir",
]);

/** Asked by full-text and R-tree tables about themselves while they are read; without an argument they only tell. */
const SELF_PRAGMAS = new Set(["data_version", "page_size"]);

const INTROSPECTION_PRAGMAS = new Set([
  "table_list",
  "table_xinfo",
  "foreign_key_list",
  "index_list",
  "index_info",
  "page_count",
]);

/** `reader`: the innermost view or CTE that the reading stands in. */
type Authorizer = (
  action: number,
  first: string | null,
  second: string | null,
  database: string | null,
  reader: string | null,
) => number;

/** SQLite's own tables hold declarations, and samples of what is indexed. */
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

/** Full-text tables prepare all their statements when they look through themselves, and run those that read; a read-only handle runs no others. */
const PREPARED = new Set<number>([constants.SQLITE_INSERT, constants.SQLITE_UPDATE, constants.SQLITE_DELETE]);
const CHECK_PRAGMAS = new Set(["quick_check", ...SELF_PRAGMAS]);

/** For looking through a file's structure: no statement of anybody else's is prepared meanwhile. */
const authorizeCheck: Authorizer = (action, first, second, database, reader) => {
  if (PREPARED.has(action)) return constants.SQLITE_OK;
  if (action === constants.SQLITE_PRAGMA && CHECK_PRAGMAS.has((first ?? "").toLowerCase()))
    return constants.SQLITE_OK;
  return authorizeReading(false)(action, first, second, database, reader);
};

/**
 * SQLite asks this about every action while it prepares (and, for VACUUM, runs) a statement: the guard that holds where a read-only
 * handle does not (`VACUUM INTO` writes a file from one).
 */
function authorizeReading(introspecting: boolean, restrictions?: EngineRestrictions): Authorizer {
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
      if (introspecting && INTROSPECTION_PRAGMAS.has(pragma)) return constants.SQLITE_OK;
    }
    return constants.SQLITE_DENY;
  };
}

/** Up to this size of the file a count scans little enough to be cheap (some 30 ms from a warm cache). */
const COUNTED_BYTES = 64 * 1024 * 1024;

type RowCount = { readonly value: number; readonly exact: boolean };

/**
 * Exact counts for small files. For large ones what ANALYZE noted, else the span of the row ids where it is believable, else nothing.
 */
function tableRowCount(database: DatabaseSync): (table: string, hasRowId: boolean) => RowCount | undefined {
  const size = database.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  const bytes = Number(size.get()?.size ?? 0);
  const noted = bytes > COUNTED_BYTES ? analyzedCounts(database) : new Map<string, number>();
  return (table, hasRowId) => {
    const name = `"${table.replaceAll('"', '""')}"`;
    if (bytes <= COUNTED_BYTES) {
      const row = database.prepare(`SELECT count(*) AS n FROM ${name}`).get();
      return { value: Number(row?.n), exact: true };
    }
    const estimate = noted.get(table) ?? (hasRowId ? rowIdSpan(database, name) : undefined);
    // A row takes at least two bytes of its page: a wider span tells of gaps, not of rows.
    return estimate === undefined || estimate > bytes / 2 ? undefined : { value: estimate, exact: false };
  };
}

function analyzedCounts(database: DatabaseSync): Map<string, number> {
  try {
    const rows = database.prepare("SELECT tbl, stat FROM sqlite_stat1").all();
    return new Map(rows.map((row) => [String(row.tbl), Number.parseInt(String(row.stat), 10)]));
  } catch {
    return new Map();
  }
}

function rowIdSpan(database: DatabaseSync, name: string): number | undefined {
  const statement = database.prepare(
    `SELECT coalesce((SELECT max(rowid) FROM ${name}) - (SELECT min(rowid) FROM ${name}) + 1, 0) AS n`,
  );
  statement.setReadBigInts(true);
  const span = Number(statement.get()?.n);
  return span >= 0 ? span : undefined;
}

interface ListedTable {
  readonly name: string;
  readonly type: string;
  readonly wr: number;
}

/** Every table and view but SQLite's own and the shadow tables of virtual ones. What cannot be read (a broken view) is left out. */
function readSchema(database: DatabaseSync): SqliteTableFacts[] {
  const listed = database
    .prepare("SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'")
    .all() as unknown as ListedTable[];
  const order = new Map(
    (database.prepare("SELECT name FROM sqlite_master ORDER BY rowid").all() as { name: string }[]).map(
      ({ name }, index) => [name, index],
    ),
  );
  const read = tableReader(database);
  const countRows = tableRowCount(database);
  // A virtual table may list its columns and still not be readable.
  const counted = ({ name, type, wr }: ListedTable) => {
    if (type === "table") return countRows(name, wr === 0);
    try {
      return countRows(name, false);
    } catch {
      return undefined;
    }
  };
  return listed
    .filter(({ name }) => !/^sqlite_/i.test(name))
    .sort((a, b) => (order.get(a.name) ?? 0) - (order.get(b.name) ?? 0))
    .flatMap((table) => {
      try {
        const facts = read(table);
        const rowCount = table.type === "view" ? undefined : counted(table);
        return [rowCount === undefined ? facts : { ...facts, rowCount }];
      } catch {
        return [];
      }
    });
}

function tableReader(database: DatabaseSync): (table: ListedTable) => SqliteTableFacts {
  const columns = database.prepare(
    `SELECT name, type, "notnull" <> 0 AS "notNull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid`,
  );
  const foreignKeys = database.prepare(
    `SELECT id, "table", "from", "to" FROM pragma_foreign_key_list(?) ORDER BY id DESC, seq`,
  );
  const indexes = database.prepare(
    `SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND partial = 0 ORDER BY seq`,
  );
  const indexColumns = database.prepare("SELECT name FROM pragma_index_info(?) ORDER BY seqno");
  return ({ name, type }) => ({
    name,
    kind: type === "view" ? "view" : "table",
    columns: columns.all(name).map((row) => ({
      name: String(row.name),
      type: String(row.type ?? ""),
      notNull: row.notNull === 1,
      primaryKeyPosition: Number(row.pk),
    })),
    foreignKeys: foreignKeys.all(name).map((row) => ({
      id: Number(row.id),
      table: String(row.table),
      from: String(row.from),
      to: row.to === null ? null : String(row.to),
    })),
    uniqueIndexes: indexes
      .all(name)
      .map((index) =>
        indexColumns
          .all(index.name as string)
          .map((column) => (column.name === null ? null : String(column.name))),
      ),
  });
}

const CANNOT_OPEN = 14;
const READ_ONLY = 8;

/**
 * Opens a file for reading and reads its schema once, so that a damaged, locked or foreign file is told now and not by the first query.
 *
 * A database in WAL mode needs a `-shm` file beside it. Where the folder cannot be written and no unfinished `-wal` lies there, the
 * file cannot change either, and is opened as immutable.
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
    // SQLite's own default, and one Spider query in five relies on it.
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
 * An R-tree prepares its own writing statements when it is first used, which the authorizer would refuse; this is done before the authorizer is
 * set, and writes nothing. A virtual table of a module that is not there stays as unreadable as it is.
 */
function connectVirtualTables(database: DatabaseSync): void {
  const virtual = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'")
    .all() as { name: string }[];
  for (const { name } of virtual) {
    try {
      database.prepare(`SELECT 1 FROM "${name.replaceAll('"', '""')}" LIMIT 0`);
    } catch {
      // told by the query that needs it
    }
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

const MOST_FAULTS = 20;
/** A full-text table looks through itself by writing, which is not let; what it keeps is in ordinary tables, which are looked through. */
const COULD_NOT_LOOK = /^unable to validate/iu;

/** What `PRAGMA quick_check` finds: pages that are lost or used twice, rows out of order. It does not hold indexes against their tables. */
function faultsOf(database: DatabaseSync): readonly string[] {
  return database
    .prepare(`PRAGMA quick_check(${MOST_FAULTS})`)
    .all()
    .map((row) => String(row["quick_check"]))
    .filter((line) => line !== "ok" && !COULD_NOT_LOOK.test(line));
}

/**
 * Main file of a worker process: opens the database named by its first argument and answers requests until the parent disconnects.
 * The parent stops a running statement by killing this process; nothing else stops one in `node:sqlite`.
 */
function main(path: string, busyMilliseconds: number): void {
  process.once("disconnect", () => process.exit());
  try {
    const database = openReadOnly(path, busyMilliseconds);
    database.setAuthorizer(authorizeReading(false));
    let restrictions: string | undefined;
    process.on("message", (request: SqliteWorkerRequest) => reply(answer(request)));
    reply({ kind: "ready", engineVersion: process.versions.sqlite ?? "" });

    function guard(wanted: EngineRestrictions | undefined): void {
      const key = wanted && JSON.stringify(wanted);
      if (key === restrictions) return;
      restrictions = key;
      database.setAuthorizer(authorizeReading(false, wanted));
    }

    /** SQLite compiles against the schema that it remembers, and notices another process's changes only when a statement is run. */
    function seeSchemaAsItIs(): void {
      guard(undefined);
      database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get();
    }

    function answer(request: SqliteWorkerRequest): SqliteWorkerReply {
      try {
        if (request.kind === "introspect") {
          database.setAuthorizer(authorizeReading(true));
          try {
            return { kind: "tables", value: readSchema(database) };
          } finally {
            restrictions = undefined;
            database.setAuthorizer(authorizeReading(false));
          }
        }
        if (request.kind === "check") {
          database.setAuthorizer(authorizeCheck);
          try {
            return { kind: "checked", value: faultsOf(database) };
          } finally {
            restrictions = undefined;
            database.setAuthorizer(authorizeReading(false));
          }
        }
        if (request.kind === "compile") seeSchemaAsItIs();
        guard(request.restrictions);
        const statement = database.prepare(request.sql);
        const columns = statement
          .columns()
          .map(({ name, table, column, type }) => ({ name, table, column, type }));
        // VACUUM is judged by the authorizer only while it runs, so what yields no columns is not run at all.
        if (columns.length === 0) return { kind: "not-a-query" };
        if (request.kind === "compile") return { kind: "columns", value: columns };
        return {
          kind: "rows",
          value: { columns, ...readRows(statement, request.parameters, request.bounds) },
        };
      } catch (error) {
        return { kind: "complaint", value: complaint(error) };
      }
    }
  } catch (error) {
    reply({ kind: "complaint", value: complaint(error) });
  }
  endWithParent();
}

function reply(message: SqliteWorkerReply): void {
  process.send?.(message);
}

function complaint(error: unknown): SqliteComplaint {
  const { message, errcode } = error as { message?: string; errcode?: number };
  return { message: message ?? String(error), ...(errcode === undefined ? {} : { resultCode: errcode }) };
}

/** A running statement keeps the main thread from noticing that the parent died: a second thread looks after that. */
function endWithParent(): void {
  const watch = `setInterval(() => process.ppid === ${process.ppid} || process.kill(process.pid, "SIGKILL"), 500)`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}

main(process.argv[2] ?? "", Number(process.argv[3]));

/** Reads one row more than asked for, and never holds more than the bounds: the rest of a huge result is not even fetched. */
function readRows(
  statement: StatementSync,
  parameters: readonly SqlValue[],
  bounds: RowBounds,
): Omit<SqliteRows, "columns"> {
  statement.setReturnArrays(true);
  statement.setReadBigInts(true);
  const collector = rowCollector(bounds);
  try {
    // Leaving the loop resets the statement, which gives up its read lock.
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
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** `node:sqlite` gives no row at all, and no reason, where a text is longer than JavaScript's longest (some 537 million characters). */
function isOverlongText(error: unknown): boolean {
  return error instanceof TypeError && error.message.startsWith("Iterator result");
}

/** `node:sqlite` binds every number as REAL, so that a text column would be compared with '5.0'. */
function bindable(value: SqlValue): null | number | bigint | string | Uint8Array {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number" && Number.isSafeInteger(value) && !Object.is(value, -0)) return BigInt(value);
  return value;
}
