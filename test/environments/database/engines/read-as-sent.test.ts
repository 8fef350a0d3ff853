import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { everywhere, type PerEngine } from "../../../support/per-engine.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { MISSING, RUNNING } from "./asked-on.ts";

const runs = "not-read-only: A statement with a comment that the server may run as code";
const tooLarge = "too-large: It is too large for the engine";
const nots = (count: number) => `SELECT ${"NOT ".repeat(count)}(id = 0) FROM city`;

/** A statement, and either its first cell or `code: part of the message`. Four cities, one with the id 1. */
const CASES: readonly (readonly [about: string, sql: string, answer: PerEngine<unknown>])[] = [
  [
    "a comment up to a carriage return",
    "SELECT COUNT(*) FROM city --\r WHERE id = 1",
    { sqlite: 4, mariadb: 4, duckdb: 1, postgres: 1 },
  ],
  ["a comment up to a line feed", "SELECT COUNT(*) FROM city --\n WHERE id = 1", everywhere(1)],
  ["a comment at the end", "SELECT COUNT(*) FROM city -- WHERE id = 1", everywhere(4)],
  [
    "code for a version at the end",
    "SELECT COUNT(*) FROM city /*!50000 WHERE id = 1 */",
    { ...everywhere<unknown>(4), mariadb: runs },
  ],
  [
    "code for MariaDB at the beginning",
    "/*M! SELECT 7 UNION ALL */ SELECT COUNT(*) FROM city",
    { ...everywhere<unknown>(4), mariadb: runs },
  ],
  ["the same characters in a text", "SELECT COUNT(*) FROM city WHERE name <> '/*!50000 x */'", everywhere(4)],
  ["a few conditions within each other", nots(40), { sqlite: 0, mariadb: 0, duckdb: false, postgres: false }],
  ["very many of them", nots(1000), { sqlite: tooLarge, mariadb: 0, duckdb: tooLarge, postgres: tooLarge }],
];

describe.each(RUNNING)("what %s runs is what was read", (engine) => {
  let shop: Shop;
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    shop = await SHOPS[engine].create();
    environment = await shop.open();
  });
  afterAll(async () => {
    await environment?.close();
    await shop?.drop();
  });

  it.each(CASES)("with %s", async (_about, query, answer) => {
    const context = testContext();
    const workspace = await environment.openWorkspace({ question: "?" }, context);
    const action = { environment: "shop", tool: "search_by_SQL", arguments: { query } };
    const { failure, observation } = await environment.act(workspace, action, context);
    const [[cell] = []] = (observation?.data.rows ?? []) as readonly (readonly unknown[])[];
    const said = failure === undefined ? cell : `${failure.code}: ${failure.message}`;
    if (typeof answer[engine] === "string") expect(said).toContain(answer[engine]);
    else expect(said).toBe(answer[engine]);
  });
});

for (const why of MISSING) it.skip(`what is run is what was read: ${why}`);
