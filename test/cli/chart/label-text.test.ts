import { expect, it } from "vitest";
import { chartHtml } from "../../../src/cli/chart/chart-html.ts";
import { chartOf } from "../../../src/cli/chart/chart-of.ts";
import { chartText } from "../../../src/cli/chart/chart-text.ts";
import { labelText } from "../../../src/cli/chart/label-text.ts";
import type { SeriesChart } from "../../../src/cli/chart/series-chart.ts";
import { seriesChartText } from "../../../src/cli/chart/series-chart-text.ts";

it.each([
  ["Lyon", "Lyon"],
  ["Lyon ", "Lyon␣"],
  [" Lyon", "␣Lyon"],
  ["New York", "New York"],
  ["New  York\u00a0", "New␣␣York␣"],
  ["   ", "␣␣␣"],
  ["", '""'],
  ["Lyon\n", "Lyon\\n"],
])("the label %j is drawn as %s", (label, drawn) => {
  expect(labelText(label)).toBe(drawn);
});

const columns = ["city", "n"];
const rows = [
  ["Lyon", 1],
  ["Lyon ", 2],
];

it("a label with a trailing blank does not look like its twin, in a terminal and in a page", async () => {
  const chart = chartOf({ columns, rows, total: 2 });
  if (chart === undefined) return expect.unreachable();
  expect(chartText(chart, 60)).toMatch(/\nLyon {3}█[\s\S]*\nLyon␣ {2}█/u);
  const html = await chartHtml(chart);
  expect(html).toMatch(/>Lyon<[\s\S]*>Lyon␣</u);
  expect(html).toContain("to 2 (Lyon␣)");
});

it.each(["bar", "line"] as const)("nor does the name of a series: %s", async (kind) => {
  const chart: SeriesChart = {
    kind,
    x: { name: "m", values: [0, 1, 2], labels: ["a", "b", "b "] },
    series: [
      { name: "x", values: [1, 2, 3] },
      { name: "x ", values: [3, 2, 1] },
    ],
  };
  expect(seriesChartText(chart, 60)).toContain("x␣");
  expect(seriesChartText(chart, 60)).toContain("b␣");
  const svg = await chartHtml(chart);
  expect(svg).toContain("</svg>x␣</li>");
  expect(svg).toContain("<title>b␣, x␣: 1</title>");
});
