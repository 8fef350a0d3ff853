import { createHash } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import type { SqlDriver, StatementOptions } from "../../src/environments/database/driver/sql-driver.ts";
import { SqlEngineError } from "../../src/environments/database/driver/sql-engine-error.ts";
import type { SqlValue } from "../../src/environments/database/driver/sql-value.ts";
import { sqliteDialect } from "../../src/environments/database/drivers/sqlite/sqlite-dialect.ts";
import type {
  ColumnAffinity,
  DatabaseSchema,
  TableSchema,
} from "../../src/environments/database/schema/database-schema.ts";

export interface LocalDriver extends SqlDriver {
  readonly database: DatabaseSync;
  /** Every statement that was run. */
  readonly statements: string[];
  /** Called before each statement; may throw in its place. */
  before: (sql: string) => void;
  schema(): DatabaseSchema;
}

/** A driver over a SQLite connection of this process, for tests that count, break or change what the engine is asked. */
export function localSqliteDriver(path = ":memory:"): LocalDriver {
  const database = new DatabaseSync(path);
  const statements: string[] = [];
  let closed = false;
  const run = (sql: string, parameters: readonly SqlValue[], limit: number): SqlValue[][] => {
    try {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      const rows: SqlValue[][] = [];
      for (const row of statement.iterate(...(parameters as never[])) as Iterable<unknown>) {
        rows.push((row as SqlValue[]).map(exact));
        if (rows.length > limit) break;
      }
      return rows;
    } catch (error) {
      throw new SqlEngineError({ kind: "other", engineMessage: (error as Error).message }, { cause: error });
    }
  };
  const driver: LocalDriver = {
    database,
    statements,
    before: () => undefined,
    target: {
      engine: "sqlite",
      engineVersion: "3",
      name: "test",
      key: createHash("sha256").update(path).digest("hex"),
    },
    dialect: sqliteDialect,
    async introspect() {
      return driver.schema();
    },
    async query(sql, parameters, { maxRows, signal }: StatementOptions) {
      signal.throwIfAborted();
      statements.push(sql);
      driver.before(sql);
      signal.throwIfAborted();
      const rows = run(sql, parameters, maxRows);
      const truncated = rows.length > maxRows;
      return { columns: [], rows: truncated ? rows.slice(0, maxRows) : rows, truncated };
    },
    async compile(sql) {
      run(`EXPLAIN ${sql}`, [], 0);
      return [];
    },
    async dataVersion() {
      const changes = run("SELECT total_changes()", [], 1)[0]?.[0];
      const schema = run("PRAGMA schema_version", [], 1)[0]?.[0];
      const other = run("PRAGMA data_version", [], 1)[0]?.[0];
      return `${changes}-${schema}-${other}`;
    },
    async close() {
      if (!closed) database.close();
      closed = true;
    },
    schema() {
      const tables = run(
        "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY name",
        [],
        10_000,
      );
      return { tables: tables.map(([name, type]) => tableSchema(String(name), String(type))) };
    },
  };
  const tableSchema = (name: string, type: string): TableSchema => ({
    name,
    kind: type === "view" ? "view" : "table",
    columns: run("SELECT name, type, pk FROM pragma_table_info(?)", [name], 10_000).map(
      ([column, declared, key]) => ({
        name: String(column),
        declaredType: String(declared),
        affinity: affinityOf(String(declared)),
        nullable: true,
        ...(key === 0 ? {} : { primaryKeyPosition: Number(key) }),
      }),
    ),
    foreignKeys: [],
    ...(type === "view"
      ? {}
      : {
          rowCount: {
            value: Number(run(`SELECT COUNT(*) FROM ${sqliteDialect.identifier(name)}`, [], 1)[0]?.[0]),
            exact: true,
          },
        }),
  });
  return driver;
}

function exact(cell: SqlValue): SqlValue {
  if (typeof cell !== "bigint") return cell;
  return cell >= Number.MIN_SAFE_INTEGER && cell <= Number.MAX_SAFE_INTEGER ? Number(cell) : cell;
}

function affinityOf(declared: string): ColumnAffinity {
  const type = declared.toLowerCase();
  if (/int/u.test(type)) return "integer";
  if (/char|text|clob/u.test(type)) return "text";
  if (/datetime|timestamp/u.test(type)) return "datetime";
  if (/date/u.test(type)) return "date";
  if (/json/u.test(type)) return "json";
  if (/blob/u.test(type)) return "binary";
  if (/real|floa|doub/u.test(type)) return "real";
  if (/dec|num/u.test(type)) return "decimal";
  return "other";
}
