import { describe, expect, it } from "vitest";
import { nodesOf, operandsOf, type Program } from "../../src/environments/knowledge-base/program/program.ts";

import { comparableValue } from "../../src/environments/knowledge-base/term/comparable-value.ts";
import { randomPrograms, sampledGraph } from "../../src/testing/random-programs.ts";

import { FIXTURE_TRIPLES, FIXTURE_VOCABULARY } from "../../src/testing/triple-store-fixture.ts";
import { naiveStore } from "../support/naive-store.ts";

const graph = sampledGraph(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
const made = (seed: number, count: number, more = {}) => randomPrograms({ seed, count, graph, ...more });
const depthOf = (program: Program): number => 1 + Math.max(0, ...operandsOf(program).map(depthOf));

describe("random programs", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(made(1, 50)).toEqual(made(1, 50));
    expect(made(2, 50)).not.toEqual(made(1, 50));
  });

  it("have every operation and comparison, both directions, values, classes, and sets of none, one and several", () => {
    const nodes = made(3, 1500).flatMap(nodesOf);
    const found = new Set(
      nodes.flatMap((node): string[] => {
        if (node.op === "follow") return [`follow ${node.step.inverse}`];
        if (node.op === "filter")
          return [`${node.comparison} ${comparableValue(node.value)?.kind ?? node.value.kind}`];
        if (node.op === "terms") return [`terms ${Math.min(node.terms.length, 2)}`];
        return [node.op, ...("attribute" in node ? [`${node.op} path ${node.attribute.length}`] : [])];
      }),
    );
    const numeric = ["=", "!=", "<", "<=", ">", ">="].flatMap((sign) => [`${sign} number`, `${sign} date`]);
    for (const kind of [
      ...["instances", "intersection", "union", "difference", "argmax", "argmin", "count"],
      ...["follow true", "follow false", "argmax path 1", "argmax path 2", "terms 0", "terms 1", "terms 2"],
      ...["= iri", "!= iri", "contains literal", ...numeric],
    ])
      expect([...found]).toContain(kind);
  });

  it("are as deep as asked for, and name no blank node where none may be named", () => {
    const shallow = made(4, 300, { depth: 2, blankNodes: false });
    // A count may stand above, and one below in a union.
    expect(Math.max(...shallow.map(depthOf))).toBeLessThanOrEqual(5);
    expect(Math.max(...made(4, 300).map(depthOf))).toBeGreaterThan(5);
    const terms = shallow.flatMap(nodesOf).flatMap((node) => (node.op === "terms" ? node.terms : []));
    expect(terms.filter(({ kind }) => kind === "blank" || kind === "triple")).toEqual([]);
  });

  it("are mostly not empty, but some are", async () => {
    const store = naiveStore(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
    const bounds = { milliseconds: 10_000, signal: new AbortController().signal };
    let empty = 0;
    const programs = made(5, 300);
    for (const program of programs)
      if ((await store.members(program, { limit: 1 }, bounds)).terms.length === 0) empty++;
    expect(empty).toBeGreaterThan(0.05 * programs.length);
    expect(empty).toBeLessThan(0.5 * programs.length);
  });
});
