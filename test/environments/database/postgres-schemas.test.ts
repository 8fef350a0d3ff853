import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openPostgresDriver } from "../../../src/environments/database/drivers/postgres/postgres-driver.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
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

  it("are named by schema where they are 1,000 over 20 schemas, with what the question needs in full, in 2,000 tokens", async () => {
    const large = await scratchPostgresDatabase();
    const areas = Array.from({ length: 20 }, (_, at) => `area_${at}`);
    await large.execute(
      areas
        .map((area) => {
          const kinds = ["ledger", "shipment", "invoice", "customer", "depot"];
          const tables = Array.from({ length: 50 }, (_, at) => {
            const name = `${kinds[at % 5]}${at < 5 ? "" : `_part_${at}`}`;
            return `CREATE TABLE ${area}.${name} (id int PRIMARY KEY, name text, noted_on date)`;
          });
          return [`CREATE SCHEMA ${area}`, ...tables].join(";");
        })
        .concat(
          "CREATE TABLE area_7.harvest (id int PRIMARY KEY, orchard text, depot_id int REFERENCES area_7.depot (id))",
        )
        .join(";"),
    );
    await using closing = new AsyncDisposableStack();
    closing.defer(() => large.drop());
    const opened = await createDatabaseEnvironment({
      id: "large",
      driver: await openPostgresDriver({ url: large.url }),
      cacheFolder: temporaryFolder(),
    });
    closing.defer(() => opened.close());
    const { text } = await opened.describe("schema", undefined, testContext());
    const task = { question: "Which harvests of the orchard are in a depot?" };
    const { text: needed } = await opened.describe("task", task, testContext());
    expect(text).toContain("area_19.*");
    expect(needed).toMatch(/:\narea_7\.harvest\b.*\n.*\narea_7\.depot\b/u);
    expect(countTokens(text) + countTokens(needed)).toBeLessThan(2000);
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

  it("are asked back for by a tool that is given one of them without its schema", async () => {
    expect(await session.fail("get_distinct_values", { table: "camera", column: "id" })).toMatchObject({
      code: "unknown-table",
      message: '2 schemas have a table "camera": archive.camera, studio.camera. Name the schema, too.',
      suggestions: [{ text: "archive.camera" }, { text: "studio.camera" }],
    });
    expect((await session.act("describe_tables", { tables: ["studio.camera"] })).data.tables).toEqual([
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
