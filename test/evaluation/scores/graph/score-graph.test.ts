import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../src/environment/answer.ts";
import type { ScoreContext } from "../../../../src/evaluation/benchmark/benchmark.ts";
import {
  EM,
  F1,
  type GoldMember,
  GRAPH_VA,
  type GraphMember,
  graphScores,
  matchMembers,
  scoreGraph,
} from "../../../../src/evaluation/scores/graph/score-graph.ts";
import type { Outcome } from "../../../../src/trajectory/outcome.ts";

const compared = (predicted: readonly GraphMember[], gold: readonly GoldMember[]) =>
  graphScores(matchMembers(predicted, gold));
const same = (predicted: GraphMember, gold: GoldMember): boolean => compared([predicted], [gold]).em === 1;

describe("comparing the members of an answer with those of the gold", () => {
  it("takes an entity by its id where the gold has ids, whatever its label", () => {
    expect(same({ id: "m.01", label: "Paris" }, { id: "m.01" })).toBe(true);
    expect(same({ id: "m.02", label: "m.01" }, { id: "m.01" })).toBe(false);
  });

  it("takes an entity by its label where the gold has texts, letter by letter", () => {
    expect(same({ id: "e:Paris", label: "Paris" }, { text: "Paris" })).toBe(true);
    expect(same({ id: "e:Paris", label: "paris" }, { text: "Paris" })).toBe(false);
    expect(same({ id: "e:007", label: "007" }, { text: "7" })).toBe(false);
  });

  it.each([
    [4, "4"],
    ["4", "4.0"],
    ["4E0", "4"],
    [-0, "0"],
    [0.5, ".50"],
    ["1987-05-01-08:00", "1987-05-01"],
    ["1987-05-01T00:00:00Z", "1987-05-01"],
    ["12345678901234567890", "12345678901234567890.0"],
    [true, "true"],
  ])("takes the value %j for the gold %j", (value, gold) => {
    expect(same({ value }, { value: gold })).toBe(true);
    expect(same({ value }, { text: gold })).toBe(true);
  });

  it.each([
    [4, "5"],
    ["12345678901234567890", "12345678901234567891"],
    ["1987-05-01", "1987"],
    ["1987-05-01T10:00:00", "1987-05-01"],
    ["four", "4"],
    [4, "-4"],
  ])("tells the value %j from the gold %j", (value, gold) => {
    expect(same({ value }, { value: gold })).toBe(false);
    expect(same({ value }, { text: gold })).toBe(false);
  });

  it("never takes a value for an entity of a gold with ids", () => {
    expect(same({ value: "m.01" }, { id: "m.01" })).toBe(false);
    expect(same({ id: "4" }, { value: "4" })).toBe(false);
  });

  it("counts members once that are the same, and meets each gold member once", () => {
    const twice = [{ value: "4" }, { value: 4 }];
    expect(compared(twice, [{ value: "4" }])).toMatchObject({ f1: 1, em: 1 });
    expect(compared([{ id: "e:a", label: "4" }, { value: 4 }], [{ text: "4" }])).toMatchObject({ em: 0 });
    expect(compared([{ id: "a" }], [{ id: "a" }, { id: "a" }])).toMatchObject({ f1: 1, em: 1 });
  });

  it("looks at the first member of the answer for Hits@1", () => {
    const gold = [{ id: "b" }, { id: "c" }];
    expect(compared([{ id: "b" }, { id: "a" }], gold)).toMatchObject({ "hits@1": 1, f1: 0.5 });
    expect(compared([{ id: "a" }, { id: "b" }], gold)).toMatchObject({ "hits@1": 0, f1: 0.5 });
    expect(compared([], gold)).toEqual({ f1: 0, "hits@1": 0, em: 0, va: 0 });
  });
});

interface Case {
  readonly predicted: readonly string[];
  readonly gold: readonly string[];
  readonly f1: number;
  readonly em: number;
  readonly va: number;
}

it("agrees with AgentBench's own functions on F1, EM and VA for every pair of sets", () => {
  const file = new URL("./reference-cases.json", import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, "utf8")) as { readonly cases: readonly Case[] };
  const memberOf = (text: string) => (text.startsWith("m.") ? { id: text } : { value: text });
  const others = cases.filter(({ predicted, gold, f1, em, va }) => {
    const scores = compared(predicted.map(memberOf), gold.map(memberOf));
    return Math.abs((scores.f1 ?? Number.NaN) - f1) > 1e-12 || scores.em !== em || scores.va !== va;
  });
  expect(cases.length).toBeGreaterThan(100);
  expect(others).toEqual([]);
});

const score = scoreGraph({
  measures: [F1, EM, GRAPH_VA],
  goldOf: ({ gold }) => (gold.ids as readonly string[]).map((id) => ({ id })),
  idKey: (id) => id.toLowerCase(),
});
const context: ScoreContext = { environments: [], signal: new AbortController().signal, milliseconds: 1000 };
const scored = (outcome: Outcome, gold: readonly string[] = ["a", "b"], more: Partial<ScoreContext> = {}) =>
  score(
    {
      task: { id: "t", place: "kb", question: "?", groups: {}, gold: { ids: gold } },
      run: { outcome, events: [] },
    },
    { ...context, ...more },
  );
const answered = (answer: Partial<Answer>, program?: string): Outcome => ({
  type: "answered",
  answer: { text: "some words", ...answer },
  evidence: [{ environment: "kb", kind: "knowledge-base", ...(program === undefined ? {} : { program }) }],
  assumptions: [],
});
const full = { sha256: "f", bytes: 1, mediaType: "application/x-ndjson" };
const CUT = {
  members: [{ id: "a", label: "A" }],
  rows: { columns: ["label", "id"], rows: [["A", "a"]], total: 2, full },
};

describe("scoring an answer by its members", () => {
  it("scores all members where the answer shows only some", async () => {
    const kept = async () => new TextEncoder().encode('["A","a"]\n["B","B"]\n');
    expect(await scored(answered(CUT, "(JOIN r x)"), ["a", "b"], { kept })).toEqual({
      scores: { f1: 1, em: 1, va: 1 },
      predicted: "(JOIN r x)",
    });
  });

  it("does not score an answer whose other members cannot be had", async () => {
    await expect(scored(answered(CUT))).rejects.toMatchObject({ code: "artifact-missing" });
  });

  it("gives nothing without an answer, also where the gold is empty", async () => {
    const outcome: Outcome = { type: "unanswerable", reason: "no", words: [] };
    expect(await scored(outcome, [])).toEqual({
      scores: { f1: 0, em: 0, va: 0 },
      remark: "There is no answer: the run ended as unanswerable.",
    });
  });

  it("says of an empty answer what it is", async () => {
    expect(await scored(answered({ members: [] }), [])).toMatchObject({
      scores: { f1: 0, em: 1, va: 0 },
      remark: "The answer is an empty set.",
    });
    expect(await scored(answered({}))).toMatchObject({
      scores: { f1: 0, em: 0, va: 0 },
      predicted: "some words",
      remark: "The answer is words alone, without members to compare.",
    });
  });
});
