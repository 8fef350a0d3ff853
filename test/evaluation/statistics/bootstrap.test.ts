import { describe, expect, it } from "vitest";
import { bootstrap } from "../../../src/evaluation/statistics/interval.ts";

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
    const values = Array.from({ length: 100 }, (_, index) => (index < 63 ? 1 : 0));
    const found = bootstrap(values, { seed: 1 });
    expect(found?.n).toBe(100);
    expect(Math.abs((found?.low ?? 0) - 0.53)).toBeLessThan(0.011);
    expect(Math.abs((found?.high ?? 0) - 0.72)).toBeLessThan(0.011);
  });

  it("takes 2,000 resamples unless told, and is the same for the same seed only", () => {
    expect(bootstrap(UNEVEN, { seed: 7 })).toEqual(bootstrap(UNEVEN, { seed: 7, resamples: 2000 }));
    expect(bootstrap(UNEVEN, { seed: 7 })).not.toEqual(bootstrap(UNEVEN, { seed: 8 }));
  });

  it("has no width for one value", () => {
    expect(bootstrap([0.4], { seed: 1 })).toEqual({ mean: 0.4, n: 1, low: 0.4, high: 0.4 });
  });

  it("says nothing of no values", () => {
    expect(bootstrap([], { seed: 1 })).toBeUndefined();
  });
});
