import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runTask } from "../../../src/agent/run-loop.ts";
import { cinemaShots } from "../../../src/config/evaluation/cinema-shots.ts";
import { policyAndStrategyFor } from "../../../src/config/evaluation/policy-and-strategy.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import type { BenchmarkTask } from "../../../src/evaluation/benchmark/benchmark.ts";
import type { Configuration } from "../../../src/evaluation/run/configuration.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../../src/store/trajectories.ts";
import type { ScriptedTurn } from "../../../src/testing/scripted-model.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import { fixtureEnvironment } from "../../environments/knowledge-base/fixture-environment.ts";
import { PRINCIPAL } from "../../support/run-fixture.ts";
import { linkSamples } from "../../support/shared-samples.ts";
import { SHOP_ENGINES, type Shop } from "../../support/shop-database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { REACT } from "../../support/things-set.ts";

const cacheFolder = temporaryFolder();
linkSamples(cacheFolder);
const { signal } = new AbortController();

let shop: Shop;
let database: Environment;
let graph: Environment;
beforeAll(async () => {
  const [sqlite] = SHOP_ENGINES;
  shop = await (sqlite as (typeof SHOP_ENGINES)[number]).create();
  database = await shop.open();
  graph = await fixtureEnvironment();
});
afterAll(async () => {
  await database.close();
  await graph.close();
  await shop.drop();
});

const TASK: BenchmarkTask = {
  id: "t1",
  place: "shop",
  question: "How many cities are there?",
  groups: {},
  gold: {},
  oracle: { sql: "SELECT count(*) FROM city" },
  entities: [{ name: "Heat", id: "heat" }],
};
const ANSWER: ScriptedTurn = {
  calls: [{ name: "final_answer", arguments: { answer: "SELECT count(*) FROM city" } }],
};

const NOTHING: ScriptedTurn = { calls: [{ name: "give_up", arguments: { reason: "None." } }] };

async function carried(
  more: Partial<Configuration>,
  turns: readonly ScriptedTurn[] = [ANSWER],
  environment = database,
  tasks: readonly BenchmarkTask[] = [],
) {
  const model = scriptedModel(turns);
  const models = new Map([["server/scripted", model]]);
  const decide = policyAndStrategyFor({ models, cacheFolder, signal, tasks });
  const decision = await decide({ ...REACT, ...more }, TASK, { environments: [environment], repeat: 0 });
  const result = await runTask({
    environments: [environment],
    task: { question: TASK.question },
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    principal: PRINCIPAL,
    ...decision,
  });
  return { ...result, decision, requests: model.requests, prompt: JSON.stringify(model.requests[0]?.prompt) };
}

