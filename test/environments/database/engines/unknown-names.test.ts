import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolFailure } from "../../../../src/environment/tool-failure.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { inQuotesOf, MISSING, RUNNING } from "./asked-on.ts";

/** Beside the shop, on DuckDB: a struct in a struct. */
const HOUSES = [
  `CREATE TABLE house (id integer, address STRUCT(city VARCHAR, "zip code" VARCHAR, plot STRUCT(depth INTEGER)))`,
  "INSERT INTO house VALUES (1, {'city': 'Paris', 'zip code': '75', 'plot': {'depth': 3}})",
];

describe.each(RUNNING)("A name that is not there (%s)", (engine) => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await SHOPS[engine].create(engine === "duckdb" ? HOUSES : []);
    environment = await shop.open();
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });

  const refused = async (query: string): Promise<ToolFailure> => {
    const context = testContext();
    const workspace = await environment.openWorkspace({ question: "?" }, context);
    const sql = inQuotesOf(engine, query);
    const action = { environment: "shop", tool: "check_query", arguments: { query: sql } };
    const { failure } = await environment.act(workspace, action, context);
    if (failure === undefined) throw new Error(`not refused: ${sql}`);
    return failure;
  };

  it.each([
    "SELECT name FROM city WHERE EXISTS (SELECT 1 FROM custmer)",
    "SELECT name FROM city WHERE id IN (SELECT 1 FROM custmer)",
    "SELECT name, (SELECT 1 FROM custmer) FROM city",
    "SELECT name FROM city ORDER BY (SELECT count(*) FROM custmer)",
    "WITH c AS (SELECT 1 AS x WHERE EXISTS (SELECT 1 FROM custmer)) SELECT x FROM c",
  ])("is a table that is missing, not a broken view, wherever a subquery reads it: %s", async (query) => {
    const { code, message, part, suggestions } = await refused(query);
    expect([code, part?.text]).toEqual(["unknown-table", "custmer"]);
    expect(message).toMatch(/^There is no table custmer\. Tables: /u);
    expect(suggestions[0]).toMatchObject({ text: "customer", replaces: "custmer" });
  });

  it.each([
    ["WITH c AS (SELECT name FROM city) SELECT c.nmae FROM c", "There is no column nmae: c has name."],
    ["SELECT c.nmae FROM (SELECT name FROM city) c", "There is no column nmae: c has name."],
    ["SELECT c.nmae FROM city c", "There is no column nmae: c (city) has id, name, country."],
  ])("is offered by the columns of a table, a CTE and a subquery alike: %s", async (query, said) => {
    const { code, message, suggestions } = await refused(query);
    expect([code, message]).toEqual(["unknown-column", said]);
    expect(suggestions[0]?.text).toBe("c.name");
  });

  if (engine === "duckdb")
    it.each(["SELECT address.cty FROM house", "SELECT h.address.cty FROM house h"])(
      "is a field of a struct, and said in the words of the engine: %s",
      async (query) => {
        const { code, message } = await refused(query);
        expect(code).toBe("unknown-column");
        expect(message).toContain('"cty" in struct');
      },
    );
});

for (const why of MISSING) it.skip(`names that are not there: ${why}`);
