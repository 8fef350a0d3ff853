import {
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDateValue,
  DuckDBDecimalValue,
  type DuckDBInstance,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from "@duckdb/node-api";
import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import { type RowBounds, rowCollector } from "../../driver/row-collector.ts";
import type { WorkerSession } from "../../driver/serve-requests.ts";
import type { EngineRestrictions, ResultColumn, StatementResult } from "../../driver/sql-driver.ts";
import { SqlEngineError, severalStatements } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import type { WorkerRequest } from "../../driver/worker-messages.ts";
import { foldAscii } from "../../sql/fold-ascii.ts";
import type { FunctionKind } from "../../sql/sql-dialect.ts";
import { tokenize } from "../../sql/tokenize.ts";
import { readDuckdbSchema } from "./duckdb-catalog.ts";
import { duckdbLexical } from "./duckdb-statement-info.ts";

/** A worker process's options for opening its file. */
export interface DuckdbOpening {
  readonly path: string;
  /** The name for messages. */
  readonly name: string;
  /** Files that views of the database may read. */
  readonly readable: readonly string[];
  /** The engine's memory limit. Also bounds the growth of the whole process, above which its statement is given up. */
  readonly memoryBytes: number;
}

/** Types without a counterpart become the text that the binding prints. */
function readCell(cell: DuckDBValue, type: string): SqlValue {
  switch (typeof cell) {
    case "number":
      return type === "FLOAT" ? shortFloat(cell) : cell;
    case "boolean":
    case "string":
      return cell;
    case "bigint":
      return exactInteger(cell);
  }
  if (cell === null) return null;
  if (cell instanceof DuckDBBlobValue) return new Uint8Array(cell.bytes);
  if (cell instanceof DuckDBDecimalValue) return exactDecimal(cell.toString());
  if (cell instanceof DuckDBDateValue && Math.abs(cell.days) === ENDLESS_DAYS)
    return cell.days > 0 ? "infinity" : "-infinity";
  return String(cell);
}

/** The greatest and least day numbers stand for infinity. */
const ENDLESS_DAYS = 2 ** 31 - 1;

/** The shortest decimal number equal to this one in 32 bits, as the engine prints it. */
function shortFloat(value: number): number {
  for (let digits = 6; digits < 10; digits += 1) {
    const near = Number(value.toPrecision(digits));
    if (Math.fround(near) === value) return near;
  }
  return value;
}

/** The binding keys entries by name: of several nameless entries only the last one survives. */
const UNNAMED_ENTRY = /\bSTRUCT\((?:[^()]*, )?"" /u;

function unnamedEntries(): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage:
      "A row without names, as row(1, 2) or (1, 2) makes one, cannot be handed over: cast it to VARCHAR",
  });
}

/** `DuckDBTypeId` of the binding, which is an enum at run time only. */
const VARCHAR = 17;
const INT64_LIMIT = 2n ** 63n;

/** Binds a value by its type. A number compared with a text is bound as text, as a cast of the texts would fail. */
function bindDuckdbValue(statement: DuckDBPreparedStatement, index: number, value: SqlValue): void {
  if (value === null) statement.bindNull(index);
  else if (value instanceof Uint8Array) statement.bindBlob(index, value);
  else if (typeof value === "string" || statement.parameterTypeId(index) === VARCHAR)
    statement.bindVarchar(index, String(value));
  else if (typeof value === "boolean") statement.bindBoolean(index, value);
  else if (typeof value === "bigint") bindInteger(statement, index, value);
  else if (Number.isSafeInteger(value) && !Object.is(value, -0)) statement.bindBigInt(index, BigInt(value));
  else statement.bindDouble(index, value);
}

function bindInteger(statement: DuckDBPreparedStatement, index: number, value: bigint): void {
  if (-INT64_LIMIT <= value && value < INT64_LIMIT) statement.bindBigInt(index, value);
  else statement.bindHugeInt(index, value);
}

/** Fetches one row more than asked for, and never holds more than the limits: the rest of a huge result is not even fetched. */
async function readRows(
  statement: DuckDBPreparedStatement,
  parameters: readonly SqlValue[],
  bounds: RowBounds,
): Promise<StatementResult> {
  for (const [at, value] of parameters.entries()) bindDuckdbValue(statement, at + 1, value);
  const result = await statement.stream();
  const types = result.columnTypes();
  const columns = types.map((type, at) => ({ name: result.columnName(at), type: String(type) }));
  if (columns.some(({ type }) => UNNAMED_ENTRY.test(type))) throw unnamedEntries();
  const collector = rowCollector(bounds);
  for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
    for (let row = 0; row < chunk.rowCount; row += 1) {
      let cells: DuckDBValue[];
      try {
        cells = chunk.getRowValues(row);
      } catch (error) {
        if (!isOverlongText(error)) throw error;
        collector.stopAtBytes();
        return { columns, ...collector.result() };
      }
      if (!collector.take(cells.map((cell, at) => readCell(cell, columns[at]?.type ?? ""))))
        return { columns, ...collector.result() };
    }
    chunk = await result.fetchChunk();
  }
  return { columns, ...collector.result() };
}