describe("what a configuration comes to", () => {
  it("gives kb-binder the programs of other questions on the same graph, entities by their names", async () => {
    const asked = (id: string, question: string, program: string, place = "kb"): BenchmarkTask => ({
      ...{
        id,
        place,
        question,
        groups: {},
        gold: {},
        oracle: { program },
        entities: [{ name: "Heat", id: "heat" }],
      },
    });
    const task = asked("t1", "Who directed Heat?", "(JOIN (R director) heat)");
    const tasks = [
      task,
      asked("t2", "Heat was directed by whom?", "(JOIN (R director) heat)"),
      asked("t3", "Who directed Casino?", '(JOIN (R director) (NAMED "Casino"))'),
      asked("t4", "Who acts in Heat?", "(JOIN (R cast) heat)"),
      asked("t5", "Who directed Epic?", "(JOIN (R director) epic)", "elsewhere"),
    ];
    const model = scriptedModel([{ text: '{"program": "(JOIN (R director) \\"Heat\\")"}' }]);
    const models = new Map([["server/scripted", model]]);
    const decide = policyAndStrategyFor({ models, cacheFolder, signal, tasks });
    const configuration = { ...REACT, strategy: "kb-binder", entities: "gold" as const };
    const decision = await decide(configuration, task, { environments: [graph], repeat: 0 });
    expect(decision.strategy.options).toEqual({ shots: 20, votes: 1, entities: ["heat"] });
    const { outcome } = await runTask({
      ...{ environments: [graph], task: { question: task.question }, principal: PRINCIPAL },
      ...{ store: memoryTrajectoryStore(), artifacts: memoryArtifactStore() },
      ...decision,
    });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Michael Mann" } });
    const [, user] = JSON.parse(JSON.stringify(model.requests[0]?.prompt)) as {
      content: { text: string }[];
    }[];
    expect(user?.content[0]?.text.match(/^Program: .*/gmu)).toEqual([
      'Program: (JOIN (R cast) "Heat")',
      'Program: (JOIN (R director) "Casino")',
    ]);
  });

  it("is a model with the place's own environments where nothing is changed", async () => {
    const { outcome, decision } = await carried({});
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    expect(decision.environments?.[0]).toBe(database);
    expect(decision.strategy).toMatchObject({ name: "react", options: { asking: false } });
  });

  it("has the environments as its strategy sees them", async () => {
    const { outcome, requests } = await carried({ strategy: "execute-sql", format: "native" });
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    expect(requests[0]?.tools?.map(({ name }) => name)).toEqual(["execute_sql", "final_answer", "give_up"]);
  });

  it("has examples of other databases alone, as many as were asked for, and replies that vote", async () => {
    const solved = (place: string, number: number): BenchmarkTask => ({
      ...{ ...TASK, id: `${place}${number}`, place, question: `How many rows has t${number} of ${place}?` },
      oracle: { sql: `SELECT count(*) FROM t${number}` },
    });
    const tasks = [TASK, solved("shop", 1), ...[2, 3, 4].map((number) => solved("bank", number))];
    const turn: ScriptedTurn = { text: '{"sql": "SELECT count(*) FROM city"}' };
    const { outcome, requests, prompt, decision } = await carried(
      { strategy: "dail-sql", shots: 2, votes: 3, sampling: { temperature: 1 } },
      [turn, turn, turn, turn],
      database,
      tasks,
    );
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    expect(requests).toHaveLength(4);
    expect(prompt.match(/-- How many rows has t[234] of bank/gu)).toHaveLength(2);
    expect(prompt).not.toContain("of shop?");
    expect(decision.strategy.options).toEqual({ shots: 2, votes: 3, pool: 3 });
  });

  it("has no tool that it takes away, and no advice where feedback is off", async () => {
    const { requests } = await carried(
      { withoutTools: ["get_distinct_values"], errorFeedback: false, format: "native" },
      [{ calls: [{ name: "check_query", arguments: { query: "SELECT nothing FROM city" } }] }, ANSWER],
    );
    expect(requests[0]?.tools?.map(({ name }) => name)).not.toContain("get_distinct_values");
    expect(JSON.stringify(requests[1]?.prompt)).toContain("error: It failed.");
  });

  it.each([
    [{ strategy: "react" }, [], ["where", "find_join_path", "find_columns_containing_value"]],
    [{ strategy: "react", tools: "all" }, ["where", "find_join_path"], []],
  ] as const)("shows the tools that it says: %o", async (more, shown, hidden) => {
    for (const format of ["native", "text"] as const) {
      const [request] = (await carried({ ...more, format })).requests;
      const { prompt, tools = [] } = request ?? { prompt: [] };
      const listed = tools.map(({ name }) => name).join("( ");
      const seen = `${format === "native" ? listed : JSON.stringify(prompt[0])}(`;
      for (const name of ["find_columns_containing_value_fuzzy", "check_query", ...shown])
        expect(seen).toContain(`${name}(`);
      for (const name of hidden) expect(seen).not.toContain(`${name}(`);
      expect(JSON.stringify(prompt).includes("build it clause by clause")).toBe(shown.length > 0);
    }
  });

  it("takes a call of a tool that is not shown", async () => {
    const calls = [{ name: "from", arguments: { from_statement: "city" } }];
    const { events } = await carried({ format: "native" }, [{ calls }, ANSWER]);
    expect(events.some((event) => event.type === "action-observed" && event.action.tool === "from")).toBe(
      true,
    );
  });

  it("is the prompt of tables with as many rows", async () => {
    const { outcome, prompt, decision } = await carried({ strategy: "api-docs-prompt", sampleRows: 2 }, [
      { text: "```sql\nSELECT count(*) FROM city\n```" },
    ]);
    expect(outcome).toMatchObject({ type: "answered", answer: { value: 4 } });
    expect(prompt).toContain("New York");
    expect(decision.environments?.[0]).toBe(database);
  });

  it("is the prompt of triples, around the gold entities where they are given", async () => {
    const gold = await carried(
      { strategy: "triples-prompt", triples: 5, entities: "gold" },
      [{ text: 'Answer: ["Michael Mann"]' }],
      graph,
    );
    expect(gold.outcome).toMatchObject({ type: "answered", answer: { members: [{ id: "mann" }] } });
    expect(gold.prompt).toContain("within three steps of Heat");
    const linked = await carried({ strategy: "triples-prompt" }, [{ text: "Answer: []" }], graph);
    expect(linked.prompt).toContain("No entity of the question was found");
  });

  it("is the rules or the oracle where no model decides", async () => {
    expect((await carried({ decider: "oracle" }, [])).outcome).toMatchObject({ answer: { value: 4 } });
    expect((await carried({ decider: "built-in" }, [])).outcome).toMatchObject({ answer: { value: 4 } });
  });

  it.each<[string, Partial<Configuration>]>([
    ["a tool that is not there", { withoutTools: ["get_distinct_value"] }],
    ["a strategy that is not there", { strategy: "reakt" }],
    ["a part that the strategy has not", { without: ["supervisor"] }],
    ["demonstrations for one round", { strategy: "api-docs-prompt", shots: 1 }],
    ["one round of the oracle", { strategy: "api-docs-prompt", decider: "oracle" }],
    ["one round of the built-in rules", { strategy: "triples-prompt", decider: "built-in" }],
    ["no tools for what has none", { strategy: "triples-prompt", withoutTools: ["count"] }],
    ["no feedback for what hears none", { strategy: "api-docs-prompt", errorFeedback: false }],
    ["votes where none are counted", { votes: 3, sampling: { temperature: 1 } }],
    ["votes that are all the same", { strategy: "dail-sql", votes: 3, sampling: { temperature: 0 } }],
    ["demonstrations for the oracle", { decider: "oracle", shots: 1 }],
    ["demonstrations for a database", { shots: 1 }],
  ])("is refused with %s", async (_, more) => {
    await expect(carried(more)).rejects.toMatchObject({ code: "usage" });
  });
});

