import { beforeAll, describe, expect, it } from "vitest";
import { compareRuns } from "../../../src/evaluation/report/compare-runs.ts";
import { comparisonPage, comparisonPlots } from "../../../src/evaluation/report/page/comparison-page.ts";

import type { DrawnPlot } from "../../../src/evaluation/report/page/drawn-plots.ts";
import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import { HOSTILE } from "./hostile-text.ts";
import { configuration, MEASURES, manifest, record } from "./made-up-run.ts";

const run = (id: string, records: readonly ItemRecord[]) => ({ id, manifest: manifest(), records });
const tasks = ["a", "b", "c", "d", "e", "f"];
/** Right from that task on. */
const from = (first: number, tokens = 1000) =>
  tasks.map((task, at) =>
    record(task, {
      scores: { ex: at >= first ? 1 : 0, va: 1 },
      usage: { calls: 1, inputTokens: tokens, outputTokens: 100 },
    }),
  );

describe("the page of two runs beside each other", () => {
  const comparison = compareRuns(run("before", from(4)), run("after", from(1, 1500)), { measures: MEASURES });
  let plots: readonly DrawnPlot[];
  beforeAll(async () => {
    plots = await comparisonPlots(comparison);
  });

  it("draws the paired differences with a line at 0, of shares in points and of the rest against the mean", () => {
    expect(plots.map(({ title }) => title)).toEqual([
      "Paired differences of what is measured",
      "Paired differences of what a question took",
    ]);
    const [measured, took] = plots;
    expect(measured?.html).toContain("EX: +50; VA: 0");
    expect(measured?.html).toContain("Percentage points, after less before");
    expect(took?.html).toContain("Input tokens: +50;");
    for (const { html } of plots) expect(html).toMatch(/aria-label="rule"/u);
  });

  it("names each pair where there are several", async () => {
    const configurations = ["plain", "asking", "both"].map((id) => configuration(id));
    const records = configurations.flatMap(({ id }, at) =>
      tasks.map((task, place) => record(task, { configuration: id, scores: { ex: place <= at ? 1 : 0 } })),
    );
    const one = { id: "r", manifest: manifest({ configurations }), records };
    const pairs = [
      { a: "plain", b: "asking" },
      { a: "plain", b: "both" },
    ];
    const [drawn] = await comparisonPlots(compareRuns(one, one, { measures: MEASURES, pairs }));
    expect(drawn?.html).toContain("asking less plain +16.7, both less plain +33.3");
  });

  it("loads and runs nothing, and has tables, plots and what is left out", async () => {
    const page = await comparisonPage({ ...comparison, leftOut: [HOSTILE] });
    expect(page).toContain('<h1 dir="auto">after beside before on made-up</h1>');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<(?:script|img|link)|<[^>]* (?:src|href)=/u);
    expect(page.match(/class="plot"/gu)).toHaveLength(plots.length);
    expect(page).toContain("Left out, and worth knowing");
    expect(page).toContain("how far the sign of the difference is in doubt");
  });
});
