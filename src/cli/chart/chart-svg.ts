import { barsSvg } from "./bars-svg.ts";
import { chartFrame } from "./chart-frame.ts";
import { chartInWords } from "./chart-in-words.ts";
import type { Chart } from "./chart-of.ts";
import { chartTitle } from "./chart-text.ts";
import { plotSvg } from "./plot-svg.ts";

/** Units of the drawing's width; it is scaled to the page. */
export const SVG_WIDTH = 720;

/** What the classes in the drawing look like; the page defines the colours. */
export const CHART_STYLE = `svg{display:block;width:100%;height:auto;overflow:visible;font:13px system-ui,sans-serif}
svg text{fill:var(--text)}svg .tick{fill:var(--dim);font-variant-numeric:tabular-nums}
svg .bar,svg .dot{fill:var(--mark)}svg .dot{fill-opacity:.75}svg .line{fill:none;stroke:var(--mark);stroke-width:2;stroke-linejoin:round}
svg .axis{stroke:var(--dim)}svg .grid{stroke:var(--rule)}`;

/**
 * The chart as one SVG element with a title and a description in words, for a page that has `CHART_STYLE`. `id` keeps several on one page apart.
 */
export function chartSvg(
  chart: Chart,
  { id = "chart", title = chartTitle(chart), rows = "The table below holds all." } = {},
): string {
  const drawn =
    chart.kind === "bar" || chart.kind === "share" ? barsSvg(chart, SVG_WIDTH) : plotSvg(chart, SVG_WIDTH);
  return chartFrame({ id, title, inWords: `${chartInWords(chart)} ${rows}`, width: SVG_WIDTH, ...drawn });
}
