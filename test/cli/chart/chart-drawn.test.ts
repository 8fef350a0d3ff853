import { describe, expect, it } from "vitest";
import type { Chart } from "../../../src/cli/chart/chart.ts";
import { chartHtml } from "../../../src/cli/chart/chart-html.ts";
import { chartText } from "../../../src/cli/chart/chart-text.ts";
import { displayWidth } from "../../../src/util/display-width.ts";
import { attributesOf, chart } from "./made-chart.ts";

const mixed = chart("city n", [
  ["Lyon", 4],
  ["東京都".repeat(20), -2],
  ["\u001b[31mred", 0],
  ["x".repeat(200), 1],
]);
const days = (count: number) =>
  chart(
    "day n",
    Array.from({ length: count }, (_, at) => [
      `2024-01-${String((at % 28) + 1).padStart(2, "0")} ${at < 28 ? "00" : "12"}:00`,
      at * 1000 - 9000,
    ]),
  );
const line = days(40);
const longLine = days(49);
const points = chart(
  "a b",
  Array.from({ length: 30 }, (_, at) => [at * 0.37, (at * 7) % 11]),
);

function ofSeries(
  kind: Chart["kind"],
  labels: readonly string[],
  series: Readonly<Record<string, readonly (number | null)[]>>,
): Chart {
  return {
    kind,
    x: { name: "city", values: labels.map((_, at) => at), labels },
    series: Object.entries(series).map(([name, values]) => ({ name, values })),
  };
}

describe("a chart in a terminal", () => {
  it.each([31, 60, 100, 300])("fits into %d columns, wide characters and long labels included", (columns) => {
    for (const each of [mixed, line]) {
      const widths = (chartText(each, columns) ?? "").split("\n").map(displayWidth);
      expect(Math.max(...widths)).toBeLessThan(columns);
    }
  });

  it.each([
    [
      "bars as long as their numbers, to the left below zero, and none for zero",
      chart("c n", "a 4; b 2; c 0; d -4"),
      39,
      [
        "n by c",
        "a                  ████████████████ 4",
        "b                  ████████ 2",
        "c                  0",
        "d  ████████████████ -4",
      ],
    ],
    [
      "bars of several series under their label, and none for a missing number",
      ofSeries("bar", ["Rome", "Lyon"], { sold: [16, null], lost: [-8, 4] }),
      36,
      [
        "sold, lost by city",
        "Rome",
        "  sold          ████████████████ 16",
        "  lost  ████████ -8",
        "Lyon",
        "  lost          ████ 4",
      ],
    ],
  ])("has %s", (_, of, columns, lines) => {
    expect(chartText(of, columns)).toBe(lines.join("\n"));
  });

  it("shows no control character, and is left away where there is no room", () => {
    expect(chartText(mixed, 80)).not.toContain("\u001b");
    expect(chartText(mixed, 30)).toBeUndefined();
  });

  it("draws numbers over time as bars, in the order of time, and neither many of them nor points", () => {
    const years = chartText(chart("year n", "2003 100; 2001 25; 2002 50"), 40) ?? "";
    expect(years.split("\n").map((row) => row.replace(/ .* /u, " "))).toEqual([
      "n year",
      "2001 25",
      "2002 50",
      "2003 100",
    ]);
    expect([longLine, points].map((each) => chartText(each, 80))).toEqual([undefined, undefined]);
  });
});

describe("a chart in a page", () => {
  it("says in words what it shows, and shows data as text only", async () => {
    const svg = await chartHtml(chart("<i> n", "<script>alert(1)</script>\u202e 1; b 2"));
    expect(svg).toContain('role="img"');
    expect(svg).toContain(
      "n by &lt;i&gt;. Bars for 2 values of n, from 1 (&lt;script&gt;alert(1)&lt;/script&gt;",
    );
    expect(svg).not.toMatch(/<script|<style|\u202e/u);
  });

  it("says what each series shows, and names each in the legend", async () => {
    const of = ofSeries("bar", ["<script>x</script>", "b"], { "<i>": [1, 2], m: [null, 4] });
    const svg = await chartHtml(of, { title: "Cities", rows: "" });
    expect(svg).toContain(
      "Cities. Bars in 2 series by city: &lt;i&gt;, 2 values from 1 (&lt;script&gt;x&lt;/script&gt;) to 2 (b); m, 1 value from 4 (b) to 4 (b).",
    );
    expect(svg).toContain("</svg>&lt;i&gt;</li>");
    expect(svg).not.toMatch(/<script|<i>/u);
  });

  it("has a bar for each number, its length in proportion", async () => {
    const svg = await chartHtml(chart("c n", "a 10; b 5; d 0"));
    const widths = attributesOf(svg, "rect").map(({ width }) => Number(width));
    expect(widths).toHaveLength(3);
    expect(widths[1]).toBeCloseTo((widths[0] ?? 0) / 2, 0);
    expect(widths[2]).toBe(0);
  });
});
