import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPostgresDriver } from "../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/index.ts";
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

if (missing !== undefined) it.skip(`PostgreSQL schemas that change: ${missing}`);
