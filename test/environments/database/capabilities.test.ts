import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SqlCapability } from "../../../src/environment/capabilities.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { SHOPS, type Shop } from "../../support/shop-database.ts";

const CITIES = "SELECT name FROM city ORDER BY id";
const ENDLESS =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000000) SELECT count(*) FROM n";

let shop: Shop;
let database: Environment;
beforeAll(async () => {
  shop = await SHOPS.sqlite.create();
  database = await shop.open();
});
afterAll(async () => {
  await database?.close();
  await shop?.drop();
});

/** Takes actions one after another from a fresh workspace, and concludes with the claim. */
async function concluded(
  question: string,
  actions: readonly Parameters<Environment["act"]>[1][],
  claim: Parameters<Environment["conclude"]>[1] = {},
) {
  let workspace = await database.openWorkspace({ question }, testContext());
  for (const action of actions) {
    const result = await database.act(workspace, action, testContext());
    if (result.failure !== undefined) throw new Error(`${action.tool}: ${result.failure.message}`);
    workspace = result.workspace;
  }
  return await database.conclude(workspace, claim, testContext());
}

describe("the SQL capability", () => {
  const sqlOf = ({ capabilities: { sql } }: Environment) => sql as SqlCapability;
  const query = (text: string, maxRows = 1000, context = testContext()) =>
    sqlOf(database).query(text, { maxRows }, context);
  it("says truly whether rows were cut off", async () => {
    const all = await query(CITIES);
    expect(all.truncated).toBe(false);
    expect(await query(CITIES, all.rows.length)).toEqual(all);
    const cut = await query(CITIES, all.rows.length - 1);
    expect([cut.truncated, cut.rows]).toEqual([true, all.rows.slice(0, -1)]);
  });

  it("refuses to write, stops at the time limit and when cancelled, and answers the next query", async () => {
    const limits = { ...testContext().limits, milliseconds: 200 };
    for (const [text, more, code] of [
      ["DELETE FROM city", {}, "engine-error"],
      [ENDLESS, { limits }, "engine-timeout"],
      [ENDLESS, { signal: AbortSignal.abort() }, "cancelled"],
    ] as const)
      await expect(query(text, 1, testContext(more))).rejects.toMatchObject({ code });
    expect((await query(CITIES)).rows.length).toBeGreaterThan(0);
  });
});

describe("the built-in rules of a database", () => {
  const read = async (question: string, context = testContext()) =>
    await database.capabilities.heuristics?.interpret({ question }, context);

  it.each(["How many customers are there?", "What is the average price of products?"])(
    "plan actions that lead to an answer, the same each time: %s",
    async (question) => {
      const reading = await read(question);
      if (reading?.understood !== true) throw new Error(JSON.stringify(reading));
      expect(await read(question)).toEqual(reading);
      const result = await concluded(
        question,
        reading.plan.map(({ action }) => action),
        reading.claim,
      );
      expect(result.failure).toBeUndefined();
    },
  );

  it.each([
    ["Wie viele Kunden wohnen in Paris?", ["Kunden", "wohnen"]],
    ["Would a flower shop pay off?", ["flower"]],
  ])("name the words that they do not understand: %s", async (question, words) => {
    expect(await read(question)).toMatchObject({ understood: false, words: expect.arrayContaining(words) });
  });

  it("stop when they are cancelled", async () => {
    const cancelled = testContext({ signal: AbortSignal.abort() });
    await expect(read("How many customers are there?", cancelled)).rejects.toMatchObject({
      code: "cancelled",
    });
  });
});