/** A text longer than JavaScript's longest (some 537 million characters). */
function isOverlongText(error: unknown): boolean {
  return (
    error instanceof Error &&
    /string longer than|Invalid string length|ERR_STRING_TOO_LONG/u.test(error.message)
  );
}

/** `StatementType` of the binding, which is an enum at run time only. */
const SELECT = 1;
const CREATE = 7;

/**
 * Has the engine prepare one statement, and refuses what the engine does not classify as a query. The engine makes two statements of a PIVOT; the
 * first creates a type, on this connection, from the values that become columns.
 *
 * @throws SqlEngineError `not-read-only`, `multiple-statements`, `syntax`; else the error of the binding
 */
async function prepareReading(connection: DuckDBConnection, sql: string): Promise<DuckDBPreparedStatement> {
  const extracted = await connection.extractStatements(sql);
  const last = extracted.count - 1;
  if (last > 0 && !hasWord(sql, /^(?:UN)?PIVOT/u)) throw severalStatements();
  for (let at = 0; at < last; at += 1) {
    const before = await extracted.prepare(at);
    if (before.statementType !== CREATE) throw severalStatements();
    await before.run();
  }
  const statement = await extracted.prepare(last);
  if (statement.statementType === SELECT) return statement;
  throw new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "Only queries may be run; this statement does something else.",
  });
}

function hasWord(sql: string, wanted: RegExp): boolean {
  return tokenize(sql, duckdbLexical).tokens.some(({ kind, value }) => kind === "word" && wanted.test(value));
}

const NAME_PART = /"((?:[^"]|"")+)"|[^".]+/gu;

/**
 * True if a statement reads restricted tables, by the engine's own list (`getTableNames`): it sees through views, macros and calls that run text, and
 * omits the statement's own CTEs. A second check besides that of the parse tree. Only the shadow of a partly restricted table reads that table with
 * its schema before its name, as other mentions have been replaced.
 * @param read names as the engine writes them: `users`, `main.users`, `"a.b".users`
 */
function readsGuarded(
  sql: string,
  read: readonly string[],
  { tables, readers, views }: EngineRestrictions,
): boolean {
  const found = read.flatMap((name) => {
    const parts = [...name.matchAll(NAME_PART)].map(([text, quoted]) =>
      foldAscii(quoted?.replaceAll('""', '"') ?? text),
    );
    const own = parts.at(-1);
    const schema = parts.at(-2) ?? "main";
    const table = tables.find((each) => foldAscii(each.name) === own && foldAscii(each.schema) === schema);
    return table === undefined
      ? []
      : [{ isWhole: table.columns === undefined, isShadow: parts.length === 2 }];
  });
  if (!found.some(({ isWhole, isShadow }) => isWhole || !isShadow)) return false;
  const written = new Set(tokenize(sql, duckdbLexical).tokens.map(({ value }) => foldAscii(value)));
  const names = (list: readonly string[]) => list.some((name) => written.has(foldAscii(name)));
  if (names(readers.filter((name) => views.includes(name)))) return false;
  return found.some(({ isWhole }) => isWhole) || !names(views);
}

const FUNCTIONS = `
SELECT lower(function_name), min(CASE WHEN function_type LIKE 'table%' THEN 'table' WHEN function_type = 'aggregate' THEN 'aggregate' ELSE 'scalar' END)
FROM duckdb_functions() WHERE function_type <> 'pragma' AND regexp_full_match(function_name, '[A-Za-z_][A-Za-z0-9_]*')
GROUP BY 1 ORDER BY 1`;

/** `DuckDBTypeId.INVALID` of the binding, which is an enum at run time only. */
const UNKNOWN_TYPE = 0;

/** @throws the error of the binding when the file cannot be opened */
export async function openDuckdbSession(
  module: typeof import("@duckdb/node-api"),
  opening: DuckdbOpening,
): Promise<WorkerSession> {
  const instance = await openReadOnly(module, opening);
  const rows = await withConnection(instance, async (connection) =>
    (await connection.run(FUNCTIONS)).getRows(),
  );
  let isUsable = true;
  const overLimit = watchMemory(opening.memoryBytes);
  overLimit.catch(() => {
    isUsable = false;
  });
  return {
    opened: {
      engineVersion: module.version().replace(/^v/u, ""),
      functions: rows.map(([name, kind]) => [String(name), kind as FunctionKind]),
    },
    answer: (request) =>
      Promise.race([withConnection(instance, (connection) => answer(connection, request)), overLimit]),
    async isUsable() {
      if (!isUsable) return false;
      return withConnection(instance, (connection) => connection.run("SELECT 1")).then(
        () => true,
        () => false,
      );
    },
  };
}

