import { escapeMarkup } from "../../util/svg-text.ts";
import { numberText } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsSvg } from "./bars-svg.ts";
import type { Chart } from "./chart-of.ts";
import { barLabel, chartTitle } from "./chart-text.ts";
import { plotSvg } from "./plot-svg.ts";

/** Units of the drawing's width; it is scaled to the page. */
export const SVG_WIDTH = 720;

/** What the classes in the drawing look like; the page defines the colours. */
export const CHART_STYLE = `svg{display:block;width:100%;height:auto;font:13px system-ui,sans-serif}
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
  const { height, content } =
    chart.kind === "bar" || chart.kind === "share" ? barsSvg(chart, SVG_WIDTH) : plotSvg(chart, SVG_WIDTH);
  return `<svg role="img" aria-labelledby="${id}-title ${id}-text" viewBox="0 0 ${SVG_WIDTH} ${height}" xmlns="http://www.w3.org/2000/svg">
<title id="${id}-title">${escapeMarkup(visibleText(title))}</title>
<desc id="${id}-text">${escapeMarkup(visibleText(`${inWords(chart)} ${rows}`))}</desc>
${content}
</svg>`;
}

function inWords(chart: Chart): string {
  const { kind, x, y } = chart;
  const [least, most] = [Math.min(...y.values), Math.max(...y.values)];
  const at = (value: number): string => {
    const place = y.values.indexOf(value);
    return x.labels?.[place] ?? numberText(x.values[place] ?? 0);
  };
  const form = { bar: "Bars", share: "Bars", line: "A line", scatter: "Points" }[kind];
  return `${form} for ${y.values.length} values of ${y.name}, from ${barLabel(chart, least)} (${at(least)}) to ${barLabel(chart, most)} (${at(most)}).`;
}
