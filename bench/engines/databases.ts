import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DuckDBDecimalValue, DuckDBInstance, type DuckDBValue } from "@duckdb/node-api";
import mysql from "mysql2/promise";
import pg from "pg";
import type { SqlDriver } from "../../src/environments/database/driver/sql-driver.ts";
import { openDuckdbDriver } from "../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openMysqlDriver } from "../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { scratchMariadb } from "../../test/support/mariadb.ts";
import type { PerEngine } from "../../test/support/per-engine.ts";
import { scratchPostgresDatabase } from "../../test/support/postgres.ts";
import { readJson } from "../common.ts";
import { benchContext, openDatabase } from "../environments.ts";
import {
  type ReferenceEngine,
  type Replay,
  replayQuestion,
  sqliteReference,
} from "../oracle/replay-question.ts";

/** A database of the data folder in one engine: to be opened with our driver, and asked through the engine's own client. */
export interface LoadedDatabase {
  open(): Promise<SqlDriver>;
  readonly reference: ReferenceEngine;
  /** Forgets it. */
  drop(): Promise<void>;
}

/** Copies a SQLite file into a DuckDB file in that folder. */
async function loadDuckdb(sqliteFile: string, folder: string): Promise<LoadedDatabase> {
  const path = join(folder, "copied.duckdb");
  const writer = join(import.meta.dirname, "write-duckdb.ts");
  await promisify(execFile)(process.execPath, [writer, sqliteFile, path]);
  const instance = await DuckDBInstance.create(path, { access_mode: "READ_ONLY" });
  const connection = await instance.connect();
  return {
    open: () => openDuckdbDriver({ path }),
    reference: {
      async rows(sql) {
        const reader = await connection.runAndReadAll(sql);
        return reader.getRows().map((row) => row.map(duckdbCell));
      },
      async close() {
        connection.closeSync();
        instance.closeSync();
      },
    },
    drop: async () => {},
  };
}

function duckdbCell(cell: DuckDBValue): unknown {
  if (cell === null || typeof cell !== "object") return cell;
  return cell instanceof DuckDBDecimalValue ? cell.toDouble() : String(cell);
}

const { INT8, INT2, INT4, FLOAT4, FLOAT8, NUMERIC, BOOL } = pg.types.builtins;

/** As the server prints them, but for whole numbers, floats and truth values. */
function plainCell(oid: number, text: string): unknown {
  if ([INT8, INT2, INT4].includes(oid) || (oid === NUMERIC && /^-?\d+$/u.test(text))) return BigInt(text);
  if ([FLOAT4, FLOAT8].includes(oid)) return Number(text);
  return oid === BOOL ? text === "t" : text;
}

const types = {
  getTypeParser: (oid: number) => (text: unknown) => plainCell(oid, String(text)),
} as unknown as pg.CustomTypesConfig;

/** Runs a script of psql without its lines that make or change the database. */
async function loadPostgres(script: string): Promise<LoadedDatabase> {
  const scratch = await scratchPostgresDatabase();
  const sql = readFileSync(script, "utf8").replace(/^(?:DROP DATABASE|CREATE DATABASE|\\c) .*$/gimu, "");
  const psql = promisify(execFile)("psql", [scratch.url, "-q", "-v", "ON_ERROR_STOP=1"], { maxBuffer: 1e8 });
  psql.child.stdin?.end(sql);
  await psql;
  await scratch.execute("ANALYZE");
  const client = new pg.Client({ connectionString: scratch.url, types });
  await client.connect();
  return {
    open: () => openPostgresDriver({ url: scratch.url }),
    reference: {
      rows: async (text) => (await client.query({ text, rowMode: "array" })).rows as unknown[][],
      close: () => client.end(),
    },
    drop: () => scratch.drop(),
  };
}

/** Runs a script without its lines that make or change the database. */
async function loadMariadb(script: string): Promise<LoadedDatabase> {
  const scratch = await scratchMariadb();
  const sql = readFileSync(script, "utf8").replace(/^(?:DROP DATABASE|CREATE DATABASE|USE) .*$/gimu, "");
  const client = await mysql.createConnection({
    uri: scratch.url,
    multipleStatements: true,
    dateStrings: true,
    supportBigNumbers: true,
    charset: "utf8mb4",
  });
  await client.query(sql);
  return {
    open: () => openMysqlDriver({ url: scratch.url }),
    reference: {
      rows: async (text) => (await client.query({ sql: text, rowsAsArray: true }))[0] as unknown[][],
      close: () => client.end(),
    },
    drop: () => scratch.drop(),
  };
}

export function loadChinook(data: string, scratch: string): PerEngine<() => Promise<LoadedDatabase>> {
  const file = (name: string) => join(data, "sql/chinook", name);
  return {
    sqlite: async () => {
      const path = file("Chinook_Sqlite.sqlite");
      return {
        open: () => openSqliteDriver({ path }),
        reference: sqliteReference(path),
        drop: async () => {},
      };
    },
    duckdb: () => loadDuckdb(file("Chinook_Sqlite.sqlite"), scratch),
    postgres: () => loadPostgres(file("Chinook_PostgreSql.sql")),
    mariadb: () => loadMariadb(file("Chinook_MySql.sql")),
  };
}

/** Databases of BIRD's Mini-Dev as PostgreSQL dumps, with their gold queries. */
export function loadMiniDev(data: string) {
  const all = readJson(join(data, "bird/mini_dev/mini_dev_postgresql.json")) as Record<
    "db_id" | "question" | "SQL",
    string
  >[];
  return ["superhero", "student_club"].map((db) => ({
    db,
    descriptions: join(data, `bird/database_description/${db}`),
    golds: all.filter(({ db_id }) => db_id === db).map(({ question, SQL }) => ({ question, sql: SQL })),
    load: () => loadPostgres(join(data, `bird/postgres/${db}.sql`)),
  }));
}

export type Replayed = Awaited<ReturnType<typeof replayAll>>[number];

/** Each query whole to `check_query`, whose failure and warnings it has, and then clause by clause to the tools. */
export async function replayAll(
  loaded: LoadedDatabase,
  golds: readonly { readonly question: string; readonly sql: string }[],
  descriptionsFolder?: string,
) {
  const environment = await openDatabase(await loaded.open(), descriptionsFolder);
  const context = benchContext({ rows: 100, characters: 20_000, milliseconds: 30_000 });
  try {
    const replayed: {
      readonly sql: string;
      readonly replay: Replay;
      readonly refused: string | undefined;
      readonly warned: readonly string[];
    }[] = [];
    for (const gold of golds) {
      const workspace = await environment.openWorkspace({ question: gold.question }, context);
      const action = { environment: "db", tool: "check_query", arguments: { query: gold.sql } };
      const { failure, observation } = await environment.act(workspace, action, context);
      replayed.push({
        sql: gold.sql,
        replay: await replayQuestion(environment, loaded.reference, gold, context),
        refused: failure && `${failure.code}: ${failure.message}`,
        warned: (observation?.warnings ?? []).map(({ code, message }) => `${code}: ${message}`),
      });
    }
    return replayed;
  } finally {
    await environment.close();
  }
}
