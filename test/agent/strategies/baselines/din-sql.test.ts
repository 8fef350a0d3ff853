import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import { dinSql } from "../../../../src/agent/strategies/baselines/din-sql.ts";
import { sqlClient } from "../../../../src/agent/strategies/baselines/execute-sql.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { piped } from "./sql-pipeline-fixture.ts";

let shop: Shop;
let database: DatabaseEnvironment;
beforeAll(async () => {
  const [sqlite] = SHOP_ENGINES;
  shop = await (sqlite as (typeof SHOP_ENGINES)[number]).create();
  database = await shop.open();
});
afterAll(async () => {
  await database.close();
  await shop.drop();
});

const QUESTION = "How many customers live in York?";
const LINKS = { thought: "…", links: ["city.name", "customer.home_city_id = city.id", "'York'"] };
const RIGHT =
  "SELECT count(*) FROM customer JOIN city ON customer.home_city_id = city.id WHERE city.name = 'York'";
const WRONG =
  "SELECT count(*) FROM customer JOIN city ON customer.work_city_id = city.id WHERE city.name = 'York'";
const classOf = (named: string, questions: readonly string[] = []): JsonObject => ({
  ...{ thought: "…", class: named, questions: [...questions] },
});

const asked = (replies: readonly (JsonObject | string)[]) => piped(database, dinSql(), QUESTION, replies);

describe("din-sql", () => {
  it("links, classes, writes and corrects in four turns over the tables, each with what the turns before gave", async () => {
    const { shown, sql, outcome } = await asked([
      LINKS,
      classOf("non-nested"),
      { thought: "…", sketch: "count where york", sql: WRONG },
      { thought: "They live there.", sql: RIGHT },
    ]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
    expect(sql).toBe(RIGHT);
    expect(shown).toHaveLength(4);
    for (const prompt of shown) {
      expect(prompt).toContain("CREATE TABLE customer");
      expect(prompt).toContain(QUESTION);
      expect(prompt).toContain("York is a city");
    }
    const links = "Schema links: city.name, customer.home_city_id = city.id, 'York'";
    expect(shown.map((prompt) => prompt.includes(links))).toEqual([false, true, true, false]);
    expect(shown[3]).toContain(`Query:\n${WRONG}`);
  });

  it.each([
    ["easy", ["How many authors come from Norway?"], ["Tove Jansson", "has nobody borrowed"], '"sql"'],
    ["non-nested", ["Tove Jansson"], ["from Norway?", "has nobody borrowed"], '"sketch"'],
    [
      "nested",
      ["has nobody borrowed", "in 1990 and one in 2000"],
      ["from Norway?", "Tove Jansson"],
      '"parts"',
    ],
  ])("writes %s questions with the demonstrations of their class", async (named, has, lacks, form) => {
    const written = { thought: "…", sketch: "…", parts: [], sql: RIGHT };
    const { shown } = await asked([
      LINKS,
      classOf(named, ["Who lives in York?"]),
      written,
      { thought: "…", sql: RIGHT },
    ]);
    const prompt = shown[2] ?? "";
    for (const text of has) expect(prompt).toContain(text);
    for (const text of lacks) expect(prompt).not.toContain(text);
    expect(prompt).toContain(form);
    expect(prompt.includes("Parts of the question:\nWho lives in York?")).toBe(named === "nested");
  });

  it("keeps the query where the correction is none", async () => {
    const easy = [LINKS, classOf("easy"), { sql: RIGHT }];
    const { sql } = await asked([...easy, { thought: "It is right.", sql: "" }]);
    expect(sql).toBe(RIGHT);
    const unread = await asked([...easy, "It is right.", "It is right.", "It is right."]);
    expect(unread.sql).toBe(RIGHT);
  });

  it("hands the query in once, whatever comes of it", async () => {
    const lost = { sql: "SELECT nam FROM city" };
    const { outcome, events } = await asked([LINKS, classOf("easy"), lost, { thought: "…", ...lost }]);
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringContaining("no such column"),
    });
    expect(events.filter(({ type }) => type === "claim-refused")).toHaveLength(1);
  });

  it("ends where a role never writes a query", async () => {
    const { outcome } = await asked([LINKS, classOf("easy"), { sql: "" }, { sql: "" }]);
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });
});

describe("the strategy din-sql", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions([], {
        environments: [sqlClient(database, { sampleRows: 0 })],
        task: { question: QUESTION },
        strategy: dinSql(),
        policy: scriptedPolicy([
          { output: LINKS },
          { output: classOf("easy") },
          { output: { sql: "" } },
          { output: { sql: WRONG } },
          { output: { thought: "…", sql: RIGHT } },
        ]),
      }),
  });
});
