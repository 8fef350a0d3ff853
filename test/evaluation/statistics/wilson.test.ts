import { describe, expect, it } from "vitest";
import { wilson } from "../../../src/evaluation/statistics/interval.ts";

/** From SciPy 1.17: `binomtest(hits, total).proportion_ci(0.95, method="wilson")`. */
const KNOWN = [
  [0, 1, 0, 0.7934506856227626],
  [0, 10, 0, 0.27753279986288926],
  [10, 10, 0.7224672001371109, 1],
  [1, 7, 0.02567962434474358, 0.5131278292743189],
  [63, 100, 0.5322052958094291, 0.7181763946567546],
  [170, 500, 0.2998388584537141, 0.38260093049398264],
] as const;

describe("Wilson's interval", () => {
  it.each(KNOWN)("of %i of %i is what SciPy says", (hits, total, low, high) => {
    expect(wilson(hits, total).low).toBeCloseTo(low, 12);
    expect(wilson(hits, total).high).toBeCloseTo(high, 12);
  });

  it("is everything where nothing was counted", () => {
    expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  });
});
