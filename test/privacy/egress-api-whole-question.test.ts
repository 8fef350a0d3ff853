import { afterEach, describe, expect, it } from "vitest";
import { llmPolicy } from "../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../src/agent/run-loop.ts";
import { apiTeam, restGpt } from "../../src/agent/strategies/api-team/api-team.ts";
import { react } from "../../src/agent/strategies/react.ts";
import type { Strategy } from "../../src/agent/strategy.ts";
import { nobody } from "../../src/clarification/user-proxy.ts";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import { createModel } from "../../src/model/providers/create-model.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../src/store/trajectories.ts";
import { type ServerTurn, startScriptedOpenAiServer } from "../../src/testing/scripted-openai-server.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { type Line, stepLines } from "../agent/api-team/team-fixture.ts";
import { cinemaApiEnvironment } from "../environments/rest-api/cinema-api-environment.ts";

const LEVELS: readonly EgressLevel[] = ["schema", "masked", "all"];
const QUESTION = 'Who directed "The First Wolf" of 2017, and what is the first of my lists called?';
const LIST = "Zquorlbank 83517";
const ANSWER = `Kitty Inskip directed it, and the list is called ${LIST}.`;
/** The list, the film's id, its director with her id, and who is in its overview. */
const CANARY = /Zquorlbank|83517|11455|Inskip|Kitty|2071|Wetherall/u;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** The sample API with a list whose name stands nowhere else. */
async function cinemaApi(level: EgressLevel) {
  const raw = await cinemaApiEnvironment();
  opened.push(() => raw.close());
  const made = await fetch(`${raw.api.url}/lists`, {
    method: "POST",
    headers: { authorization: `Bearer ${raw.api.token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: LIST }),
  });
  expect(made.status).toBe(201);
  return withEgress(raw, level);
}

const CALLS: readonly (readonly [operation: string, given: JsonObject, expression: string])[] = [
  [
    "GET /search/films",
    { query: "The First Wolf" },
    'results[title = "The First Wolf" and $substring(release_date, 0, 4) = "2017"].id',
  ],
  ["GET /films/{film_id}/credits", { film_id: "{e1}" }, 'crew[job = "Director"]'],
  ["GET /my/lists", {}, "results"],
];
const CLAIM = "{e2.name} directed it, and the list is called {e3[0].name}.";

const ACTIONS: readonly (readonly [tool: string, given: JsonObject])[] = CALLS.flatMap(
  ([operation, given, expression], at): (readonly [string, JsonObject])[] => [
    ["call_operation", { operation, arguments: given }],
    ["extract", { response: `r${at + 1}`, expression }],
  ],
);

/** What a run over this script answers, and all that the provider receives of it. */
async function answered(level: EgressLevel, strategy: Strategy, turns: readonly ServerTurn[]) {
  const server = await startScriptedOpenAiServer(turns);
  opened.push(() => server.close());
  const model = await createModel({ name: "m", baseUrl: server.url, environment: {} });
  const { outcome } = await runTask({
    environments: [await cinemaApi(level)],
    task: { question: QUESTION },
    strategy,
    policy: llmPolicy({ model, format: "auto", retries: 0 }),
    store: memoryTrajectoryStore(),
    artifacts: memoryArtifactStore(),
    userProxy: nobody,
    principal: { id: "anna" },
    limits: { steps: 20, milliseconds: 60_000 },
  });
  const bodies = server.requests.map(({ body }) => JSON.stringify(body));
  return { outcome, bodies, said: bodies.join("\n") };
}

const written = (lines: readonly Line[]): readonly ServerTurn[] =>
  lines.map(([, says]) => ({ text: JSON.stringify(says) }));

const steps = CALLS.map((call, at) => stepLines(`Step ${at + 1}: ${call[0]}.`, ...call));

/** The planner names the operations, and the caller how responses are read. */
const TEAM = written([
  ...CALLS.flatMap(([operation, given, expression], at): readonly Line[] => [
    ["planner", { thought: "Next.", step: `Step ${at + 1}: ${operation}.`, operation }],
    ["caller", { thought: "So.", arguments: given, extract: "names and ids", expression }],
  ]),
  ["planner", { thought: "Done.", answer: CLAIM }],
]);

const withoutThoughts = (lines: readonly Line[]): readonly Line[] =>
  lines.map(([role, says]) => [
    role,
    Object.fromEntries(Object.entries(says).filter(([name]) => name !== "thought")),
  ]);
const RESTGPT = written(withoutThoughts([...steps.flat(), ["planner", { answer: CLAIM }]]));

const REACT: readonly ServerTurn[] = [
  ...ACTIONS.map(([name, given]) => ({ calls: [{ name, arguments: given }] })),
  { calls: [{ name: "final_answer", arguments: { answer: CLAIM } }] },
];

describe.each([
  { name: "the team of roles", strategy: apiTeam, turns: TEAM },
  { name: "the team without a supervisor", strategy: restGpt, turns: RESTGPT },
  { name: "one model with the tools", strategy: react, turns: REACT },
])(
  "$name answers a question of three calls, of which one takes an id from another",
  ({ strategy, turns }) => {
    it.each(LEVELS)(
      "at the level %s",
      async (level) => {
        const { outcome, bodies, said } = await answered(level, strategy(), turns);
        expect(outcome, bodies.at(-1)).toMatchObject({ type: "answered", answer: { text: ANSWER } });
        expect(bodies).toHaveLength(turns.length);
        expect(
          CANARY.test(said),
          bodies.find((body) => CANARY.test(body)),
        ).toBe(level === "all");
        expect(said.includes("{e1} is what e1 holds")).toBe(level !== "all");
        // What was named by an earlier call is what a later one is made of.
        expect(bodies.at(-1)).toMatch(/e3 = 1 row/u);
      },
      60_000,
    );
  },
);
