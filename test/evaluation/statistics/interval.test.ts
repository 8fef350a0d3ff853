import { describe, expect, it } from "vitest";
import { bootstrap, pairedBootstrap, wilson } from "../../../src/evaluation/statistics/interval.ts";

const UNEVEN = [0.137, 0.982, 0.451, 0.66, 0.299, 0.871, 0.023];

describe("the bootstrap", () => {
  it.each([
    [200, 0.24833928571428568, 0.7932035714285717],
    [2000, 0.2551142857142856, 0.7448964285714283],
  ])("with %i resamples is what NumPy's percentiles say of the same draws", (resamples, low, high) => {
    const found = bootstrap(UNEVEN, { seed: 7, resamples });
    expect(found?.mean).toBeCloseTo(0.489, 12);
    expect(found?.low).toBeCloseTo(low, 12);
    expect(found?.high).toBeCloseTo(high, 12);
  });

  it("comes near what SciPy's 200,000 resamples say of 63 hits of 100", () => {
    const found = bootstrap(
      [...Array(100).keys()].map((at) => Number(at < 63)),
      { seed: 1 },
    );
    expect(found?.n).toBe(100);
    expect(Math.abs((found?.low ?? 0) - 0.53)).toBeLessThan(0.011);
    expect(Math.abs((found?.high ?? 0) - 0.72)).toBeLessThan(0.011);
  });

  it("takes 2,000 resamples unless told, is the same for the same seed only, and has no width for one value", () => {
    expect(bootstrap(UNEVEN, { seed: 7 })).toEqual(bootstrap(UNEVEN, { seed: 7, resamples: 2000 }));
    expect(bootstrap(UNEVEN, { seed: 7 })).not.toEqual(bootstrap(UNEVEN, { seed: 8 }));
    expect(bootstrap([0.4], { seed: 1 })).toEqual({ mean: 0.4, n: 1, low: 0.4, high: 0.4 });
    expect(bootstrap([], { seed: 1 })).toBeUndefined();
  });
});

const A = [0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1];
const B = [1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1];
const pairs = A.map((a, index) => ({ a, b: B[index] as number }));

describe("the paired bootstrap", () => {
  it("is what NumPy says of the same draws, and turns around when the runs do", () => {
    const found = pairedBootstrap(pairs, { seed: 3, resamples: 1000 });
    expect(found).toMatchObject({ n: 12, wins: 4, losses: 1, ties: 7 });
    expect(found?.difference).toBeCloseTo(0.25, 12);
    expect(found?.low).toBeCloseTo(-1 / 12, 12);
    expect(found?.high).toBeCloseTo(7 / 12, 12);
    expect(found?.share).toBeCloseTo(0.236, 12);
    const turned = pairs.map(({ a, b }) => ({ a: b, b: a }));
    const back = pairedBootstrap(turned, { seed: 3, resamples: 1000 });
    expect(back).toMatchObject({ wins: 1, losses: 4, share: found?.share });
    expect(back?.low).toBeCloseTo(-(found?.high ?? 0), 12);
  });

  it("comes near the share that enumerating all draws gives", () => {
    const found = pairedBootstrap(pairs, { seed: 1, resamples: 100_000 });
    expect(Math.abs((found?.share ?? 0) - 0.2229704905261426)).toBeLessThan(0.006);
  });

  it.each([
    [
      "runs that never differ",
      [0.1, 0.2, 0.3].map((a) => ({ a, b: a })),
      { difference: 0, ties: 3, share: 1 },
    ],
    ["sums that miss zero by rounding", [{ a: 0.3, b: 0.1 + 0.2 }], { ties: 1, share: 1 }],
    [
      "a run that is better on every question",
      [0.1, 0.2].map((a) => ({ a, b: a + 0.5 })),
      { wins: 2, share: 0 },
    ],
  ])("leaves no doubt of %s", (_, of, expected) => {
    expect(pairedBootstrap(of, { seed: 1 })).toMatchObject(expected);
  });

  it("says nothing of no pairs", () => {
    expect(pairedBootstrap([], { seed: 1 })).toBeUndefined();
  });
});

/** From SciPy 1.17: `binomtest(hits, total).proportion_ci(0.95, method="wilson")`. */
const KNOWN = [
  [0, 1, 0, 0.7934506856227626],
  [0, 10, 0, 0.27753279986288926],
  [10, 10, 0.7224672001371109, 1],
  [1, 7, 0.02567962434474358, 0.5131278292743189],
  [63, 100, 0.5322052958094291, 0.7181763946567546],
  [170, 500, 0.2998388584537141, 0.38260093049398264],
  [0, 0, 0, 1],
] as const;

it.each(KNOWN)("Wilson's interval of %i of %i is what SciPy says", (hits, total, low, high) => {
  expect(wilson(hits, total).low).toBeCloseTo(low, 12);
  expect(wilson(hits, total).high).toBeCloseTo(high, 12);
});
