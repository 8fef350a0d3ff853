import { describe, expect, it } from "vitest";
import { compareRuns, type RunRecords } from "../../../src/evaluation/report/compare-runs.ts";
import { comparisonTables } from "../../../src/evaluation/report/report-tables.ts";
import type { ItemRecord, Manifest } from "../../../src/evaluation/run/configuration.ts";

import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const wrong = { ex: 0, va: 1 };
const run = (id: string, records: readonly ItemRecord[], more: Partial<Manifest> = {}): RunRecords => ({
  id,
  manifest: manifest(more),
  records,
});
const ten = (isRight: (at: number) => boolean, more: Partial<ItemRecord> = {}): readonly ItemRecord[] =>
  Array.from({ length: 10 }, (_, at) =>
    record(`t${at}`, { ...more, ...(isRight(at) ? {} : { scores: wrong }) }),
  );
const ALL = ten(() => true);
const usage = (hint: string) =>
  expect.objectContaining({ code: "usage", hint: expect.stringContaining(hint) });

describe("two runs beside each other", () => {
  it("are compared question by question", () => {
    const comparison = compareRuns(
      run(
        "a",
        ten((at) => at < 4),
      ),
      run(
        "b",
        ten((at) => at >= 1),
      ),
      { measures: MEASURES },
    );
    const { pairs } = comparison;
    expect(comparisonTables(comparison)[0]?.rows[0]?.slice(0, 4)).toEqual(["EX", "10", "40.0 %", "90.0 %"]);
    expect(pairs[0]?.measures["ex"]).toMatchObject({
      n: 10,
      meanA: 0.4,
      meanB: 0.9,
      wins: 6,
      losses: 1,
      ties: 3,
    });
    expect(pairs[0]?.measures["ex"]?.difference).toBeCloseTo(0.5, 12);
    expect(pairs[0]?.measures["ex"]?.low).toBeGreaterThan(0);
    expect(pairs[0]?.measures["ex"]?.share).toBeLessThan(0.1);
    expect(pairs[0]?.measures["va"]).toMatchObject({ difference: 0, ties: 10, share: 1 });
    expect(pairs[0]?.efficiency.inputTokens).toMatchObject({ meanA: 1000, meanB: 1000, difference: 0 });
  });

  it("say in which settings they differ, since both may be called the same", () => {
    const [oracle, builtIn] = (["oracle", "built-in"] as const).map((decider) => {
      const { model: _, ...without } = configuration("react", { decider });
      return run(
        decider,
        ten(() => true),
        { configurations: [without] },
      );
    });
    if (oracle === undefined || builtIn === undefined) throw new Error("two were made");
    const noteOf = (a: typeof oracle, b: typeof oracle) => comparisonTables(compareRuns(a, b))[0]?.note;
    expect(noteOf(oracle, builtIn)).toMatch(
      /^Settings that differ: decider \(oracle in oracle, built-in in built-in\)\. Differences are/u,
    );
    expect(noteOf(oracle, { ...oracle, id: "other" })).toMatch(/^Differences are/u);
  });

  it("are compared over what both answered, and the rest is told", () => {
    const { pairs, leftOut } = compareRuns(
      run("a", ten(() => true).slice(0, 6)),
      run("b", ten(() => true).slice(3)),
    );
    expect(pairs[0]).toMatchObject({ questions: 3, onlyA: 3, onlyB: 4 });
    expect(leftOut).toEqual([
      "3 questions are answered by both; 3 only by react of a, 4 only by react of b, which are left out.",
    ]);
  });

  it("average repeats first, so that two runs with different numbers of them can be compared", () => {
    const a = [record("t"), record("u", { scores: wrong })];
    const b = [record("t"), record("t", { repeat: 1, scores: wrong }), record("u", { scores: wrong })];
    expect(compareRuns(run("a", a), run("b", b)).pairs[0]?.measures["ex"]).toMatchObject({
      n: 2,
      meanA: 0.5,
      meanB: 0.25,
      losses: 1,
      ties: 1,
    });
  });

  it("are refused over different data, unless that is meant", () => {
    const a = run("a", ALL);
    const b = run(
      "b",
      ten(() => true),
      { checksums: { "questions.json": "b2" } },
    );
    expect(() => compareRuns(a, b)).toThrow(usage("say that different data are meant"));
    expect(() => compareRuns(a, run("b", ALL, { checksums: {} }))).toThrow(usage("the same files"));
    expect(compareRuns(a, b, { differentData: true }).leftOut[0]).toContain(
      "over different data: questions.json",
    );
  });

  it("are refused where they are of different benchmarks or have no question in common", () => {
    const a = run("a", ALL);
    expect(() => compareRuns(a, run("b", ALL, { benchmark: "other" }))).toThrow(usage("one benchmark"));
    expect(() => compareRuns(a, run("b", [record("x")]))).toThrow(usage("the same questions"));
  });

  it("take the only configuration of each, or those of one id, or those that are named", () => {
    const decoupled = { configurations: [configuration("decoupled")] };
    const a = run("a", ALL);
    const b = run(
      "b",
      ten(() => true, { configuration: "decoupled" }),
      decoupled,
    );
    expect(compareRuns(a, b).pairs[0]).toMatchObject({ a: { id: "react" }, b: { id: "decoupled" } });

    const both = run("c", [...a.records, ...b.records], {
      configurations: [configuration("react"), configuration("decoupled")],
    });
    expect(compareRuns(both, a).pairs).toHaveLength(1);
    expect(compareRuns(both, both, { a: "react", b: "decoupled" }).pairs[0]?.questions).toBe(10);
    expect(() => compareRuns(both, a, { a: "reaktor", b: "react" })).toThrow(usage('"react", "decoupled"'));
    const other = { configurations: [configuration("x"), configuration("y")] };
    expect(() => compareRuns(both, run("d", [], other))).toThrow(
      usage('Choose one with --a: "react", "decoupled"'),
    );
  });

  it("set what may ask beside the same that may not, where runs have several configurations", () => {
    const asks = { ask: true, userModel: "made-up/person" };
    const configurations = [configuration("react"), configuration("decoupled", { strategy: "decoupled" })];
    const asking = [
      configuration("decoupled asking", { strategy: "decoupled", ...asks }),
      configuration("react asking", asks),
    ];
    const of = (names: readonly { readonly id: string }[]) =>
      names.flatMap(({ id }) => ten(() => true, { configuration: id }));
    const { pairs } = compareRuns(
      run("a", of(configurations), { configurations }),
      run("b", of(asking), { configurations: asking }),
    );
    expect(pairs.map(({ a, b }) => [a.id, b.id])).toEqual([
      ["react", "react asking"],
      ["decoupled", "decoupled asking"],
    ]);
  });
});
