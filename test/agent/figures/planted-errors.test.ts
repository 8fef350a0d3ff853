import { beforeAll, describe, expect, it } from "vitest";
import { figureResults } from "../../../bench/figures/drawn-figure.ts";
import { type Measured, madeFigures, measureFigures, PLANTED } from "../../../bench/figures/made-figures.ts";
import { cinemaSample } from "../../support/shared-samples.ts";

let measured: readonly Measured[];
beforeAll(async () => {
  const { database } = cinemaSample();
  const now = figureResults(database, "sql");
  const made = madeFigures(now, figureResults(database, "earlier"), { sound: 200, each: 50 });
  measured = await measureFigures(made, now);
});

describe("figures over the sample's results", () => {
  it("are left alone where they are sound: at most 2 in a hundred are flagged", () => {
    const sound = measured.filter(({ kind }) => kind === "sound");
    expect(sound).toHaveLength(200);
    expect(sound.filter(({ problems }) => problems.length > 0).length).toBeLessThanOrEqual(4);
  });

  it.each(PLANTED)("are caught where an error is planted, 95 in a hundred and more: %s", (kind) => {
    const planted = measured.filter((each) => each.kind === kind);
    expect(planted).toHaveLength(50);
    expect(planted.filter(({ problems }) => problems.length > 0).length).toBeGreaterThanOrEqual(48);
    expect(planted.filter(({ mended }) => mended).length).toBeGreaterThanOrEqual(48);
  });
});
