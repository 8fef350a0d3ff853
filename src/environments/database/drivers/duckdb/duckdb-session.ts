import type { DuckDBConnection, DuckDBInstance, DuckDBPreparedStatement } from "@duckdb/node-api";
import type { EngineRestrictions } from "../../driver/sql-driver.ts";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import { baseTables } from "./duckdb-base-tables.ts";
import { readDuckdbCatalog } from "./duckdb-catalog.ts";
import { duckdbComplaint } from "./duckdb-complaint.ts";
import { readsGuarded } from "./duckdb-guard.ts";
import { openReadOnly } from "./duckdb-open-read-only.ts";
import { readRows } from "./duckdb-read-rows.ts";
import { type BaseTables, duckdbResultOrigins } from "./duckdb-result-origins.ts";
import { prepareReading } from "./duckdb-statement.ts";
import type {
  DuckdbColumnFacts,
  DuckdbOpening,
  DuckdbWorkerReply,
  DuckdbWorkerRequest,
  FunctionKind,
} from "./duckdb-worker-messages.ts";

const FUNCTIONS = `
SELECT lower(function_name), min(CASE WHEN function_type LIKE 'table%' THEN 'table' WHEN function_type = 'aggregate' THEN 'aggregate' ELSE 'scalar' END)
FROM duckdb_functions() WHERE function_type <> 'pragma' AND regexp_full_match(function_name, '[A-Za-z_][A-Za-z0-9_]*')
GROUP BY 1 ORDER BY 1`;

/** `DuckDBTypeId.INVALID` of the binding, which is an enum at run time only. */
const UNKNOWN_TYPE = 0;

/** Longer texts, which programs write, are not parsed a second time for where their columns come from. */
const LONGEST_PARSED = 50_000;

/** One instance of the engine on one file. */
export interface DuckdbSession {
  /** The engine's functions and the database's own macros. */
  readonly functions: readonly (readonly [name: string, kind: FunctionKind])[];
  answer(request: DuckdbWorkerRequest): Promise<DuckdbWorkerReply>;
  /** False after a failure that leaves the whole instance unusable. */
  isUsable(): Promise<boolean>;
}

/** @throws the error of the binding when the file cannot be opened */
export async function openDuckdbSession(
  module: typeof import("@duckdb/node-api"),
  opening: DuckdbOpening,
): Promise<DuckdbSession> {
  const instance = await openReadOnly(module, opening);
  const rows = await withConnection(instance, async (connection) =>
    (await connection.run(FUNCTIONS)).getRows(),
  );
  let tables: BaseTables | undefined;
  const withOrigins = async (
    columns: readonly DuckdbColumnFacts[],
    sql: string,
    connection: DuckDBConnection,
  ): Promise<readonly DuckdbColumnFacts[]> => {
    if (sql.length > LONGEST_PARSED) return columns;
    tables ??= await baseTables(connection);
    const tree: unknown = JSON.parse(await parseTree(connection, sql));
    const origins = duckdbResultOrigins(tree, columns.length, tables);
    return columns.map((column, at) => {
      const origin = origins[at];
      return origin === undefined ? column : { ...column, origin };
    });
  };
  return {
    functions: rows.map(([name, kind]) => [String(name), kind as FunctionKind]),
    async answer(request) {
      try {
        return await withConnection(instance, async (connection) => {
          const reply = await answer(connection, request);
          if (reply.kind !== "rows" && reply.kind !== "columns") return reply;
          const { sql } = request as Extract<DuckdbWorkerRequest, { sql: string }>;
          if (reply.kind === "columns")
            return { ...reply, value: await withOrigins(reply.value, sql, connection) };
          const columns = await withOrigins(reply.value.columns, sql, connection);
          return { ...reply, value: { ...reply.value, columns } };
        });
      } catch (error) {
        if (error instanceof SqlEngineError) return { kind: "refused", value: error.facts };
        return { kind: "complaint", value: duckdbComplaint(error) };
      }
    },
    async isUsable() {
      try {
        await withConnection(instance, (connection) => connection.run("SELECT 1"));
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function answer(
  connection: DuckDBConnection,
  request: DuckdbWorkerRequest,
): Promise<DuckdbWorkerReply> {
  if (request.kind === "introspect") return { kind: "catalog", value: await readDuckdbCatalog(connection) };
  if (request.kind === "parse") return { kind: "tree", value: await parseTree(connection, request.sql) };
  const statement = await prepareReading(connection, request.sql);
  const { restrictions } = request;
  if (restrictions !== undefined) refuseGuarded(connection, request.sql, restrictions);
  if (request.kind === "compile") return { kind: "columns", value: compiledColumns(statement) };
  return { kind: "rows", value: await readRows(statement, request.parameters, request.bounds) };
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

/** The type of a column that hangs on a parameter is known only when a value is bound. */
function compiledColumns(statement: DuckDBPreparedStatement): readonly DuckdbColumnFacts[] {
  return Array.from({ length: statement.columnCount }, (_, at) => ({
    name: statement.columnName(at),
    type: statement.columnTypeId(at) === UNKNOWN_TYPE ? "" : String(statement.columnType(at)),
  }));
}

/** Each request has a connection of its own, so that nothing one statement leaves behind is seen by the next. */
async function withConnection<T>(
  instance: DuckDBInstance,
  work: (connection: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const connection = await instance.connect();
  try {
    // A result is handed over when so much of it is there: of an endless one with short rows, soon.
    await connection.run("SET streaming_buffer_size = '8KiB'");
    return await work(connection);
  } finally {
    // A result that was not read to its end keeps what the engine has in hand for it until another statement takes its place.
    await connection.run("SELECT 1").catch(() => {});
    connection.closeSync();
  }
}
