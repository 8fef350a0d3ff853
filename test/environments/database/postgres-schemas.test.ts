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

describe.skipIf(missing !== undefined)(`Tables of one name in two schemas ${missing ?? ""}`, () => {
  let scratch: ScratchDatabase;
  let environment: DatabaseEnvironment;
  let session: ShopSession;

  beforeAll(async () => {
    scratch = await scratchPostgresDatabase();
    await scratch.execute(`
      CREATE SCHEMA archive;
      CREATE TABLE archive.film (id int PRIMARY KEY, title text);
      CREATE TABLE film (id int PRIMARY KEY, title text, older_id int REFERENCES archive.film);
      CREATE SCHEMA studio;
      CREATE TABLE archive.camera (id int);
      CREATE TABLE studio.camera (id int);
      CREATE TABLE locked_up (id int);
      CREATE ROLE ${scratch.name}_reader LOGIN;
      GRANT SELECT ON film TO ${scratch.name}_reader`);
    environment = await createDatabaseEnvironment({
      id: "films",
      driver: await openPostgresDriver({ url: scratch.url }),
      cacheFolder: temporaryFolder(),
    });
    session = await ShopSession.open(environment);
  });
  afterAll(async () => {
    await environment?.close();
    await scratch?.execute(`DROP OWNED BY ${scratch.name}_reader; DROP ROLE ${scratch.name}_reader`);
    await scratch?.drop();
  });

  it("are told apart where tables are listed and where a key points at one", async () => {
    const { text, data } = await session.act("describe_tables", { tables: ["film", "archive.film"] });
    expect(data.tables).toEqual(["film", "archive.film"]);
    expect(text).toContain("older_id integer -> archive.film.id");
  });

  it("are all named where a query names one without its schema and none needs no schema", async () => {
    const failure = await session.fail("search_by_SQL", { query: "SELECT * FROM camera" });
    expect(failure).toMatchObject({
      code: "unknown-table",
      message: "There is no table camera without a schema, but archive.camera, studio.camera.",
    });
    expect(failure.suggestions.slice(0, 2).map(({ text }) => text)).toEqual([
      "archive.camera",
      "studio.camera",
    ]);
  });

  it("are suggested in the schema that was written first, where the name is misspelt", async () => {
    const failure = await session.fail("search_by_SQL", { query: "SELECT * FROM studio.camra" });
    expect(failure.suggestions[0]).toMatchObject({ text: "studio.camera", replaces: "studio.camra" });
    expect(failure.message).toContain("archive.camera");
  });

  it("does not hide that a role may not read a table", async () => {
    const url = new URL(scratch.url);
    url.username = `${scratch.name}_reader`;
    const reader = await createDatabaseEnvironment({
      id: "films",
      driver: await openPostgresDriver({ url: url.href }),
      cacheFolder: temporaryFolder(),
    });
    try {
      const poor = await ShopSession.open(reader);
      await poor.draft({ from: "locked_up", where: "" });
      const { warnings } = await poor.act("select", { select_statement: "*" });
      expect(warnings.map(({ code, message }) => `${code}: ${message}`).join()).toMatch(
        /fails-when-run: .*permission denied/u,
      );
    } finally {
      await reader.close();
    }
  });
});