describe("demonstrations", () => {
  it("stand before the question in either format, with results of the tools themselves", async () => {
    const native = await carried({ shots: 2, format: "native" }, [NOTHING], graph);
    const messages = native.requests[0]?.prompt ?? [];
    const calls = messages.flatMap(({ role, content }) =>
      role === "assistant" ? content.filter((part) => part.type === "tool-call") : [],
    );
    expect(calls.map(({ toolName }) => toolName)).toEqual(
      expect.arrayContaining(["get_neighbors", "final_answer"]),
    );
    const [shown, asked] = ["The Midnight Watchmaker", "How many cities are there?"].map((text) =>
      native.prompt.indexOf(text),
    );
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(asked ?? 0);
    const text = await carried(
      { shots: 1, format: "text" },
      [{ text: "Thought: None.\nGive Up: none" }],
      graph,
    );
    expect(text.prompt).toMatch(/Action: get_neighbors\(.*Observation:/su);
    expect(text.prompt).toMatch(/Final Answer: #\d/u);
  });

  it("are runs of the oracle that came to an answer", async () => {
    const shots = await cinemaShots(graph, 4, { cacheFolder, signal });
    expect(new Set(shots.map(({ question }) => question)).size).toBe(4);
    for (const { transcript, answer } of shots) {
      const results = transcript.filter((item) => item.type === "result");
      expect(results.length).toBeGreaterThan(0);
      expect(results.every(({ failed, text }) => !failed && text.length > 0 && text.length < 700)).toBe(true);
      const steps = transcript.filter((item) => item.type === "step");
      expect(steps.every(({ thought }) => thought !== "")).toBe(true);
      expect(results.every(({ action }) => action.environment === graph.id)).toBe(true);
      expect(answer).toMatch(/^#\d+$/u);
    }
  });
});
