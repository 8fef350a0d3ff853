import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { oraclePolicy } from "../../../../src/agent/policies/oracle-policy.ts";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { executeSql, sqlClient } from "../../../../src/agent/strategies/baselines/execute-sql.ts";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { environmentConformance } from "../../../../src/testing/environment-conformance.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { ScriptedTurn } from "../../../../src/testing/scripted-model.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { strategyConformance } from "../../../../src/testing/strategy-conformance.ts";
import type { Engine } from "../../../support/per-engine.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";

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

const query = (sql: string): ScriptedTurn => ({
  calls: [{ name: "execute_sql", arguments: { query: sql } }],
});
const handIn = (answer?: string): ScriptedTurn => ({
  calls: [{ name: "final_answer", arguments: answer === undefined ? {} : { answer } }],
});

async function asked(turns: readonly ScriptedTurn[]) {
  const model = scriptedModel(turns);
  const result = await runTask(
    runOptions([], {
      environments: [sqlClient(database)],
      task: { question: "How many customers live in York?" },
      strategy: executeSql(),
      policy: llmPolicy({ model, retries: 0 }),
    }),
  );
  const results = result.events.flatMap((event) =>
    event.type === "action-observed"
      ? [event.observation.text]
      : event.type === "action-failed" || event.type === "claim-refused"
        ? [event.failure.message]
        : [],
  );
  return { ...result, requests: model.requests, results };
}

describe("execute-sql", () => {
  it("is told the engine's name and one tool, and nothing of the schema", async () => {
    const { requests } = await asked([handIn("SELECT 1")]);
    const told = JSON.stringify(requests[0]?.prompt);
    expect(told).toContain("sqlite");
    expect(told).not.toMatch(/customer_id|CREATE TABLE|purchase/u);
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["execute_sql", "final_answer", "give_up"]);
  });

  it("reads the catalogue and rows as the engine has them, without notes", async () => {
    const { results } = await asked([
      query("SELECT name FROM sqlite_master WHERE name = 'city'"),
      query("SELECT id, name, country FROM city WHERE id < 3"),
      query("SELECT name FROM customer WHERE status = 'nobody'"),
      handIn("SELECT 1"),
    ]);
    expect(results).toEqual([
      "name\ncity\n(1 row)",
      "id | name | country\n1 | Łódź | PL\n2 | New York | US\n(2 rows)",
      "name\n(0 rows)",
    ]);
  });

  it("reads errors in the engine's own words, of a tool and of a claim", async () => {
    const { requests, results, outcome } = await asked([
      query("SELECT nam FROM city"),
      query("DELETE FROM city"),
      handIn("SELECT nam FROM city"),
      handIn("SELECT count(*) FROM city"),
    ]);
    expect(results[0]).toBe("no such column: nam");
    expect(results[2]).toBe("no such column: nam");
    const seen = JSON.stringify(requests.at(-1)?.prompt);
    expect(seen).toContain("error: no such column: nam");
    expect(seen).not.toMatch(/try:|Did you mean|check_query/u);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
  });

  it.each([
    ["nothing", undefined],
    ["words", "There are two."],
  ])("hands in the last query that ran where %s is handed in", async (_, answer) => {
    const last = "SELECT count(*) FROM customer WHERE home_city_id = 3";
    const { outcome } = await asked([query("SELECT 1"), query(last), query("SELECT oops"), handIn(answer)]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 2 }, evidence: [{ sql: last }] });
  });

  it("refuses an answer that rests on no query", async () => {
    const { results, outcome } = await asked([handIn("Two."), handIn("```sql\nSELECT 2\n```")]);
    expect(results).toEqual(["No query was run or handed in."]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 2 } });
  });

  it("is replayed by an oracle with the gold query", async () => {
    const { outcome } = await runTask(
      runOptions([], {
        environments: [sqlClient(database)],
        strategy: executeSql(),
        policy: oraclePolicy({ sql: "SELECT name FROM city WHERE id = 4" }),
      }),
    );
    expect(outcome).toMatchObject({ type: "answered", answer: { value: "Paris" } });
  });

  it("describes tables with their first rows, where a strategy shows them", async () => {
    const { text } = await sqlClient(database, { sampleRows: 2 }).describe(
      "schema",
      undefined,
      testContext(),
    );
    expect(text).toContain("CREATE TABLE city");
    expect(text).toContain("Łódź");
    expect(text).not.toContain("Paris");
  });

  it("is no way around egress", () => {
    expect(() => sqlClient(withEgress(database, "schema"))).toThrow(/withholds values/u);
  });
});

const QUERY = { tool: "execute_sql", arguments: { query: "SELECT name FROM city ORDER BY id" } };

describe("the strategy execute-sql", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      runOptions([], {
        environments: [sqlClient(database)],
        strategy: executeSql(),
        policy: scriptedPolicy([
          { actions: [{ environment: "shop", ...QUERY }] },
          { actions: [], claim: { claim: {} } },
        ]),
      }),
  });
});

describe("the environment of execute-sql", () => {
  environmentConformance(vitestRunner, {
    open: async () => sqlClient(database),
    task: { question: "Which cities are there?" },
    actions: [QUERY],
    nonsense: { text: "forty zebras" },
  });
});

const CATALOGUES: Readonly<Record<Engine, string>> = {
  sqlite: "SELECT sql FROM sqlite_master WHERE name = 'customer'",
  duckdb: "SELECT column_name FROM information_schema.columns WHERE table_name = 'customer'",
  postgres: "SELECT column_name FROM information_schema.columns WHERE table_name = 'customer'",
  mariadb: "SELECT column_name FROM information_schema.columns WHERE table_name = 'customer'",
};

describe.each(SHOP_ENGINES)("the catalogue of $name", ({ engine, missing, create }) => {
  it.skipIf(missing !== undefined)(
    "is read by execute_sql, as there is no other way to the schema",
    async () => {
      const made = await create();
      const environment = await made.open();
      const client = sqlClient(environment);
      const action = { environment: "shop", tool: "execute_sql", arguments: { query: CATALOGUES[engine] } };
      const context = testContext();
      const { observation } = await client.act(
        await client.openWorkspace(undefined, context),
        action,
        context,
      );
      expect(observation?.text).toContain("home_city_id");
      const { text } = await client.describe("schema", undefined, context);
      expect(text).toMatch(/^Engine: \w+ \d/u);
      await environment.close();
      await made.drop();
    },
  );
});
