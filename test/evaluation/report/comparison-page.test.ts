import { expect, it } from "vitest";
import { compareRuns } from "../../../src/evaluation/report/compare-runs.ts";
import { comparisonPage } from "../../../src/evaluation/report/page/report-page.ts";
import { HOSTILE } from "./hostile-text.ts";
import { MEASURES, manifest, record } from "./made-up-run.ts";

it("sets two runs beside each other on a page that loads and runs nothing", () => {
  const run = (id: string, ex: number) => ({
    id,
    manifest: manifest(),
    records: ["a", "b"].map((task) => record(task, { scores: { ex, va: 1 } })),
  });
  const comparison = compareRuns(run("before", 0), run("after", 1), { measures: MEASURES });
  const page = comparisonPage({ ...comparison, leftOut: [HOSTILE] });
  expect(page).toContain('<h1 dir="auto">after beside before on made-up</h1>');
  expect(page).toContain("default-src 'none'");
  expect(page).not.toMatch(/<(?:script|img|link)|<[^>]* (?:src|href)=/u);
  expect(page).toContain("Left out, and worth knowing");
  expect(page).toContain("how far the sign of the difference is in doubt");
});
