import { describe, expect, it } from "vitest";
import { pairedBootstrap } from "../../../src/evaluation/statistics/interval.ts";

const A = [0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1];
const B = [1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1];
const pairs = A.map((a, index) => ({ a, b: B[index] as number }));

describe("the paired bootstrap", () => {
  it("is what NumPy says of the same draws", () => {
    const found = pairedBootstrap(pairs, { seed: 3, resamples: 1000 });
    expect(found).toMatchObject({ n: 12, wins: 4, losses: 1, ties: 7 });
    expect(found?.difference).toBeCloseTo(0.25, 12);
    expect(found?.low).toBeCloseTo(-1 / 12, 12);
    expect(found?.high).toBeCloseTo(7 / 12, 12);
    expect(found?.share).toBeCloseTo(0.236, 12);
  });

  it("comes near the share that enumerating all draws gives", () => {
    const exact = 0.2229704905261426;
    const found = pairedBootstrap(pairs, { seed: 1, resamples: 100_000 });
    expect(Math.abs((found?.share ?? 0) - exact)).toBeLessThan(0.006);
  });

  it("turns around when the runs do", () => {
    const there = pairedBootstrap(pairs, { seed: 3 });
    const back = pairedBootstrap(
      pairs.map(({ a, b }) => ({ a: b, b: a })),
      { seed: 3 },
    );
    expect(back).toMatchObject({ wins: 1, losses: 4, share: there?.share });
    expect(back?.low).toBeCloseTo(-(there?.high ?? 0), 12);
  });

  it("gives a share of 1 to runs that never differ, also where sums miss zero by rounding", () => {
    const same = [0.1, 0.2, 0.3].map((a) => ({ a, b: a }));
    expect(pairedBootstrap(same, { seed: 1 })).toMatchObject({ difference: 0, ties: 3, share: 1 });
    const rounded = [{ a: 0.3, b: 0.1 + 0.2 }];
    expect(pairedBootstrap(rounded, { seed: 1 })).toMatchObject({ ties: 1, share: 1 });
  });

  it("gives a share of 0 to a run that is better on every question", () => {
    const better = [0.1, 0.2, 0.3].map((a) => ({ a, b: a + 0.5 }));
    expect(pairedBootstrap(better, { seed: 1 })).toMatchObject({ wins: 3, losses: 0, share: 0 });
  });

  it("says nothing of no pairs", () => {
    expect(pairedBootstrap([], { seed: 1 })).toBeUndefined();
  });
});