/** Interval for checking the process's size: a text of two gigabytes takes less than a second. */
const WATCH_MILLISECONDS = 50;

/** The engine's own limit counts neither single values nor the reading of rows. Rejects once, and for good. */
function watchMemory(memoryBytes: number): Promise<never> {
  const before = process.memoryUsage.rss();
  const { promise, reject } = Promise.withResolvers<never>();
  const engineMessage = "The statement needs more memory than it may have.";
  setInterval(() => {
    if (process.memoryUsage.rss() - before > 2 * memoryBytes)
      reject(new SqlEngineError({ kind: "too-large", engineMessage }));
  }, WATCH_MILLISECONDS).unref();
  return promise;
}

async function answer(connection: DuckDBConnection, request: WorkerRequest): Promise<unknown> {
  if (request.kind === "introspect") return readDuckdbSchema(connection);
  if (request.kind === "parse") return parseTree(connection, request.sql);
  const statement = await prepareReading(connection, request.sql);
  const { restrictions } = request;
  if (restrictions !== undefined) refuseGuarded(connection, request.sql, restrictions);
  if (request.kind === "compile") return compiledColumns(statement);
  return readRows(statement, request.parameters, request.bounds);
}

async function parseTree(connection: DuckDBConnection, sql: string): Promise<string> {
  const text = `'${sql.replaceAll("'", "''")}'`;
  const rows = await (await connection.run(`SELECT CAST(json_serialize_sql(${text}) AS VARCHAR)`)).getRows();
  return String(rows[0]?.[0]);
}

function refuseGuarded(connection: DuckDBConnection, sql: string, restrictions: EngineRestrictions): void {
  if (!readsGuarded(sql, connection.getTableNames(sql, true), restrictions)) return;
  throw new SqlEngineError({
    kind: "not-read-only",
    engineMessage: "The statement reads something that cannot be read here.",
  });
}

/** The type of a column that depends on a parameter is known only once a value is bound. */
function compiledColumns(statement: DuckDBPreparedStatement): readonly ResultColumn[] {
  return Array.from({ length: statement.columnCount }, (_, at) => ({
    name: statement.columnName(at),
    ...(statement.columnTypeId(at) === UNKNOWN_TYPE ? {} : { type: String(statement.columnType(at)) }),
  }));
}

/** Each request has its own connection, so that no statement leaves state for the next. */
async function withConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    // Results are handed over in pieces of this size: small, so that an endless result with short rows starts soon.
    await connection.run("SET streaming_buffer_size = '8KiB'");
    return await work(connection);
  } finally {
    // An unfinished result keeps the engine's buffers until another statement takes its place.
    await connection.run("SELECT 1").catch(() => {});
    connection.closeSync();
  }
}

type DuckdbModule = typeof import("@duckdb/node-api");

/**
 * Opens a file for reading with all else locked: other files (except those that its views may read), extensions, changes of settings. The order
 * matters: the last settings lock those before them.
 */
async function openReadOnly(
  { DuckDBInstance: { create } }: Pick<DuckdbModule, "DuckDBInstance">,
  { path, readable, memoryBytes }: DuckdbOpening,
): Promise<DuckDBInstance> {
  const instance = await create(path, {
    access_mode: "READ_ONLY",
    memory_limit: `${Math.floor(memoryBytes / 2 ** 20)}MiB`,
    // Spilling would write beside the database.
    temp_directory: "",
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    allow_persistent_secrets: "false",
  });
  const connection = await instance.connect();
  try {
    for (const setting of settings(readable)) await connection.run(setting);
    await probe(connection);
  } finally {
    connection.closeSync();
  }
  return instance;
}

function settings(readable: readonly string[]): readonly string[] {
  const paths = readable.map((path) => `'${path.replaceAll("'", "''")}'`).join(", ");
  return [
    `SET GLOBAL allowed_paths = [${paths}]`,
    // Results must not depend on the machine's time zone.
    "SET GLOBAL TimeZone = 'UTC'",
    "SET GLOBAL errors_as_json = true",
    "SET GLOBAL allowed_configs = ['streaming_buffer_size']",
    "SET GLOBAL enable_external_access = false",
    "SET GLOBAL lock_configuration = true",
  ];
}

/** Reads the catalog once, so that a damaged file fails now and not at the first query. */
async function probe(connection: DuckDBConnection): Promise<void> {
  await connection.run("SELECT count(*) FROM duckdb_tables()");
}
