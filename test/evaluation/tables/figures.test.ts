import { describe, expect, it } from "vitest";
import { DBQA_2, DBQA_3, DBQA_4 } from "../../../src/evaluation/tables/figures/database-qa.ts";
import {
  MIDDLEWARE_1,
  MIDDLEWARE_2,
  MIDDLEWARE_D2_DATABASE,
  MIDDLEWARE_D2_GRAPH,
  MIDDLEWARE_D4,
} from "../../../src/evaluation/tables/figures/middleware.ts";
import {
  QWN_4_1,
  QWN_4_2,
  QWN_6_2,
  QWN_6_2_TOTAL,
} from "../../../src/evaluation/tables/figures/query-when-need.ts";

const mean = (weights: readonly number[], values: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * (values[at] ?? Number.NaN), 0) /
  weights.reduce((sum, weight) => sum + weight, 0);

describe("the papers' figures", () => {
  it.each(MIDDLEWARE_1)("of Table 1 give their overall figures: %s, %s, %s", (_, __, ___, values) => {
    const [ex, va, exContent, vaContent, exAll, vaAll] = values;
    expect(Math.abs(mean([1038, 496], [ex, exContent]) - exAll)).toBeLessThan(0.11);
    expect(Math.abs(mean([1038, 496], [va, vaContent]) - vaAll)).toBeLessThan(0.11);
  });

  // 89, 103 and 308 of 500 are the sizes of the groups that the shares of valid answers allow.
  it("of Table 2 give their overall figures within 0.3, but for the last VA", () => {
    const off = MIDDLEWARE_2.flatMap(([method, model, values]) =>
      [0, 1].flatMap((at) => {
        const overall = mean([89, 103, 308], [
          values[at],
          values[at + 2],
          values[at + 4],
        ] as readonly number[]);
        return Math.abs(overall - Number(values[at + 6])) < 0.3
          ? []
          : [[method, model, at, overall.toFixed(1)]];
      }),
    );
    expect(off).toEqual([["Middleware, decoupled generation", "GPT-4", 1, "86.6"]]);
  });

  it("of Table D.2 and D.4 are the same where they are about the same", () => {
    expect(MIDDLEWARE_D2_DATABASE[0][5]).toBe(MIDDLEWARE_D4[0][2]);
    expect(MIDDLEWARE_D2_DATABASE[1][5]).toBe(MIDDLEWARE_D4[1][2]);
    expect(MIDDLEWARE_D2_GRAPH.slice(0, 3).map((row) => row[5])).toEqual(
      [MIDDLEWARE_2[7], MIDDLEWARE_2[9], MIDDLEWARE_2[1]].map(([, , values]) => values[6]),
    );
  });

  it("of Table 4.2 sum to its totals and to Table 4.1", () => {
    const rows = QWN_4_2.slice(0, 4).map(([, lengths]) => lengths as readonly (number | null)[]);
    const sums = [0, 1, 2, 3, 4].map((at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));
    expect(sums).toEqual([...QWN_4_2[4][1]]);
    expect(rows.map((row) => row.reduce((sum: number, value) => sum + (value ?? 0), 0))).toEqual(
      QWN_4_1.slice(0, 4).map(([, queries]) => queries),
    );
    expect(QWN_4_1.slice(0, 4).reduce((sum, [, queries]) => sum + queries, 0)).toBe(QWN_4_1[4][1]);
  });

  it("of Table 6.2 sum to its totals, but for the one that is misprinted", () => {
    const sums = [0, 1, 2].map((at) => QWN_6_2.reduce((sum, [, , row]) => sum + (row[at] ?? 0), 0));
    expect(sums).toEqual([59, 36, 95]);
    expect(QWN_6_2_TOTAL).toEqual([59, 35, 95]);
  });

  it("of the third paper have all its models, interactions and sub-tasks", () => {
    const models = new Set(DBQA_2.map(([model]) => model));
    expect([models.size, DBQA_2.length, DBQA_3.length, DBQA_4.length]).toEqual([8, 16, 4, 24]);
    expect(new Set(DBQA_4.map(([model]) => model))).toEqual(models);
  });
});
