import { rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  type DatabaseEnvironmentOptions,
} from "../../src/environments/database/create-database-environment.ts";
import type { SqlDriver } from "../../src/environments/database/driver/sql-driver.ts";
import { openDuckdbDriver } from "../../src/environments/database/drivers/duckdb/duckdb-driver.ts";
import { openMysqlDriver } from "../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { asDuckdbOwner } from "./duckdb-owner.ts";
import { mariadbIsMissing, scratchMariadb } from "./mariadb.ts";
import { ENGINES, type Engine, type PerEngine } from "./per-engine.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "./postgres.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A small shop in SQL that every engine takes (MariaDB with ANSI_QUOTES): two keys to one table, a link table, codes, text dates, NULLs, odd names. */
export const SHOP_SQL: readonly string[] = [
  "CREATE TABLE city (id integer PRIMARY KEY, name text NOT NULL, country text)",
  `CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL, "e mail" text, status text,
    home_city_id integer REFERENCES city (id), work_city_id integer REFERENCES city (id), joined text)`,
  "CREATE TABLE product (id integer PRIMARY KEY, title text NOT NULL, price numeric(8, 2), stock text)",
  "CREATE TABLE purchase (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customer (id), placed_on text NOT NULL)",
  `CREATE TABLE purchase_line (purchase_id integer NOT NULL REFERENCES purchase (id), product_id integer NOT NULL REFERENCES product (id),
    quantity integer NOT NULL, PRIMARY KEY (purchase_id, product_id))`,
  "CREATE TABLE parameter (code text, setting text)",
  "INSERT INTO city VALUES (1, 'Łódź', 'PL'), (2, 'New York', 'US'), (3, 'York', 'GB'), (4, 'Paris', 'FR')",
  `INSERT INTO customer VALUES (1, 'Ana O''Hara', 'ana@example.org', 'A', 1, 2, '03/02/2021'), (2, 'Bo Lind', NULL, 'A', 2, 2, '17/05/2021'),
    (3, 'Cy Young', 'cy@example.org', 'B', 3, NULL, '30/11/2022'), (4, 'Di Ng', NULL, 'A', 3, 4, '01/01/2023')`,
  "INSERT INTO product VALUES (1, 'Red lamp', 20.50, '12'), (2, 'Blue lamp', 25.00, '9'), (3, 'Desk', 120.00, '100'), (4, 'Chair', NULL, '7')",
  "INSERT INTO purchase VALUES (1, 1, '2023-01-05'), (2, 1, '2023-02-11'), (3, 2, '2023-02-11'), (4, 3, '2024-03-01')",
  "INSERT INTO purchase_line VALUES (1, 1, 2), (1, 3, 1), (2, 2, 1), (3, 1, 1), (3, 2, 4), (4, 3, 1)",
  "INSERT INTO parameter VALUES ('A', 'active'), ('B', 'blocked')",
];

export interface ShopEngine {
  readonly engine: Engine;
  readonly name: string;
  /** Why it cannot run here. */
  readonly missing: string | undefined;
  /** Makes the shop, and what further statements make in it; `close` forgets it. */
  create(more?: readonly string[]): Promise<Shop>;
}

export interface Shop {
  open(more?: Partial<DatabaseEnvironmentOptions>): Promise<DatabaseEnvironment>;
  drop(): Promise<void>;
}

const opening =
  (driver: () => Promise<SqlDriver>, cacheFolder: string): Shop["open"] =>
  async (more) =>
    createDatabaseEnvironment({
      id: "shop",
      driver: await driver(),
      cacheFolder,
      indexMode: "memory",
      ...more,
    });

const sqlite: ShopEngine = {
  engine: "sqlite",
  name: "SQLite",
  missing: undefined,
  async create(more = []) {
    const folder = temporaryFolder();
    const path = join(folder, "shop.sqlite");
    const database = new DatabaseSync(path);
    for (const sql of [...SHOP_SQL, ...more]) database.exec(sql);
    database.close();
    return {
      open: opening(() => openSqliteDriver({ path, poolSize: 1 }), folder),
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

const postgres: ShopEngine = {
  engine: "postgres",
  name: "PostgreSQL",
  missing: await postgresIsMissing(),
  async create(more = []) {
    const { openPostgresDriver } = await import(
      "../../src/environments/database/drivers/postgres/postgres-driver.ts"
    );
    const scratch = await scratchPostgresDatabase();
    for (const sql of [...SHOP_SQL, ...more]) await scratch.execute(sql);
    await scratch.execute("ANALYZE");
    return {
      open: opening(() => openPostgresDriver({ url: scratch.url }), ""),
      drop: () => scratch.drop(),
    };
  },
};

const duckdb: ShopEngine = {
  engine: "duckdb",
  name: "DuckDB",
  missing: undefined,
  async create(more = []) {
    const folder = temporaryFolder();
    const path = join(folder, "shop.duckdb");
    await asDuckdbOwner(path, ...SHOP_SQL, ...more);
    return {
      open: opening(() => openDuckdbDriver({ path, poolSize: 1 }), folder),
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

const mariadb: ShopEngine = {
  engine: "mariadb",
  name: "MariaDB",
  missing: await mariadbIsMissing(),
  async create(more = []) {
    const scratch = await scratchMariadb();
    await scratch.execute("SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')");
    for (const sql of [...SHOP_SQL, ...more]) await scratch.execute(sql);
    return {
      open: opening(() => openMysqlDriver({ url: scratch.url }), ""),
      drop: () => scratch.drop(),
    };
  },
};

export const SHOPS: PerEngine<ShopEngine> = { sqlite, duckdb, postgres, mariadb };

/** SQLite first. */
export const SHOP_ENGINES: readonly ShopEngine[] = ENGINES.map((engine) => SHOPS[engine]);
