import { chartFrame } from "./chart-frame.ts";
import { seriesChartInWords } from "./chart-in-words.ts";
import { seriesBarsSvg } from "./series-bars-svg.ts";
import type { SeriesChart } from "./series-chart.ts";
import { seriesLegendSvg } from "./series-legend-svg.ts";
import { seriesPlotSvg } from "./series-plot-svg.ts";

/** Units of the drawing's width; narrower than a single chart, so that its many numbers can be read on a telephone. */
export const SERIES_WIDTH = 480;

/** Beside `CHART_STYLE`; the page defines the colours, `--series-0` to `--series-3`. Lines differ by their dashes, too. */
export const SERIES_STYLE = `svg.series{max-width:38rem}${[0, 1, 2, 3].map((at) => `svg.series .s${at}{--ink:var(--series-${at})}`).join("")}
svg.series rect,svg.series .mark{fill:var(--ink)}svg.series .mark{stroke:var(--page)}svg.series .line{stroke:var(--ink)}
svg.series .line.s1{stroke-dasharray:8 4}svg.series .line.s2{stroke-dasharray:2 3}svg.series .line.s3{stroke-dasharray:10 3 2 3}`;

/** Colours for `SERIES_STYLE` on a light page and a dark one: they differ in lightness, so that readers who are colour-blind tell each from each. */
export const SERIES_COLOURS = {
  light: "--series-0:#2f6fb2;--series-1:#d9730d;--series-2:#1f2f46;--series-3:#a8326e",
  dark: "--series-0:#6aaaf0;--series-1:#f0a24f;--series-2:#f4f1d0;--series-3:#c4507f",
} as const;

/** As `chartSvg`, with a legend above. */
export function seriesChartSvg(
  chart: SeriesChart,
  { id, title, rows }: { readonly id: string; readonly title: string; readonly rows: string },
): string {
  const legend = seriesLegendSvg(chart, SERIES_WIDTH);
  const draw = chart.kind === "bar" ? seriesBarsSvg : seriesPlotSvg;
  const { height, content } = draw(chart, SERIES_WIDTH, legend.height + 6);
  return chartFrame({
    id,
    title,
    inWords: `${seriesChartInWords(chart)} ${rows}`,
    width: SERIES_WIDTH,
    height,
    content: `${legend.content}\n${content}`,
    kind: "series",
  });
}
