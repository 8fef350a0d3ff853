import { describe, expect, it } from "vitest";
import { NO_USAGE } from "../../../src/model/usage.ts";
import { ENDLESS_PROGRAM } from "./film-api.ts";
import { type Line, play, stepLines } from "./team-fixture.ts";

const question = "How many seasons has Breaking Bad?";
const STEP = 'Search for the tv show "Breaking Bad".';
const [plan, select, call, parse] = stepLines(STEP, "GET /search/tv", { query: "Breaking Bad" }) as [
  Line,
  Line,
  Line,
  Line,
];
const done: Line = ["planner", { thought: "Done.", answer: "5" }];
const calling = (given: Record<string, string>): Line => [
  "caller",
  { thought: "So.", arguments: given, extract: "seasons" },
];
const selecting = (operation: string): Line => [
  "selector",
  { thought: "This.", operation, purpose: "seasons" },
];
const unreadable: Line = [
  "caller",
  { reply: { problem: { kind: "malformed-action", message: "That is no JSON object." }, usage: NO_USAGE } },
];

describe("a team in which a role goes wrong", () => {
  it("tells the caller that an id was made up, and takes the difficulty to the supervisor after two corrections", async () => {
    const { outcome, heard, events } = await play({
      question,
      lines: [
        plan,
        selecting("GET /tv/{tv_id}"),
        calling({ tv_id: "1" }),
        calling({ tv_id: "2" }),
        calling({ tv_id: "3" }),
        ["supervisor", { thought: "No id is known.", objective: 'First search for "Breaking Bad".' }],
        ["planner", { thought: "So.", step: "Search for the show by its name." }],
        select,
        call,
        parse,
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[4]?.request.problems).toHaveLength(2);
    expect(heard[4]?.request.problems[1]).toMatch(/\{"tv_id":"2"\} failed[\s\S]*untraced-argument/u);
    expect(heard[5]?.request.input).toContain("The caller has a difficulty");
    expect(events.filter(({ type }) => type === "action-failed")).toHaveLength(3);
  });

  it("does not send a call that failed again unchanged", async () => {
    const { outcome, heard, events } = await play({
      question,
      lines: [
        plan,
        select,
        calling({ name: "Breaking Bad" }),
        calling({ name: "Breaking Bad" }),
        call,
        parse,
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[3]?.request.problems.join()).toContain("query is required");
    expect(heard[4]?.request.problems.at(-1)).toContain("failed before");
    expect(events.filter(({ type }) => type === "action-failed")).toHaveLength(1);
  });

  it("sends an operation that does not exist back to the selector", async () => {
    const { outcome, heard } = await play({
      question,
      lines: [plan, selecting("GET /seasons/of/{show}"), select, call, parse, done],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[2]?.request.problems.join()).toContain("unknown-operation");
  });

  it("has no operation for a step where the selector keeps making them up", async () => {
    const { outcome } = await play({
      question,
      lines: [
        plan,
        selecting("GET /one"),
        selecting("GET /two"),
        selecting("GET /three"),
        ["supervisor", { thought: "No.", unanswerable: "The API has no operation for seasons." }],
      ],
    });
    expect(outcome).toMatchObject({ type: "unanswerable", reason: "The API has no operation for seasons." });
  });

  it("neither looks up an operation nor runs a program again that failed just so", async () => {
    const wrong: Line = ["parser", { thought: "Run.", program: "null.id" }];
    const { outcome, heard, events } = await play({
      question,
      lines: [
        plan,
        selecting("GET /one"),
        selecting("GET /one"),
        select,
        call,
        wrong,
        wrong,
        wrong,
        ["parser", { thought: "I see.", result: "5 seasons" }],
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[3]?.request.problems).toHaveLength(2);
    expect(heard[7]?.request.problems.at(-1)).toContain("very same");
    expect(events.filter(({ type }) => type === "action-failed")).toHaveLength(2);
  });

  it("asks the supervisor at once where the search finds no operation at all", async () => {
    const { roles, heard } = await play({
      question,
      lines: [
        ["planner", { thought: "Hm.", step: "Bake a cake." }],
        ["supervisor", { thought: "No.", unanswerable: "This is an API about films." }],
      ],
    });
    expect(roles).toEqual(["planner", "supervisor"]);
    expect(heard[1]?.request.input).toContain('No operation can do the step "Bake a cake."');
  });

  it("tells a role what is wrong with an unreadable reply, and goes on", async () => {
    const { outcome, heard } = await play({ question, lines: [plan, select, unreadable, call, parse, done] });
    expect(outcome.type).toBe("answered");
    expect(heard[3]?.request.problems).toEqual(["That is no JSON object."]);
  });

  it("tells a role that decided for nothing or for two things, and ends after the third time", async () => {
    const { outcome, heard } = await play({
      question,
      lines: [
        ["planner", { thought: "Hm." }],
        ["planner", { thought: "Hm.", step: "Search.", answer: "5" }],
        ["planner", { thought: "Hm.", step: "", continue: false }],
      ],
    });
    expect(heard[1]?.request.problems.at(-1)).toContain("decides nothing");
    expect(heard[2]?.request.problems.at(-1)).toContain('"step" and "answer"');
    expect(outcome).toMatchObject({ type: "stopped", reason: "no-action" });
  });

  it("has a program that throws or does not end written anew, and reads the sample after the third", async () => {
    const program = (text: string): Line => ["parser", { thought: "Run.", program: text }];
    const { outcome, heard, last } = await play({
      question,
      lines: [
        plan,
        select,
        call,
        program("data.shows.length"),
        program(ENDLESS_PROGRAM),
        program("null.id"),
        ["parser", { thought: "I see it.", result: "Breaking Bad (9401): 5 seasons" }],
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[3]?.request.input).not.toContain("Breaking Bad (");
    expect(heard[4]?.request.problems.join()).toMatch(/data\.shows\.length[\s\S]*program-failed/u);
    expect(heard[5]?.request.problems.at(-1)).toContain("program-stopped");
    expect(heard[6]?.request).toMatchObject({ form: { name: "reading" }, problems: [] });
    expect(last("planner")?.input).toContain("Breaking Bad (9401): 5 seasons");
  });

  it("has the sample read where a program finds nothing in a longer response", async () => {
    const { outcome, heard } = await play({
      question,
      lines: [
        plan,
        select,
        call,
        ["parser", { thought: "By name.", expression: "results[name='breaking bad'].seasons" }],
        ["parser", { thought: "It is there.", result: "5 seasons" }],
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[4]?.request).toMatchObject({ form: { name: "reading" } });
    expect(heard[4]?.request.input).toContain("A teacher of chemistry");
  });

  it("shows the parser the form of the response and the instruction only", async () => {
    const { heard } = await play({ question, lines: [plan, select, call, parse, done] });
    expect(heard[3]?.request.input).toContain("seasons: number");
    expect(heard[3]?.request.input).not.toContain("9401");
  });

  it("takes the selector's answer where no call is needed, and lets no answer pass that rests on nothing", async () => {
    const { outcome, heard } = await play({
      question,
      lines: [
        plan,
        ["selector", { thought: "I know it.", answer: "5 seasons" }],
        done,
        ["planner", { thought: "So.", step: "Look the tv show up by its name." }],
        select,
        call,
        parse,
        done,
      ],
    });
    expect(outcome.type).toBe("answered");
    expect(heard[2]?.request.input).toContain("[nothing was called]");
    expect(heard[3]?.request.problems.join()).toContain("no-answer");
  });

  it("ends unanswerable where answers that rest on nothing are all there is", async () => {
    const { outcome } = await play({
      question,
      lines: [done, done, done],
    });
    expect(outcome).toMatchObject({ type: "unanswerable" });
  });
});
