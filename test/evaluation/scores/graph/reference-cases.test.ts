import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { graphScores, matchMembers } from "../../../../src/evaluation/scores/graph/score-graph.ts";

interface Cases {
  readonly cases: readonly {
    readonly predicted: readonly string[];
    readonly gold: readonly string[];
    readonly f1: number;
    readonly em: number;
    readonly va: number;
  }[];
}

const { cases }: Cases = JSON.parse(readFileSync(new URL("./reference-cases.json", import.meta.url), "utf8"));
const isId = (text: string): boolean => text.startsWith("m.");
const memberOf = (text: string) => (isId(text) ? { id: text } : { value: text });

describe("scores of sets beside AgentBench's own functions", () => {
  it("agrees on F1, EM and VA for every pair of sets", () => {
    const others = cases.filter(({ predicted, gold, f1, em, va }) => {
      const scores = graphScores(matchMembers(predicted.map(memberOf), gold.map(memberOf)));
      return Math.abs((scores.f1 ?? Number.NaN) - f1) > 1e-12 || scores.em !== em || scores.va !== va;
    });
    expect(cases.length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });
});
