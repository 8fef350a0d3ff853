import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openMysqlDriver } from "../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { mariadbIsMissing, scratchMariadb } from "../../support/mariadb.ts";
import { postgresIsMissing, scratchPostgresDatabase } from "../../support/postgres.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await postgresIsMissing();

const mariadb = await mariadbIsMissing();

describe.each([
  {
    engine: "SQLite",
    missing: undefined,
    async create() {
      const path = join(temporaryFolder(), "films.sqlite");
      const database = new DatabaseSync(path);
      database.exec("PRAGMA journal_mode = WAL");
      return {
        driver: () => openSqliteDriver({ path }),
        execute: async (sql: string) => database.exec(sql),
        drop: async () => database.close(),
      };
    },
  },
  {
    engine: "MariaDB",
    missing: mariadb,
    async create() {
      const scratch = await scratchMariadb();
      return {
        driver: () => openMysqlDriver({ url: scratch.url }),
        execute: async (sql: string) => void (await scratch.execute(sql)),
        drop: () => scratch.drop(),
      };
    },
  },
  {
    engine: "PostgreSQL",
    missing,
    async create() {
      const scratch = await scratchPostgresDatabase();
      return {
        driver: () => openPostgresDriver({ url: scratch.url }),
        execute: async (sql: string) => void (await scratch.execute(sql)),
        drop: () => scratch.drop(),
      };
    },
  },
])("A database that another process alters while it is asked, on $engine", ({ missing: absent, create }) => {
  describe.skipIf(absent !== undefined)(absent ?? "", () => {
    let database: Awaited<ReturnType<typeof create>>;
    let environment: DatabaseEnvironment;

    beforeAll(async () => {
      database = await create();
      await database.execute("CREATE TABLE film (id INTEGER PRIMARY KEY, price INTEGER)");
      await database.execute("CREATE TABLE note (id INTEGER)");
      await database.execute("INSERT INTO film VALUES (1, 5), (2, 6)");
      environment = await createDatabaseEnvironment({
        id: "films",
        driver: await database.driver(),
        cacheFolder: temporaryFolder(),
      });
    });
    afterAll(async () => {
      await environment?.close();
      await database?.drop();
    });

    it("knows a column's other name, and says that it was changed", async () => {
      const session = await ShopSession.open(environment);
      await session.draft({ from: "film", where: "price > 1" });
      await database.execute("ALTER TABLE film RENAME COLUMN price TO unit_price");
      const failure = await session.fail("select", { select_statement: "max(price)" });
      expect(failure).toMatchObject({ code: "unknown-column" });
      expect(failure.message).toContain("film has id, unit_price");
      expect(failure.message).toContain("changed since its schema was shown");
      expect(failure.suggestions[0]?.text).toBe("unit_price");
      await session.draft({ where: "unit_price > 1", select: "max(unit_price)" });
      expect((await session.conclude()).answer?.value).toBe(6);
      const found = await session.act("find_columns_containing_value", { value: "5" });
      expect(found.text).toContain("film.unit_price: '5' (1 row)");
      const wrong = await session.fail("search_by_SQL", { query: "SELECT unit_prise FROM film" });
      expect(wrong.message).not.toContain("changed");
    });

    it("describes no table that was dropped meanwhile", async () => {
      const session = await ShopSession.open(environment);
      await database.execute("DROP TABLE note");
      const failure = await session.fail("describe_tables", { tables: ["note"] });
      expect(failure.message).toBe('There is no table "note". Tables: film.');
    });

    it("shows a new table to whoever begins after it was made", async () => {
      await database.execute("CREATE TABLE cinema (id INTEGER, town TEXT)");
      const context = testContext();
      await environment.openWorkspace({ question: "How many cinemas?" }, context);
      expect((await environment.describe("schema", undefined, context)).text).toContain("cinema");
    });
  });
});
