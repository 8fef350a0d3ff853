import { describe, expect, it } from "vitest";
import { llmPolicy } from "../../src/agent/policies/llm-policy.ts";
import { resumeRun, runTask } from "../../src/agent/run-loop.ts";
import { decoupled } from "../../src/agent/strategies/decoupled.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Strategy } from "../../src/agent/strategy.ts";
import { nobody, type UserProxy } from "../../src/clarification/user-proxy.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Task } from "../../src/environment/task.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import { type ServerTurn, startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import type { JsonObject } from "../../src/util/json.ts";
import type { AnswersForm } from "../mcp/support/mcp-process.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import * as api from "./canary-api.ts";
import * as database from "./canary-database.ts";
import * as base from "./canary-knowledge-base.ts";
import { firstOffered, modelBehindMcp } from "./model-behind-mcp.ts";

type Actions = readonly (readonly [tool: string, given: JsonObject])[];

interface Place {
  readonly name: string;
  readonly actions: Actions;
  readonly claim: string;
  /** Words to ask about, of which some can mean several things. */
  readonly unclear: readonly string[];
  open(): Promise<Environment>;
}

const PLACES: readonly Place[] = [
  {
    name: "database",
    actions: database.ACTIONS,
    claim: "SELECT name FROM city ORDER BY id",
    unclear: ["Person", "cnary-1", "place 2", "name"],
    open: () => database.canaryDatabase(temporaryFolder()),
  },
  {
    name: "knowledge base",
    actions: base.ACTIONS,
    claim: "#0",
    unclear: ["cnary 1", "Port", "motto", "ferry"],
    open: () => base.canaryKnowledgeBase(temporaryFolder()),
  },
  {
    name: "API",
    actions: api.ACTIONS,
    claim: "e1",
    unclear: ["ferries", "json", "cnary"],
    open: () => api.canaryApi(),
  },
];

const LEVELS: readonly EgressLevel[] = ["schema", "masked", "all"];
const TASK: Task = { question: "What is there in each place?" };

interface Asked {
  readonly task?: Task;
  readonly strategy?: Strategy;
  readonly userProxy?: UserProxy;
}

/** All that a provider receives over a run of this script, as one text, with what became of the run. */
async function received(
  environment: Environment,
  turns: readonly ServerTurn[] | (() => ServerTurn),
  { task = TASK, strategy = react(), userProxy = nobody }: Asked = {},
) {
  await using server = await startScriptedOpenAiServer(turns);
  const model = await createModel({ name: "m", baseUrl: server.url, environment: {} });
  const store = memoryTrajectoryStore();
  const common = {
    environments: [environment],
    strategy,
    policy: llmPolicy({ model, format: "auto", retries: 0 }),
    store,
    artifacts: memoryArtifactStore(),
    userProxy,
    principal: { id: "anna" },
    signal: new AbortController().signal,
  };
  const limits = { steps: 100, milliseconds: 120_000 };
  const result = await runTask({ ...common, task, limits });
  const bodies = server.requests.map(({ body }) => JSON.stringify(body)).join("\n");
  return { result, bodies, common };
}

const script = ({ actions, claim }: Place): readonly ServerTurn[] => [
  ...actions.map(([name, given]) => ({ calls: [{ name, arguments: given }] })),
  { text: `Final Answer: ${claim}` },
  { calls: [{ name: "final_answer", arguments: { answer: claim } }] },
];

describe.each(PLACES)("what a provider receives of a $name in a whole run", (place) => {
  it.each(LEVELS)(
    "at the level %s",
    async (level) => {
      const raw = await place.open();
      const { bodies, result } = await received(withEgress(raw, level), script(place));
      await raw.close();
      expect(database.CANARY.test(bodies), bodies.match(database.CANARY)?.[0]).toBe(level === "all");
      expect(bodies.includes(level === "masked" ? "Xxxxxx" : "•")).toBe(level !== "all");
      // The person's answer is whole at each level.
      expect(JSON.stringify(result.outcome)).toMatch(database.CANARY);
    },
    120_000,
  );
});

describe("other ways to a provider", () => {
  it.each(LEVELS)(
    "decoupled: thoughts, choices and slots, at the level %s",
    async (level) => {
      const raw = await database.canaryDatabase(temporaryFolder());
      let turn = 0;
      const turns = (): ServerTurn => {
        turn++;
        return turn % 2 === 1
          ? { text: "Thought: Look at the city whose name is near cnary-1." }
          : { text: '{"choice":"a"}' };
      };
      const { bodies } = await received(withEgress(raw, level), turns, {
        strategy: decoupled(),
        task: { question: "How many people live in canry-1?" },
      });
      await raw.close();
      expect(database.CANARY.test(bodies), bodies.match(database.CANARY)?.[0]).toBe(level === "all");
    },
    120_000,
  );

  it.each(LEVELS)(
    "an earlier answer, at the level %s",
    async (level) => {
      const raw = await database.canaryDatabase(temporaryFolder());
      const previous = {
        run: "r",
        question: "Who earns most?",
        answer: "Canary Person-1",
        evidence: "SELECT name FROM person WHERE code = 'zqxa'",
      };
      const { bodies } = await received(withEgress(raw, level), [{ text: "Final Answer: none" }], {
        task: { question: "And least?", previous },
      });
      await raw.close();
      expect(bodies).toContain("Who earns most?");
      expect(bodies).toContain("SELECT name FROM person WHERE code =");
      expect(bodies.includes("Canary Person-1")).toBe(level === "all");
      expect(bodies.includes("zqxa")).toBe(level === "all");
    },
    60_000,
  );

  it.each(LEVELS)(
    "a value that the person has chosen, at the level %s",
    async (level) => {
      const raw = await database.canaryDatabase(temporaryFolder());
      const offered: string[] = [];
      const userProxy: UserProxy = {
        async ask({ readings }) {
          offered.push(JSON.stringify(readings));
          return { type: "answered", text: readings[0]?.replacement ?? "", choice: 0 };
        },
      };
      const wish = (question: string): ServerTurn => ({
        calls: [{ name: "ask_user", arguments: { question, words: "cnary-1", kind: "several meanings" } }],
      });
      const turns = [wish("Which cnary-1?"), wish("Which cnary-1 is it?"), wish("Which cnary-1?")];
      const { bodies } = await received(
        withEgress(raw, level),
        [...turns, { text: "Final Answer: none" }, { text: "Final Answer: none" }],
        { task: { question: "Who lives in cnary-1?" }, userProxy },
      );
      await raw.close();
      expect(offered.join()).toMatch(database.CANARY);
      expect(bodies).toContain("This was asked before");
      expect(database.CANARY.test(bodies), bodies.match(database.CANARY)?.[0]).toBe(level === "all");
    },
    60_000,
  );

  it("a run that began with less is not gone on with more", async () => {
    const raw = await database.canaryDatabase(temporaryFolder());
    const { result, common } = await received(withEgress(raw, "schema"), [
      { failure: { status: 400, message: "no" } },
    ]);
    await expect(resumeRun({ ...common, environments: [raw], runId: result.runId })).rejects.toMatchObject({
      code: "run-not-resumable",
    });
    await raw.close();
  });
});

/** Whether the person answers a form, where the client can put one. */
const PERSONS: readonly (readonly [who: string, answers: AnswersForm | undefined])[] = [
  ["by itself", undefined],
  ["for a person who chooses in forms", firstOffered],
];

describe.each(PLACES)(
  "what an MCP client receives of a $name over HTTP",
  ({ open, actions, claim, unclear }) => {
    describe.each(PERSONS)("working %s", (_, answers) => {
      it.each(LEVELS)(
        "at the level %s",
        async (level) => {
          const raw = await open();
          {
            const environments = [withEgress(raw, level)];
            await using model = await modelBehindMcp({
              environments,
              ...(answers === undefined ? {} : { answers }),
            });
            let { workspace = "" } = await model.call("open_workspace", { question: TASK.question });
            for (const [tool, given] of actions) {
              workspace = (await model.call(tool, { ...given, workspace })).workspace ?? workspace;
            }
            await model.call("conclude", { workspace, claim });
            const statuses = [];
            for (const words of unclear) {
              const asks = { workspace, words, question: `What is ${words}?` };
              for (const more of [{}, { answer: "1" }, {}, { answer: "2" }, { question: "And now?" }]) {
                statuses.push((await model.call("clarify", { ...asks, ...more })).status);
              }
            }
            // Each call came to something, and some words were settled between several readings.
            expect(statuses.filter((status) => status === undefined)).toEqual([]);
            expect(statuses).toContain("settled");
            await model.call("open_workspace", { workspace });
            const all = model.received.join("\n");
            expect(
              database.CANARY.test(all),
              model.received.find((text) => database.CANARY.test(text))?.slice(0, 600),
            ).toBe(level === "all");
            // Clients hold structured content against the schema of the tool's output.
            expect(all).not.toMatch(/output schema/iu);
          }
          await raw.close();
        },
        120_000,
      );
    });
  },
);
