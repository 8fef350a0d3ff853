import { describe, expect, it } from "vitest";
import type { SeriesChart } from "../../../src/cli/chart/series-chart.ts";
import { SERIES_WIDTH, seriesChartSvg } from "../../../src/cli/chart/series-chart-svg.ts";
import { seriesChartText } from "../../../src/cli/chart/series-chart-text.ts";
import { displayWidth } from "../../../src/util/display-width.ts";

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

const svgOf = (of: SeriesChart): string => seriesChartSvg(of, { id: "c", title: "Cities", rows: "" });

interface Bar {
  readonly series: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function barsOf(of: SeriesChart): readonly Bar[] {
  const bars = /<rect class="bar (s\d)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/gu;
  return [...svgOf(of).matchAll(bars)].map(([, series = "", x, y, width]) => ({
    series,
    x: Number(x),
    y: Number(y),
    width: Number(width),
  }));
}

describe("bars of several series in a page", () => {
  const bars = barsOf(chart("bar", ["a", "b", "c"], { n: [10, null, -5], m: [5, 20, 0] }));

  it("have one scale, and grow to the left below zero", () => {
    expect(bars.map(({ series }) => series)).toEqual(["s0", "s1", "s1", "s0", "s1"]);
    const [first, second, most, below, none] = bars;
    expect(second?.width).toBeCloseTo((first?.width ?? 0) / 2, 0);
    expect(most?.width).toBeCloseTo((first?.width ?? 0) * 2, 0);
    expect((below?.x ?? 0) + (below?.width ?? 0)).toBeCloseTo(first?.x ?? 0, 0);
    expect(none?.width).toBe(0);
  });

  it("keep the place of one that is missing, so that each series has its place under every label", () => {
    const [first, second, alone] = bars;
    const step = (second?.y ?? 0) - (first?.y ?? 0);
    const group = (bars[3]?.y ?? 0) - (first?.y ?? 0);
    expect(alone?.y).toBeCloseTo((first?.y ?? 0) + group / 2 + step, 5);
  });

  it("have texts that do not meet, and cut long labels", () => {
    const labels = Array.from({ length: 30 }, (_, at) => `${"label ".repeat(20)}${at}`);
    const of = (by: number) => labels.map((_, at) => (at - 9) * by);
    const svg = svgOf(chart("bar", labels, { a: of(100), b: of(90), c: of(-70), d: of(1000.25) }));
    const texts = [
      ...svg.matchAll(/<text class="(\w+)" x="([\d.]+)" y="([\d.]+)" text-anchor="(\w+)">([^<]*)/gu),
    ]
      .slice(4)
      .map(([, , x, y, anchor, text = ""]) => {
        const width = displayWidth(text) * 8;
        const from = anchor === "end" ? Number(x) - width : Number(x);
        return { from, to: from + width, y: Number(y) };
      });
    expect(texts).toHaveLength(150);
    for (const { from, to } of texts) {
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(SERIES_WIDTH);
    }
    const meeting = texts.filter((one, at) =>
      texts.some(
        (other, place) =>
          place > at && Math.abs(one.y - other.y) < 13 && one.from < other.to && other.from < one.to,
      ),
    );
    expect(meeting).toEqual([]);
  });
});

describe("lines and points of several series in a page", () => {
  it("leave a gap where a number is missing, and mark a point that stands alone", () => {
    const values = Array.from({ length: 50 }, (_, at) => (at === 3 || at === 5 ? null : at));
    const labels = values.map(String);
    const svg = svgOf(chart("line", labels, { a: values, b: labels.map(() => 7) }));
    const runs = [...svg.matchAll(/<polyline class="line s0" points="([^"]*)"/gu)].map(
      ([, points = ""]) => points.split(" ").length,
    );
    expect(runs).toEqual([3, 44]);
    expect(svg.match(/<path class="mark s0"[^>]*><title>/gu)).toHaveLength(1);
    expect(svg).toContain("<title>4, a: 4</title>");
  });

  it("have a mark of another shape for each series", () => {
    const svg = svgOf(
      chart("scatter", ["", "", ""], { a: [1, 2, 3], b: [2, 3, 4], c: [3, 4, 5], d: [4, 5, 6] }),
    );
    const shapes = [...svg.matchAll(/<path class="mark (s\d)" d="M[\d.,]+([^"]*)"/gu)].map(
      ([, series, shape]) => `${series} ${shape}`,
    );
    expect(shapes).toHaveLength(4 * (3 + 1));
    expect(new Set(shapes).size).toBe(4);
    expect(new Set(shapes.map((shape) => shape.slice(3))).size).toBe(4);
  });
});

describe("a chart of several series in a page", () => {
  it("says in words what each series shows, and shows data as text only", () => {
    const svg = svgOf(chart("bar", ["<script>x</script>", "b"], { "<i>": [1, 2], m: [null, 4] }));
    expect(svg).toContain('<title id="c-title">Cities</title>');
    expect(svg).toContain(
      "Bars in 2 series by city: &lt;i&gt;, 2 values from 1 (&lt;script&gt;x&lt;/script&gt;) to 2 (b); m, 1 value from 4 (b) to 4 (b).",
    );
    expect(svg).not.toMatch(/<script|<i>/u);
  });

  it("has a legend with every name, none upon another and all within the drawing", () => {
    const names = ["a".repeat(90), "second name", "third name of some length", "4"];
    const svg = svgOf(chart("line", ["1", "2"], Object.fromEntries(names.map((name) => [name, [1, 2]]))));
    const texts = [...svg.matchAll(/<text class="label" x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)/gu)].map(
      ([, x, y, text = ""]) => ({ from: Number(x), to: Number(x) + text.length * 8, y: Number(y) }),
    );
    expect(texts).toHaveLength(4);
    texts.forEach(({ from, to, y }, at) => {
      expect(to).toBeLessThanOrEqual(SERIES_WIDTH);
      const before = texts[at - 1];
      if (before?.y === y) expect(from).toBeGreaterThan(before.to);
    });
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
