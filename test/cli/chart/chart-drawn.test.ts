import { describe, expect, it } from "vitest";
import type { Chart } from "../../../src/cli/chart/chart.ts";
import { chartHtml } from "../../../src/cli/chart/chart-html.ts";
import { chartText } from "../../../src/cli/chart/chart-text.ts";
import { chartsOf } from "../../../src/cli/chart/charts-of.ts";
import { displayWidth } from "../../../src/util/display-width.ts";
import type { Json } from "../../../src/util/json.ts";
import { attributesOf } from "./attributes-of.ts";

function chart(columns: readonly string[], rows: readonly (readonly Json[])[]): Chart {
  const [made] = chartsOf({ columns, rows, total: rows.length });
  expect(made).toBeDefined();
  return made as Chart;
}

const mixed = chart(
  ["city", "n"],
  [
    ["Lyon", 4],
    ["東京都".repeat(20), -2],
    ["\u001b[31mred", 0],
    ["x".repeat(200), 1],
  ],
);
const line = chart(
  ["day", "n"],
  Array.from({ length: 40 }, (_, at) => [
    `2024-01-${String((at % 28) + 1).padStart(2, "0")} ${at < 28 ? "00" : "12"}:00`,
    at * 1000 - 9000,
  ]),
);
const points = chart(
  ["a", "b"],
  Array.from({ length: 30 }, (_, at) => [at * 0.37, (at * 7) % 11]),
);

describe("a chart in a terminal", () => {
  it.each([31, 60, 100, 300])("fits into %d columns, wide characters and long labels included", (columns) => {
    for (const each of [mixed, line, points]) {
      const widths = (chartText(each, columns) ?? "").split("\n").map(displayWidth);
      expect(Math.max(...widths)).toBeLessThan(columns);
    }
  });

  it("has bars as long as their numbers, to the left below zero, and none for zero", () => {
    expect(
      chartText(
        chart(
          ["c", "n"],
          [
            ["a", 4],
            ["b", 2],
            ["c", 0],
            ["d", -4],
          ],
        ),
        39,
      ),
    ).toBe(
      [
        "n by c",
        "a                  ████████████████ 4",
        "b                  ████████ 2",
        "c                  0",
        "d  ████████████████ -4",
      ].join("\n"),
    );
  });

  it("shows no colour and no control character", () => {
    expect(chartText(mixed, 80)).not.toContain("\u001b");
  });

  it("is left away where there is no room", () => {
    expect(chartText(mixed, 30)).toBeUndefined();
  });

  it("draws a rising line from the lower left to the upper right", () => {
    const rising = chart(
      ["year", "n"],
      [
        [2001, 0],
        [2002, 50],
        [2003, 100],
      ],
    );
    const rows = (chartText(rising, 60) ?? "").split("\n");
    expect(rows[1]).toMatch(/^100 ┤ +[▀▄▗▘▝▖▞▟▙▛▜]+$/u);
    expect(rows[12]).toMatch(/^ +0 ┤[▀▄▗▘▝▖▞▟▙▛▜]/u);
    expect(rows.at(-1)).toMatch(/^ +2001 +2003$/u);
  });
});

describe("a chart in a page", () => {
  it("says in words what it shows, and shows data as text only", async () => {
    const rows = [
      ["<script>alert(1)</script>\u202e", 1],
      ["b", 2],
    ];
    const svg = await chartHtml(chart(["<i>", "n"], rows));
    expect(svg).toContain('role="img"');
    expect(svg).toContain(
      "n by &lt;i&gt;. Bars for 2 values of n, from 1 (&lt;script&gt;alert(1)&lt;/script&gt;",
    );
    expect(svg).not.toMatch(/<script|<style|\u202e/u);
  });

  it("has a bar for each number, its length in proportion", async () => {
    const rows = [
      ["a", 10],
      ["b", 5],
      ["d", 0],
    ];
    const widths = attributesOf(await chartHtml(chart(["c", "n"], rows)), "rect").map(({ width }) =>
      Number(width),
    );
    expect(widths).toHaveLength(3);
    expect(widths[1]).toBeCloseTo((widths[0] ?? 0) / 2, 0);
    expect(widths[2]).toBe(0);
  });
});
