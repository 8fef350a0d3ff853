import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { withEgress } from "../../../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/index.ts";
import { errorFeedbackOff } from "../../../../src/evaluation/run/ablation/error-feedback-off.ts";
import { withSampleRows } from "../../../../src/evaluation/run/ablation/with-sample-rows.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { fixtureEnvironment } from "../../../environments/knowledge-base/fixture-environment.ts";
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

  it("says more where feedback is on", async () => {
    const { prompts } = await asked(whole, [WRONG, "SELECT count(*) FROM city"]);
    expect(prompts[1]).toContain("error unknown-table");
    expect(prompts[1]).toContain("try: ");
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

describe("with sample rows", () => {
  it("the schema ends with the first rows of each table, the same each time", async () => {
    const shown = withSampleRows(whole, 2);
    const [first, again] = [
      await shown.describe("schema", undefined, testContext()),
      await shown.describe("schema", undefined, testContext()),
    ];
    const plain = await whole.describe("schema", undefined, testContext());
    expect(first.text.startsWith(plain.text)).toBe(true);
    expect(first.text).toContain("city:\n  id | name | country\n  1 | Łódź | PL\n  2 | New York | US\n");
    expect(first.text).not.toContain("3 | York");
    expect(again).toEqual(first);
    const { prompts } = await asked(shown, ["SELECT count(*) FROM city"]);
    expect(prompts[0]).toContain("First rows of each table");
  });

  it("tells no value that may not reach a model", async () => {
    const texts = await Promise.all(
      (["schema", "masked"] as const).map(
        async (level) =>
          (await withSampleRows(withEgress(whole, level), 3).describe("schema", undefined, testContext()))
            .text,
      ),
    );
    for (const text of texts) expect(text).not.toMatch(/Łódź|New York|Red lamp|ana@/u);
    expect(texts[1]).toContain("First rows");
  });

  it("is tried anew after it was cancelled", async () => {
    const shown = withSampleRows(whole, 1);
    const signal = AbortSignal.abort();
    await expect(shown.describe("schema", undefined, testContext({ signal }))).rejects.toMatchObject({
      code: "cancelled",
    });
    expect((await shown.describe("schema", undefined, testContext())).text).toContain("Łódź");
  });

  it("is refused where there are no tables", async () => {
    const kb = await fixtureEnvironment();
    expect(() => withSampleRows(kb, 5)).toThrow(expect.objectContaining({ code: "usage" }));
    await kb.close();
  });
});
