import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { sequential } from "../../../../src/agent/strategies/long-form/long-form.ts";
import { guessing, noInteraction } from "../../../../src/agent/strategies/long-form/no-interaction.ts";
import type { Strategy } from "../../../../src/agent/strategy.ts";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOPS, type Shop } from "../../../support/shop-database.ts";
import { report } from "./report-fixture.ts";

let shop: Shop;
let environment: DatabaseEnvironment;
beforeAll(async () => {
  shop = await SHOPS.sqlite.create();
  environment = await shop.open({ valueIndex: "off" });
});
afterAll(async () => {
  await environment.close();
  await shop.drop();
});

/** What a model is sent, as one text, and what comes of its only reply. */
async function sent(strategy: Strategy, place: Environment = environment) {
  const reply = report("There are 4 cities, 12345 people.", { findings: [{ heading: "All", text: "4." }] });
  const model = scriptedModel(() => ({ text: JSON.stringify(reply) }));
  const result = await runTask(
    runOptions([], {
      environments: [place],
      task: { question: "How many cities are there?", oracleKnowledge: "a city is a row of city" },
      strategy,
      policy: llmPolicy({ model, retries: 0 }),
    }),
  );
  return {
    ...result,
    requests: model.requests,
    text: JSON.stringify(model.requests.map(({ prompt }) => prompt)),
  };
}

describe("no-interaction", () => {
  it("reads all records and answers from them in one reply, whose figures no query bears out", async () => {
    const { outcome, requests, text } = await sent(noInteraction());
    expect(requests).toHaveLength(1);
    for (const record of ["2 | New York | US", "4 | Chair | NULL | 7", "B | blocked"]) {
      expect(text).toContain(record);
    }
    expect(text).toContain("a city is a row of city");
    expect(outcome).toMatchObject({
      type: "answered",
      answer: { text: "# Report\n\nThere are 4 cities, 12345 people.\n\n## All\n\n4." },
      assumptions: ["No query was run: every figure is the language model's own."],
      evidence: [{ environment: "shop", kind: "database" }],
      report: { queries: [], plan: [] },
    });
    expect(JSON.stringify(outcome)).toContain('"shown":"12345","verdict":"unsupported"');
  });

  it("sends nothing where the records do not fit, and says so", async () => {
    const { outcome, requests } = await sent(noInteraction({ characters: 500 }));
    expect(requests).toHaveLength(0);
    expect(outcome).toMatchObject({
      type: "unanswerable",
      reason: expect.stringMatching(/more than the 500 characters.*sequential/u),
    });
  });

  it.each(["schema", "masked"] as const)("sends no records that are withheld (%s)", async (level) => {
    const { outcome, requests } = await sent(noInteraction(), withEgress(environment, level));
    expect(requests).toHaveLength(0);
    expect(outcome).toMatchObject({ type: "unanswerable", reason: expect.stringContaining("withheld") });
  });
});

describe("guessing", () => {
  it("reads the question and nothing of the database", async () => {
    const { outcome, text } = await sent(guessing());
    expect(outcome.type).toBe("answered");
    expect(text).toContain("How many cities are there?");
    expect(text).not.toMatch(/New York|purchase_line/u);
  });
});

describe("what the planner of sequential is sent", () => {
  it("is the schema, its dialect and the tools that look around, and none that build", async () => {
    const { requests, outcome } = await sent(sequential());
    expect(outcome.type).toBe("stopped");
    const [system] = requests[0]?.prompt ?? [];
    const text = JSON.stringify(system?.content);
    expect(text).toContain("What there is in shop (SQL dialect: sqlite)");
    expect(text).toContain("- get_distinct_values(");
    expect(text).not.toContain("- check_query(");
    expect(requests[0]?.prompt[0]).toEqual(requests[1]?.prompt[0]);
  });
});
