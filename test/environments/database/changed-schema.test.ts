import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMysqlDriver } from "../../../src/environments/database/drivers/mysql/mysql-driver.ts";
import { openPostgresDriver } from "../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  openSqliteDriver,
} from "../../../src/environments/database/index.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { mariadbIsMissing, scratchMariadb } from "../../support/mariadb.ts";
import { postgresIsMissing, type ScratchDatabase, scratchPostgresDatabase } from "../../support/postgres.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const missing = await postgresIsMissing();

describe.skipIf(missing !== undefined)(
  `A database that is changed while it is asked ${missing ?? ""}`,
  () => {
    let scratch: ScratchDatabase;
    let environment: DatabaseEnvironment;
    let session: ShopSession;

    beforeAll(async () => {
      scratch = await scratchPostgresDatabase();
      await scratch.execute(`
      CREATE TABLE film (id int PRIMARY KEY, title text);
      INSERT INTO film VALUES (1, 'Solaris'), (2, 'Stalker')`);
      environment = await createDatabaseEnvironment({
        id: "films",
        driver: await openPostgresDriver({ url: scratch.url }),
        cacheFolder: temporaryFolder(),
      });
      session = await ShopSession.open(environment);
    });
    afterAll(async () => {
      await environment?.close();
      await scratch?.drop();
    });

    it("says so where a column has another name by now, and knows that name", async () => {
      await scratch.execute("ALTER TABLE film RENAME COLUMN title TO full_title");
      const failure = await session.fail("search_by_SQL", { query: "SELECT title FROM film" });
      expect(failure.code).toBe("unknown-column");
      expect(failure.message).toContain("film has id, full_title");
      expect(failure.message).toContain("changed since its schema was shown");
      expect(failure.suggestions[0]?.text).toBe("full_title");
    });

    it("describes and searches it as it is from then on", async () => {
      expect((await session.act("describe_tables", { tables: ["film"] })).text).toContain("full_title");
      const found = await session.act("find_columns_containing_value", { value: "Solaris" });
      expect(found.text).toContain("film.full_title: 'Solaris' (1 row)");
    });

    it("says nothing of a change where a name is only wrong", async () => {
      const failure = await session.fail("search_by_SQL", { query: "SELECT titel FROM film" });
      expect(failure.message).not.toContain("changed");
    });
  },
);

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
      await database.execute("ALTER TABLE film RENAME COLUMN price TO amount");
      const failure = await session.fail("select", { select_statement: "max(price)" });
      expect(failure).toMatchObject({ code: "unknown-column" });
      expect(failure.message).toContain("film has id, amount");
      expect(failure.message).toContain("changed since its schema was shown");
      await session.draft({ where: "amount > 1", select: "max(amount)" });
      expect((await session.conclude()).answer?.value).toBe(6);
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

if (missing !== undefined) it.skip(`PostgreSQL schemas that change: ${missing}`);
