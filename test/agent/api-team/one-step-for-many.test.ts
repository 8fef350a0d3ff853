import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { afterEach, expect, it } from "vitest";
import { resumeRun, runTask } from "../../../src/agent/run-loop.ts";
import type { EgressLevel } from "../../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { memoryTrajectoryStore } from "../../../src/store/trajectories.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { cinemaApiEnvironment } from "../../environments/rest-api/cinema-api-environment.ts";
import { runOptions } from "../../support/run-fixture.ts";
import { type Line, play, stepLines } from "./team-fixture.ts";

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

async function cinemaApi(level: EgressLevel) {
  const raw = await cinemaApiEnvironment();
  opened.push(() => raw.close());
  return withEgress(raw, level);
}

/** How many requests this process has sent since. */
function countedRequests(): () => number {
  let sent = 0;
  const count = () => sent++;
  subscribe("undici:request:create", count);
  opened.push(async () => unsubscribe("undici:request:create", count));
  return () => sent;
}

const QUESTION = 'When were the director and the writers of "The First Wolf" of 2017 born?';
const CALLS: readonly (readonly [operation: string, given: JsonObject, expression: string])[] = [
  [
    "GET /search/films",
    { query: "The First Wolf" },
    'results[title = "The First Wolf" and $substring(release_date, 0, 4) = "2017"].id',
  ],
  ["GET /films/{film_id}/credits", { film_id: "{e1}" }, 'crew[job in ["Director", "Writer"]]'],
  ["GET /people/{person_id}", { person_id: "{e2.person_id}" }, "response.birthday"],
];
const CLAIM = "They were born on {e3[0]}, {e3[1]} and {e3[2]}.";
const BORN = /\b(?:1[89]|20)\d\d-\d\d-\d\d\b/gu;

it.each(["schema", "masked", "all"] as const)(
  "a team calls an operation for several people in one step, at the level %s",
  async (level) => {
    const lines = [
      ...CALLS.flatMap((call, at) => stepLines(`Step ${at + 1}: ${call[0]}.`, ...call)),
      ["planner", { thought: "Done.", answer: CLAIM }] as Line,
    ];
    const { outcome, heard, last } = await play(
      { question: QUESTION, lines },
      { environments: [await cinemaApi(level)], limits: { steps: 20 } },
    );
    const text = outcome.type === "answered" ? outcome.answer.text : "";
    expect(text.match(BORN)).toHaveLength(3);
    expect(outcome).toMatchObject({
      evidence: [{ calls: [{}, {}, { name: "r3", operation: "GET /people/{person_id}", times: 3 }] }],
    });
    expect(last("parser")?.input).toMatch(/\[3 of \{\s+person_id: integer/u);
    const read = heard.map(({ request }) => request.input).join("\n");
    expect(text.match(BORN)?.some((born) => read.includes(born))).toBe(level === "all");
  },
  60_000,
);

it("of a list that is longer than one action calls for, the team reads how many are left", async () => {
  const question = "Which films of 2019 have the largest cast?";
  const year = { year_from: 2019, year_to: 2019 };
  const discovered = stepLines("Find the films.", "GET /discover/films", year, "results.id").map(
    (line): Line => (line[0] === "caller" ? ["caller", { ...line[1], pages: 20 }] : line),
  );
  const { heard } = await play(
    {
      question,
      lines: [
        ...discovered,
        ...stepLines("Get the casts.", "GET /films/{film_id}/credits", { film_id: "{e1}" }, "$count($)"),
        ["planner", { thought: "Enough.", answer: "One of {e2}." }],
      ],
    },
    { environments: [await cinemaApi("all")], limits: { steps: 20 } },
  );
  const read = heard.findLast(({ role }) => role === "planner")?.request.input;
  expect(read).toContain("Called for 50 of the 109 values of {e1}");
}, 60_000);

it("a model with the tools does the same, and resumed it repeats none of the calls", async () => {
  const environment = await cinemaApi("all");
  const store = memoryTrajectoryStore();
  const artifacts = memoryArtifactStore();
  const taken = CALLS.flatMap(([operation, given, expression], at) => [
    { tool: "call_operation", arguments: { operation, arguments: given } },
    { tool: "extract", arguments: { response: `r${at + 1}`, expression } },
  ]).map((action) => ({ environment: "api", ...action }));
  let away = true;
  const options = runOptions(
    ({ transcript }) => {
      const steps = transcript.filter(({ type }) => type === "step").length;
      const next = taken[steps];
      if (away && steps === 5) throw new FuxiError("model-unavailable", "Away.");
      return next === undefined ? { claim: { claim: { text: CLAIM } } } : { actions: [next] };
    },
    { environments: [environment], task: { question: QUESTION }, store, artifacts, runId: "r" },
  );
  const asked = countedRequests();
  await expect(runTask(options)).resolves.toMatchObject({ outcome: { type: "failed" } });
  expect(asked()).toBe(5);
  away = false;
  const { outcome } = await resumeRun({ ...options, runId: "r" });
  expect(outcome.type === "answered" && outcome.answer.text.match(BORN)).toHaveLength(3);
  expect(asked()).toBe(5);
}, 60_000);

it("of a call that fails for one of several values a model reads the value only where it may", async () => {
  const told = async (level: EgressLevel): Promise<string> => {
    const environment = await cinemaApi(level);
    const context = testContext();
    let workspace = await environment.openWorkspace({ question: QUESTION }, context);
    const act = async (tool: string, given: JsonObject) => {
      const result = await environment.act(
        workspace,
        { environment: "api", tool, arguments: given },
        context,
      );
      ({ workspace = workspace } = result);
      return result.observation;
    };
    await act("call_operation", { operation: "GET /search/films", arguments: { query: "The First Wolf" } });
    // The year of the release and the ids: of the former there is no film.
    await act("extract", { response: "r1", program: "[...data.results.map(({ id }) => id), 201703]" });
    const made = await act("call_operation", {
      operation: "GET /films/{film_id}",
      arguments: { film_id: "{e1}" },
    });
    expect(made?.data["calls"]).toBe(2);
    return made?.warnings.map(({ message }) => message).join("\n") ?? "";
  };
  expect(await told("all")).toMatch(/^1 of the 3 calls failed \(film_id 201703\)\. The first: .*404/u);
  expect(await told("schema")).toMatch(/^1 of the 3 calls failed \(film_id •\)\. The first: .*404/u);
}, 60_000);
