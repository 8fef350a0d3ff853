import { describe, expect, it } from "vitest";
import { chartHtml } from "../../../src/cli/chart/chart-html.ts";
import type { SeriesChart } from "../../../src/cli/chart/series-chart.ts";
import { seriesChartText } from "../../../src/cli/chart/series-chart-text.ts";
import { displayWidth } from "../../../src/util/display-width.ts";
import { attributesOf } from "./attributes-of.ts";

function chart(
  kind: SeriesChart["kind"],
  labels: readonly string[],
  series: Readonly<Record<string, readonly (number | null)[]>>,
): SeriesChart {
  const values = labels.map((_, at) => at);
  return {
    kind,
    x: { name: "city", values, labels },
    series: Object.entries(series).map(([name, numbers]) => ({ name, values: numbers })),
  };
}

const svgOf = (of: SeriesChart): Promise<string> => chartHtml(of, { title: "Cities", rows: "" });

describe("a chart of several series in a page", () => {
  it("has bars over one scale, to the left below zero, and none for a number that is missing", async () => {
    const svg = await svgOf(chart("bar", ["a", "b", "c"], { n: [10, null, -5], m: [5, 20, 0] }));
    const bars = attributesOf(svg.slice(svg.indexOf("</ul>")), "rect").map(({ x, width }) => ({
      x: Number(x),
      width: Number(width),
    }));
    expect(bars).toHaveLength(5);
    const widths = bars.map(({ width }) => width).toSorted((a, b) => a - b);
    const unit = (widths.at(-1) ?? 0) / 20;
    expect(widths.map((width) => Math.round(width / unit))).toEqual([0, 5, 5, 10, 20]);
    const right = bars.find(({ width }) => Math.round(width / unit) === 20)?.x ?? 0;
    expect(bars.filter(({ x, width }) => Math.abs(x + width - right) < 0.5 && width > 0)).toHaveLength(1);
  });

  it("leaves a gap in a line where a number is missing, and says each number where it is pointed at", async () => {
    const values = Array.from({ length: 50 }, (_, at) => (at === 3 || at === 5 ? null : at));
    const svg = await svgOf(chart("line", values.map(String), { a: values, b: values.map(() => 7) }));
    const [, line = ""] = /aria-label="line"><path [^>]*?d="([^"]*)"/u.exec(svg) ?? [];
    expect(
      line
        .split("M")
        .slice(1)
        .map((run) => run.split("L").length),
    ).toEqual([3, 1, 44]);
    expect(svg).toContain("<title>4, a: 4</title>");
  });

  it("has a mark of another shape for each series, and another dash for each line", async () => {
    const svg = await svgOf(
      chart("line", ["1", "2", "3"], { a: [1, 2, 3], b: [2, 3, 4], c: [3, 4, 5], d: [4, 5, 6] }),
    );
    const [samples = "", drawing = ""] = svg.split("</ul>");
    const marks = /<g [^>]*fill="(var\(--series-\d\))"[^>]*aria-label="dot"><(\w+)(?: [^>]*?d="([^"]*)")?/gu;
    const shapes = [...drawing.matchAll(marks)].map(([, colour, kind, path]) => ({
      colour,
      shape: path ?? kind,
    }));
    expect(new Set(shapes.map(({ colour }) => colour)).size).toBe(4);
    expect(new Set(shapes.map(({ shape }) => shape)).size).toBe(4);
    expect(new Set(attributesOf(samples, "path").map((path) => path["stroke-dasharray"])).size).toBe(1 + 4);
  });

  it("says in words what each series shows, names each in the legend, and shows data as text only", async () => {
    const svg = await svgOf(chart("bar", ["<script>x</script>", "b"], { "<i>": [1, 2], m: [null, 4] }));
    expect(svg).toContain(
      "Cities. Bars in 2 series by city: &lt;i&gt;, 2 values from 1 (&lt;script&gt;x&lt;/script&gt;) to 2 (b); m, 1 value from 4 (b) to 4 (b).",
    );
    expect(svg).toContain("</svg>&lt;i&gt;</li>");
    expect(svg).not.toMatch(/<script|<i>/u);
  });
});

describe("a chart of several series in a terminal", () => {
  it("has bars under their label, each with the name of its series, and none for a missing number", () => {
    const of = chart("bar", ["Rome", "Lyon"], { sold: [16, null], lost: [-8, 4] });
    expect(seriesChartText(of, 36)).toBe(
      [
        "sold, lost by city",
        "Rome",
        "  sold          ████████████████ 16",
        "  lost  ████████ -8",
        "Lyon",
        "  lost          ████ 4",
      ].join("\n"),
    );
  });

  it("draws lines one below the other, over the same axes, with a gap where a number is missing", () => {
    const of = chart("line", ["1", "2", "3", "4", "5"], {
      sold: [100, 100, 100, 100, 100],
      lost: [null, 0, null, 10, 0],
    });
    const [sold = "", lost = ""] = (seriesChartText(of, 60) ?? "").split("\n\n");
    expect(sold).toMatch(/^sold by city\n100 ┤▀{53}\n/u);
    expect(lost).toMatch(/^lost by city\n100 ┤\n/u);
    // The second number stands alone, and the line begins at the fourth.
    expect(lost.split("\n").at(-3)).toMatch(/^ {2}0 ┤ {13}▖ {20,}[▀▚▄]+$/u);
    expect(lost.split("\n").at(-1)).toBe(sold.split("\n").at(-1));
  });

  it("says what is measured, and of which part, where the series are parts of one measure", () => {
    const parts = {
      ...chart("line", ["1", "2", "3"], { north: [1, 2, 3], south: [3, 2, 1] }),
      measured: { name: "sold", by: "region" },
    };
    expect(seriesChartText(parts, 60)).toMatch(/^north: sold by city\n[\s\S]*\n\nsouth: sold by city\n/u);
    expect(seriesChartText({ ...parts, kind: "bar" }, 60)).toMatch(/^sold by city and region\n/u);
  });

  it("takes no more than 80 columns and 50 lines for four lines", () => {
    const months = Array.from(
      { length: 60 },
      (_, at) => `20${20 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`,
    );
    const of = (by: number) => months.map((_, at) => at * by);
    const lines = (
      seriesChartText(chart("line", months, { a: of(1), b: of(2), c: of(3), d: of(4) }), 80) ?? ""
    ).split("\n");
    expect(lines.length).toBeLessThanOrEqual(50);
    expect(Math.max(...lines.map(displayWidth))).toBeLessThan(80);
  });

  it.each([31, 60, 100, 300])("fits into %d columns, and is left away in fewer than 31", (columns) => {
    const of = chart("bar", ["東京都".repeat(20), "\u001b[31mred"], {
      ["x".repeat(200)]: [12345.678, -2],
      映画館の数: [1, null],
    });
    const widths = (seriesChartText(of, columns) ?? "").split("\n").map(displayWidth);
    expect(Math.max(...widths)).toBeLessThan(columns);
    expect(seriesChartText(of, columns)).not.toContain("\u001b");
    expect(seriesChartText(of, 30)).toBeUndefined();
  });
});
