import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/index.ts";
import { errorFeedbackOff } from "../../../../src/evaluation/run/ablation.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../../support/shop-database.ts";

let shop: Shop;
let whole: DatabaseEnvironment;
beforeAll(async () => {
  const [sqlite] = SHOP_ENGINES;
  shop = await (sqlite as (typeof SHOP_ENGINES)[number]).create();
  whole = await shop.open();
});
afterAll(async () => {
  await whole.close();
  await shop.drop();
});

const TASK = { question: "How many cities are there?" };

async function asked(environment: Environment, answers: readonly string[]) {
  const model = scriptedModel(
    answers.map((answer) => ({ calls: [{ name: "final_answer", arguments: { answer } }] })),
  );
  const result = await runTask(
    runOptions([], { environments: [environment], task: TASK, policy: llmPolicy({ model, retries: 0 }) }),
  );
  return { ...result, prompts: model.requests.map(({ prompt }) => JSON.stringify(prompt)) };
}

describe("without error feedback", () => {
  const WRONG = "SELECT count(*) FROM citys";

  it("a model is told only that it failed, while the record keeps the code", async () => {
    const { events, prompts, outcome } = await asked(errorFeedbackOff(whole), [
      WRONG,
      "SELECT count(*) FROM city",
    ]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    expect(prompts[1]).toContain("error: It failed.");
    expect(prompts[1]).not.toContain("unknown-table");
    expect(prompts[1]).not.toContain("try:");
    const refused = events.find((event) => event.type === "claim-refused");
    expect(refused).toMatchObject({ failure: { code: "unknown-table", suggestions: [], bare: true } });
  });

  it("holds for actions, too, and closes nothing of the place", async () => {
    const context = testContext();
    const quiet = errorFeedbackOff(whole);
    const workspace = await quiet.openWorkspace(TASK, context);
    const action = {
      environment: quiet.id,
      tool: "get_distinct_values",
      arguments: { table: "cty", column: "x" },
    };
    expect(await quiet.act(workspace, action, context)).toEqual({
      failure: { code: "unknown-table", message: "It failed.", suggestions: [], bare: true },
    });
    await quiet.close();
    expect((await asked(whole, ["SELECT count(*) FROM city"])).outcome.type).toBe("answered");
  });
});
