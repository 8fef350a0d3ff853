import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../src/agent/run-loop.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { DatabaseEnvironment } from "../../../src/environments/database/create-database-environment.ts";
import { errorFeedbackOff, withoutSentences, withoutTools } from "../../../src/evaluation/run/ablation.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { fixtureEnvironment } from "../../environments/knowledge-base/fixture-environment.ts";
import { runOptions } from "../../support/run-fixture.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";

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

const context = testContext();
const less = (...names: readonly string[]): Environment => withoutTools([whole], names)[0] as Environment;

async function act(environment: Environment, tool: string, given: JsonObject) {
  const workspace = await environment.openWorkspace({ question: "?" }, context);
  return await environment.act(workspace, { environment: environment.id, tool, arguments: given }, context);
}

const COUNTED = "SELECT count(*) FROM city";

async function asked(environment: Environment, ...answers: readonly string[]) {
  const model = scriptedModel(
    answers.map((answer) => ({ calls: [{ name: "final_answer", arguments: { answer } }] })),
  );
  const task = { question: "How many cities are there?" };
  const policy = llmPolicy({ model, retries: 0 });
  const result = await runTask(runOptions([], { environments: [environment], task, policy }));
  return { ...result, requests: model.requests };
}

describe("an environment without some of its tools", () => {
  it("lists all others, in their order", () => {
    expect(less("get_date_format", "find_join_path").tools.map(({ name }) => name)).toEqual(
      whole.tools.map(({ name }) => name).filter((name) => !/get_date_format|find_join_path/u.test(name)),
    );
  });

  it("names none of them in what a model reads before it acts", async () => {
    for (const { name } of whole.tools) {
      if (/^[a-z]+$/u.test(name) || whole.tools.some(({ prerequisites }) => prerequisites.includes(name)))
        continue;
      const environment = less(name);
      const schema = await environment.describe("schema", undefined, context);
      const texts = [
        environment.instructions,
        schema.text,
        ...environment.tools.map((tool) => tool.description),
      ];
      expect(texts.filter((text) => new RegExp(`\\b${name}\\b`, "u").test(text))).toEqual([]);
    }
  });

  it("answers a call of one as a call of a tool that does not exist", async () => {
    const { failure } = await act(less("get_distinct_values"), "get_distinct_values", {
      table: "city",
      column: "name",
    });
    expect(failure?.code).toBe("unknown-tool");
    expect(failure?.message).not.toContain("The tools are: get_distinct_values");
    expect(failure?.suggestions.map(({ text }) => text)).not.toContain("get_distinct_values");
  });

  it("offers none of them, and still as many of the others as there are", async () => {
    const environment = less("get_distinct_values", "search_by_SQL");
    const workspace = await environment.openWorkspace({ question: "Which customers live in York?" }, context);
    const hint = { task: { question: "Which customers live in York?" }, thought: "look at city", limit: 20 };
    const offered = (await environment.permittedActions?.(workspace, hint, context)) ?? [];
    const tools = offered.map((offer) => (offer.type === "action" ? offer.action.tool : offer.tool));
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.length).toBeLessThanOrEqual(20);
    expect(tools).not.toContain("get_distinct_values");
    expect(tools).not.toContain("search_by_SQL");
  });

  it("gives the model neither the tool nor its name in a whole prompt", async () => {
    const { outcome, requests } = await asked(less("get_distinct_values"), COUNTED);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    const { tools, prompt } = requests[0] ?? {};
    expect(JSON.stringify([tools, prompt])).not.toContain("get_distinct_values");
    expect(JSON.stringify(tools)).toContain("is_value_in_column");
  });

  it("refuses a name that no tool has, with the nearest", () => {
    expect(() => less("get_distinct_value")).toThrow(
      expect.objectContaining({ code: "usage", hint: "Did you mean get_distinct_values?" }),
    );
    expect(() => less("zzz")).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("check_query") }),
    );
  });

  it("refuses to take away what another tool needs first, unless that goes, too", async () => {
    const kb = await fixtureEnvironment();
    const needed = kb.tools.find(({ prerequisites }) => prerequisites.length > 0);
    const [first = ""] = needed?.prerequisites ?? [];
    expect(first).not.toBe("");
    expect(() => withoutTools([kb], [first])).toThrow(expect.objectContaining({ code: "usage" }));
    const both = [
      first,
      ...kb.tools.filter((tool) => tool.prerequisites.includes(first)).map(({ name }) => name),
    ];
    const [left] = withoutTools([kb], both);
    expect(left?.tools.map(({ name }) => name)).not.toContain(first);
    await kb.close();
  });
});

describe("a text without sentences", () => {
  it.each([
    ["Use find_it first. Then go on.", "Then go on."],
    ["Nothing of the kind.\n  kept   as it is", "Nothing of the kind.\n  kept   as it is"],
    ["one line\nfind_it shows more\nlast", "one line\nlast"],
    ["The words from and where stay.", "The words from and where stay."],
    ["Call from(…) next. Or not.", "Or not."],
    ["prefind_its is another word.", "prefind_its is another word."],
  ])("says of %j what does not name the tools", (text, left) => {
    expect(withoutSentences(text, new Set(["find_it", "from"]))).toBe(left);
  });
});

describe("without error feedback", () => {
  it("a model is told only that it failed, while the record keeps the code", async () => {
    const { events, requests, outcome } = await asked(
      errorFeedbackOff(whole),
      "SELECT count(*) FROM citys",
      COUNTED,
    );
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    const said = JSON.stringify(requests[1]?.prompt);
    expect(said).toContain("error: It failed.");
    expect(said).not.toMatch(/unknown-table|try:/u);
    const refused = events.find((event) => event.type === "claim-refused");
    expect(refused).toMatchObject({ failure: { code: "unknown-table", suggestions: [], bare: true } });
  });

  it("holds for actions, too, and closes nothing of the place", async () => {
    const quiet = errorFeedbackOff(whole);
    expect(await act(quiet, "get_distinct_values", { table: "cty", column: "x" })).toEqual({
      failure: { code: "unknown-table", message: "It failed.", suggestions: [], bare: true },
    });
    await quiet.close();
    expect((await asked(whole, COUNTED)).outcome.type).toBe("answered");
  });
});
