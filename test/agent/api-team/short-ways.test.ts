import { describe, expect, it } from "vitest";
import { apiTeam } from "../../../src/agent/strategies/api-team/api-team.ts";
import { stepsSoFar } from "../../../src/agent/strategies/api-team/role-form.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { filmApi } from "./film-api.ts";
import { type Line, play, stepLines } from "./team-fixture.ts";

const question = "How many seasons has Breaking Bad?";
const step = 'Search for the tv show "Breaking Bad".';
const [plan, select, call, parse] = stepLines(step, "GET /search/tv", { query: "Breaking Bad" }) as [
  Line,
  Line,
  Line,
  Line,
];
const planning = (operation: string): Line => ["planner", { thought: "So.", step, operation }];
const calling = (expression: string): Line => ["caller", { ...(call[1] as JsonObject), expression }];
const named = planning("GET /search/tv");
const sending = (given: JsonObject): Line => ["planner", { ...(named[1] as JsonObject), arguments: given }];
const reading = calling("results.seasons");
const done: Line = ["planner", { thought: "Done.", answer: "5" }];
const [, ...afterPlan] = [plan, select, call, parse, done];

describe("a role that can do the work of the next one", () => {
  it.each<readonly [string, readonly Line[], number]>([
    ["names the operation and how its response is read", [named, reading, done], 1],
    ["sends a call whose short response the planner reads", [sending({ query: "Breaking Bad" }), done], 1],
    ["sends a call that fails, which the caller mends", [sending({ name: "B" }), reading, done], 1],
    ["names the operation alone", [named, call, parse, done], 1],
    [
      "names an operation that there is not, which the selector replaces",
      [planning("GET /tv"), ...afterPlan],
      1,
    ],
    ["reads the response by an expression that finds nothing", [named, calling("items.id"), parse, done], 1],
    ["reads the response by an expression that fails", [named, calling("results["), parse, done], 1],
  ])("%s", async (_, lines, cycles) => {
    const { outcome, last } = await play({ question, lines });
    expect(outcome).toMatchObject({ type: "answered", answer: { text: "5" } });
    expect(last("planner")?.input.match(/→ /gu)).toHaveLength(cycles);
  });

  it("tells the parser what came of the caller's expression", async () => {
    const { last } = await play({ question, lines: [named, calling("items.id"), parse, done] });
    expect(last("parser")?.problems.join()).toContain('{"expression":"items.id"} found nothing.');
  });

  it("leaves the operation to the selector where there are several APIs", async () => {
    const { heard } = await play(
      { question, lines: [named, ...afterPlan] },
      { environments: [filmApi(), filmApi({ id: "archive" })] },
    );
    expect(heard[0]?.request.instructions).not.toContain('Name its "operation"');
    expect(heard[1]?.role).toBe("selector");
  });
});

it("an earlier list of some twenty things is read whole by the planner, and in short by the caller", async () => {
  const films = Array.from({ length: 22 }, (_, at) => ({ id: 9000 + at, title: `The film of number ${at}` }));
  const listed = calling(JSON.stringify(films));
  const again = (words: string): Line => ["planner", { ...planning("GET /search/tv")[1], step: words }];
  const { last } = await play({
    question,
    lines: [named, listed, again("Once more."), reading, again("And again."), reading, done],
  });
  expect(last("planner")?.input).toContain("The film of number 21");
  expect(last("caller")?.input).not.toContain("The film of number 21");
});

it("an earlier table is read by the planner in the rows that a later step names, and some others", () => {
  const rows = Array.from({ length: 60 }, (_, at) => `${9000 + at} | film of number ${at}`);
  const listed = { step: "List films.", result: ["60 rows:", "id | title", ...rows].join("\n"), done: true };
  const cycles = [listed, { step: "Get the film with id 9055.", result: "5", done: true }];
  const [text = ""] = stepsSoFar({ cycles, turn: { role: "planner" } });
  expect(text).toContain("9000 | film of number 0\n");
  expect(text).toContain("\n…\n9055 | film of number 55\n…\n");
  expect(text).not.toContain("film of number 40");
});

describe("a planner that knows what to ask the person", () => {
  const difficulty = {
    problem: "Two are called so.",
    words: ["Jennifer"],
    kind: "several-meanings",
    question: "Which Jennifer?",
    options: ["Jennifer Lawrence", "Jennifer Connelly"],
  };
  const asking: Line = ["planner", { thought: "?", difficulty }];
  const found = [sending({ query: "Breaking Bad" }), done];
  const scene = { question: "Films with Jennifer", lines: [asking, ...found], says: ["Jennifer Connelly"] };

  it("puts the question, which the gate judges", async () => {
    const { asked, last } = await play(scene);
    expect(asked.map(({ question: put, readings }) => [put, readings.length])).toEqual([
      ["Which Jennifer?", 2],
    ]);
    expect(last("planner")?.input).toContain("Jennifer Connelly");
  });

  it("is told why, if the gate refuses it", async () => {
    const id = { ...difficulty, question: "What is the id of Jennifer?", kind: "missing" as const };
    const { asked, heard } = await play({
      ...scene,
      lines: [["planner", { thought: "?", difficulty: id }], ...found],
    });
    expect(asked).toEqual([]);
    expect(heard[1]?.request.input).toContain("The person was not asked, because");
  });

  it.each(["questions", "shortcuts"] as const)("leaves it to the supervisor without %s", async (part) => {
    const decided: Line = ["supervisor", { thought: "So.", refutation: "Take the first." }];
    const { asked, last } = await play(
      { ...scene, lines: [asking, decided, plan, select, call, parse, done] },
      { strategy: apiTeam({ [part]: false }) },
    );
    expect(asked).toEqual([]);
    expect(JSON.stringify(last("planner")?.form.schema)).not.toContain('"options"');
  });
});
