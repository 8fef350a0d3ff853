import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openDuckdbDriver } from "../../../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openMysqlDriver } from "../../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { asDuckdbOwner } from "../../../support/duckdb-owner.ts";
import { scratchMariadb } from "../../../support/mariadb.ts";
import type { Engine } from "../../../support/per-engine.ts";
import { scratchPostgresDatabase } from "../../../support/postgres.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

/** How a table of sales writes its days. */
export const DATES = {
  "dates of the engine": { type: "DATE", written: (day: string) => day },
  "ISO text": { type: "VARCHAR(20)", written: (day: string) => day },
  "text, day first": { type: "VARCHAR(20)", written: (day: string) => day.split("-").reverse().join(".") },
} as const;
export type DatesWritten = keyof typeof DATES;

const SALES = [
  [1, 100, "Miller", "Kettle", "North", 10, 5, "2024-03-15"],
  [2, 101, "Sato", "Lamp", "South", 50, 1, "2024-03-15"],
  [3, 102, "Blum", "Kettle", "North", 20, 4, "2024-11-02"],
  [4, 100, "Miller", "Lamp", "South", 30, 1, "2024-12-31"],
  [5, 100, "Miller", "Chair", "North", 45, 2, "2025-03-01"],
  [6, 101, "Sato", "Chair", "West", 25, 1, "2025-05-07"],
  [7, 102, "Blum", "Kettle", "West", 15, 3, "2025-05-20"],
  [8, 103, "Ortega", "Lamp", "North", 40, 1, "2025-05-31"],
] as const;

/** An export of sales as one table, nothing of which is told apart by keys. */
export function salesStatements(dates: DatesWritten): readonly string[] {
  const { type, written } = DATES[dates];
  const rows = SALES.map(
    ([no, number, customer, product, region, amount, quantity, day]) =>
      `(${no}, ${number}, '${customer}', '${product}', '${region}', ${amount}, ${quantity}, '${written(day)}')`,
  );
  return [
    `CREATE TABLE sales (sale_no INTEGER PRIMARY KEY, customer_no INTEGER NOT NULL, customer VARCHAR(40), product VARCHAR(40), region VARCHAR(40), amount DECIMAL(10, 2), quantity INTEGER, sold_on ${type})`,
    `INSERT INTO sales VALUES ${rows.join(", ")}`,
  ];
}

export interface Opened {
  readonly environment: DatabaseEnvironment;
  close(): Promise<void>;
}

/** A database of these statements on the engine, with its index built. */
export async function openedOn(engine: Engine, statements: readonly string[]): Promise<Opened> {
  const folder = temporaryFolder();
  const { driver, drop } = await OPENERS[engine](folder, statements);
  const environment = await createDatabaseEnvironment({
    id: "sales",
    driver,
    cacheFolder: folder,
    indexMode: "memory",
  });
  await environment.index.ensureBuilt({ signal: new AbortController().signal });
  return {
    environment,
    close: async () => {
      await environment.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nothing = async () => {};

const OPENERS = {
  sqlite: async (folder: string, statements: readonly string[]) => {
    const path = join(folder, "sales.sqlite");
    const database = new DatabaseSync(path);
    for (const statement of statements) database.exec(statement);
    database.close();
    return { driver: await openSqliteDriver({ path }), drop: nothing };
  },
  duckdb: async (folder: string, statements: readonly string[]) => {
    const path = join(folder, "sales.duckdb");
    await asDuckdbOwner(path, ...statements);
    return { driver: await openDuckdbDriver({ path, poolSize: 1 }), drop: nothing };
  },
  postgres: async (_: string, statements: readonly string[]) => {
    const scratch = await scratchPostgresDatabase();
    await scratch.execute(statements.join(";\n"));
    return { driver: await openPostgresDriver({ url: scratch.url }), drop: () => scratch.drop() };
  },
  mariadb: async (_: string, statements: readonly string[]) => {
    const scratch = await scratchMariadb();
    for (const statement of statements) await scratch.execute(statement);
    return { driver: await openMysqlDriver({ url: scratch.url }), drop: () => scratch.drop() };
  },
} as const;
