import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { localSqliteDriver } from "../../support/local-sqlite-driver.ts";
import { ShopSession } from "../../support/shop-session.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const folder = temporaryFolder();
let environment: DatabaseEnvironment;
let session: ShopSession;

beforeAll(async () => {
  const driver = localSqliteDriver();
  driver.database.exec(`
    CREATE TABLE city (id INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO city VALUES (1, 'Lyon'), (2, 'Aarhus');`);
  environment = await createDatabaseEnvironment({ id: "shop", driver, cacheFolder: folder });
});
beforeEach(async () => {
  session = await ShopSession.open(environment);
});
afterAll(() => environment?.close());

describe("a placeholder", () => {
  it.each(["?", "?1", ":name", "@name", "$name"])("is refused, as nothing gives %s a value", async (name) => {
    const query = `SELECT * FROM city WHERE name = ${name}`;
    for (const tool of ["search_by_SQL", "check_query"]) {
      const { code, message } = await session.fail(tool, { query });
      expect([code, message]).toEqual(["syntax-error", expect.stringContaining(name)]);
    }
    await session.draft({ from: "city" });
    const { part } = await session.fail("where", { where_statement: `name = ${name}` });
    expect(part).toMatchObject({ clause: "where", argument: "where_statement", text: name });
    expect((await session.conclude(query)).failure?.code).toBe("syntax-error");
  });

  it("is not seen in a text", async () => {
    await session.draft({ from: "city", where: "name <> 'why? :name'" });
  });
});

it("takes a query out of the fence that models put around it", async () => {
  const { data } = await session.act("search_by_SQL", { query: "```sql\nSELECT COUNT(*) FROM city;\n```" });
  expect(data.rows).toEqual([[2]]);
});

it("does not even look at a text that is too long", async () => {
  await session.draft({ from: "city" });
  const ids = Array.from({ length: 50_000 }, (_, id) => id).join(", ");
  const { code, part } = await session.fail("where", { where_statement: `id IN (${ids})` });
  expect([code, part?.argument]).toEqual(["too-large", "where_statement"]);
  const query = `SELECT COUNT(*) FROM city WHERE id IN (${ids})`;
  expect((await session.fail("search_by_SQL", { query })).message).toContain("at most 20,000");
  const fewer = query.replace(/, 3000,[^)]*/u, "");
  expect((await session.act("search_by_SQL", { query: fewer })).data.rows).toEqual([[2]]);
});

it("says of a query that compiles that running it fails", async () => {
  await session.draft({ from: "city", where: "" });
  const select = "abs(-9223372036854775807 - id)";
  const { warnings, text } = await session.act("select", { select_statement: select });
  expect(warnings.map(({ code }) => code)).toContain("fails-when-run");
  expect(text).toContain("overflow");
  const whole = await session.act("check_query", { query: `SELECT ${select} FROM city` });
  expect(whole.warnings.map(({ code }) => code)).toContain("fails-when-run");
});

describe("an answer that is too large", () => {
  it("is a failure that the model can mend, not the end of the run", async () => {
    const context = { ...testContext(), artifacts: memoryArtifactStore({ capBytes: 2000 }) };
    const narrow = await ShopSession.open(environment, "All ids?", context);
    const numbers =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT i FROM n";
    expect((await narrow.conclude(numbers)).failure).toMatchObject({ code: "too-large" });
    expect((await narrow.conclude(`${numbers} LIMIT 3`)).answer?.rows?.total).toBe(3);
  });
});
