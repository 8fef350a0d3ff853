import { describe, expect, it } from "vitest";
import { resumeRun, runTask } from "../../../src/agent/run-loop.ts";
import { apiTeam, restGpt } from "../../../src/agent/strategies/api-team/api-team.ts";
import { strategyConformance } from "../../../src/testing/strategy-conformance.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";
import { filmApi } from "./film-api.ts";
import { type Line, type Scene, stepLines, teamOptions } from "./team-fixture.ts";

const search = stepLines('Search for a person named "Jennifer".', "GET /search/person", {
  query: "Jennifer",
});

/** A way with a refuted question, one that is asked, failures of every role, and an answer that is refused at first. */
const WINDING: Scene = {
  question: "Find films with Jennifer",
  lines: [
    ["planner", { thought: "Hm." }],
    ["planner", { thought: "?", difficulty: { problem: "Which id?", words: [], kind: "missing" } }],
    ["supervisor", { thought: "Ask.", question: { question: "Which id?", words: [], kind: "missing" } }],
    ["planner", { thought: "I know.", answer: "Joy" }],
    search[0] as Line,
    ["selector", { thought: "Made up.", operation: "GET /jennifer", purpose: "to find her" }],
    search[1] as Line,
    ["caller", { thought: "Forgot it.", arguments: {}, extract: "names and ids" }],
    search[2] as Line,
    ["parser", { thought: "Wrong.", program: "null.id" }],
    search[3] as Line,
    [
      "planner",
      { thought: "?", difficulty: { problem: "Two.", words: ["Jennifer"], kind: "several-meanings" } },
    ],
    [
      "supervisor",
      {
        thought: "Two.",
        question: { question: "Which Jennifer?", words: ["Jennifer"], kind: "several-meanings" },
      },
    ],
    ...stepLines("List films with Jennifer Lawrence (7201).", "GET /person/{person_id}/movie_credits", {
      person_id: 7201,
    }),
    ["planner", { thought: "Done.", answer: "Winter's Bone, Joy" }],
  ],
};

const userProxy = {
  ask: async () => ({ type: "answered", text: "Jennifer Lawrence", choice: 0 }) as const,
};
const environments = () => [filmApi({ readings: true }), filmApi({ id: "archive" })];

describe("the team on a winding way", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      teamOptions(WINDING, { environments: environments(), userProxy, strategy: apiTeam() }).options,
  });

  it("goes the whole way", async () => {
    const { options, heard } = teamOptions(WINDING, { environments: environments(), userProxy });
    const { outcome } = await runTask(options);
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "Winter's Bone, Joy" } });
    expect(heard).toHaveLength(WINDING.lines.length);
  });
});

describe("RestGPT", () => {
  strategyConformance(vitestRunner, {
    options: async () =>
      teamOptions(
        { question: "Who is called Jennifer?", lines: [...search, ["planner", { answer: "Two people." }]] },
        { strategy: restGpt() },
      ).options,
  });
});

describe("the team at its limit of steps", () => {
  const lines: readonly Line[] = [
    search[0] as Line,
    ...search,
    ...stepLines("List films with Jennifer Lawrence (7201).", "GET /person/{person_id}/movie_credits", {
      person_id: 7201,
    }),
    ["planner", { thought: "Done.", answer: "Joy" }],
  ];

  it("is stopped by it, and goes on under a higher one", async () => {
    const { options, heard } = teamOptions(
      { question: "Find films with Jennifer", lines },
      { limits: { steps: 1 }, runId: "limited" },
    );
    const { outcome } = await runTask(options);
    expect(outcome).toMatchObject({ type: "stopped", reason: "steps" });
    expect(heard[0]?.request.mustConclude).toBe(true);
    const { task: _, limits: __, reopen: ___, ...rest } = options;
    const resumed = await resumeRun({ ...rest, runId: "limited", limits: { steps: 9 } });
    expect(heard[1]?.request).toMatchObject({ mustConclude: false, problems: [] });
    expect(resumed.outcome).toMatchObject({ type: "answered", answer: { text: "Joy" } });
  });
});
