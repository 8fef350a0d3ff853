import { describe, expect, it } from "vitest";
import { buildReport } from "../../../src/evaluation/report/build-report.ts";
import { reportPlots } from "../../../src/evaluation/report/page/report-plots.ts";
import type { Configuration, ItemRecord } from "../../../src/evaluation/run/configuration.ts";

import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

function plots(
  configurations: readonly Configuration[],
  more: (task: number) => Partial<ItemRecord> = () => ({}),
) {
  const records = configurations.flatMap(({ id }) =>
    [0, 1, 2, 3].map((task) => record(`t${task}`, { configuration: id, ...more(task) })),
  );
  return reportPlots(buildReport(manifest({ configurations }), records, { id: "r1", measures: MEASURES }));
}

const titles = (all: Awaited<ReturnType<typeof plots>>): readonly string[] => all.map(({ title }) => title);

describe("the plots of a report", () => {
  it("show accuracy against tokens where there is something to compare", async () => {
    expect(titles(await plots([configuration("react"), configuration("decoupled")]))).toEqual([
      "EX against tokens",
    ]);
    expect(await plots([configuration("react")])).toEqual([]);
    const unknown = { usage: { calls: 1 } };
    expect(await plots([configuration("react"), configuration("decoupled")], () => unknown)).toEqual([]);
    const unasked = { usage: { calls: 0 }, cost: 0 };
    expect(await plots([configuration("react"), configuration("decoupled")], () => unasked)).toEqual([]);
  });

  it("show groups where there are several", async () => {
    const groups = (task: number) => ({ groups: { difficulty: task % 2 === 0 ? "simple" : "hard" } });
    expect(titles(await plots([configuration("react")], groups))).toEqual(["EX by difficulty"]);
  });

  it("show a sweep as one line for configurations that differ in nothing else", async () => {
    const swept = [0, 5, 20].map((sampleRows) => configuration(`rows=${sampleRows}`, { sampleRows }));
    const [, sweep, ...more] = await plots([...swept, configuration("other", { strategy: "decoupled" })]);
    expect(more).toEqual([]);
    expect(sweep?.title).toBe("EX over sample rows per table");
    expect(sweep?.html.match(/aria-label="line"/gu)).toHaveLength(1);
    expect(sweep?.html).toContain("react, made-up/small: 100 % at 0, 100 % at 5, 100 % at 20");
  });

  it("show a measure against the count that it is held against, with guessing as a level", async () => {
    const measures = [
      { id: "match", name: "Match", description: "", unit: "share", against: "valid" },
      { id: "valid", name: "Valid queries", description: "", unit: "count" },
    ] as const;
    const configurations = [configuration("sequential"), configuration("guess", { strategy: "guessing" })];
    const records = [0, 1, 2, 3].flatMap((task) => [
      record(`t${task}`, { configuration: "sequential", scores: { match: task % 2, valid: task } }),
      record(`t${task}`, { configuration: "guess", scores: { match: Number(task === 0), valid: 0 } }),
    ]);
    const drawn = (
      await reportPlots(buildReport(manifest({ configurations }), records, { id: "r1", measures }))
    ).find(({ title }) => title === "Match against valid queries");
    expect(drawn?.html).toContain("sequential: 0 % at 0, 100 % at 1, 0 % at 2, 100 % at 3");
    expect(drawn?.html).toContain("guess: 25 % at 0, 25 % at 3");
    expect(drawn?.html.match(/stroke-dasharray="6 4"[^>]*aria-label="line"/gu)).toHaveLength(1);
    expect(drawn?.html.match(/<title>/gu)).toHaveLength(4);
  });
});
