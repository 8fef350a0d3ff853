import { describe, expect, it } from "vitest";
import type { Chart } from "../../../src/cli/chart/chart.ts";
import { chartHtml } from "../../../src/cli/chart/chart-html.ts";
import { chartText } from "../../../src/cli/chart/chart-text.ts";

function chart(
  kind: Chart["kind"],
  labels: readonly string[],
  series: Readonly<Record<string, readonly (number | null)[]>>,
): Chart {
  const values = labels.map((_, at) => at);
  return {
    kind,
    x: { name: "city", values, labels },
    series: Object.entries(series).map(([name, numbers]) => ({ name, values: numbers })),
  };
}

const svgOf = (of: Chart): Promise<string> => chartHtml(of, { title: "Cities", rows: "" });

describe("a chart of several series in a page", () => {
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
    expect(chartText(of, 36)).toBe(
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
    const [sold = "", lost = ""] = (chartText(of, 60) ?? "").split("\n\n");
    expect(sold).toMatch(/^sold by city\n100 ┤▀{53}\n/u);
    expect(lost).toMatch(/^lost by city\n100 ┤\n/u);
    // The second number stands alone, and the line begins at the fourth.
    expect(lost.split("\n").at(-3)).toMatch(/^ {2}0 ┤ {13}▖ {20,}[▀▚▄]+$/u);
    expect(lost.split("\n").at(-1)).toBe(sold.split("\n").at(-1));
  });
});
