import { fitWidth } from "../../util/display-width.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsText } from "./bars-text.ts";
import { type Chart, chartTitle, numbersIn, valueLabel } from "./chart.ts";
import { labelText } from "./label-text.ts";
import { plotText } from "./plot-text.ts";

const WIDEST = 100;
const FEWEST_COLUMNS = 30;
/** Of each plot, where there are more than two. */
const LOW_ROWS = 8;

/**
 * A chart in block characters for a terminal of so many columns, no line longer; undefined where the terminal is too narrow for one. Bars of
 * several series stand together under their label. Block characters cannot tell lines apart, so these stay apart, over the same axes.
 */
export function chartText(chart: Chart, columns: number): string | undefined {
  const width = Math.min(WIDEST, columns - 1);
  if (width < FEWEST_COLUMNS) return undefined;
  return chart.kind === "bar" || chart.kind === "share" ? bars(chart, width) : plots(chart, width);
}

function bars(chart: Chart, width: number): string {
  const { x, series } = chart;
  const isGrouped = series.length > 1;
  const rows = (x.labels ?? []).flatMap((text, at) =>
    series.flatMap(({ name, values }) => {
      const value = values[at] ?? null;
      const label = isGrouped ? `  ${labelText(name)}` : labelText(text);
      return value === null ? [] : [{ group: text, label, value, text: valueLabel(chart, value) }];
    }),
  );
  const lines = barsText(rows, width).flatMap((line, place) => {
    const group = rows[place]?.group;
    const begins = isGrouped && group !== undefined && group !== rows[place - 1]?.group;
    return begins ? [cut(labelText(group), width), line] : [line];
  });
  return [cut(chartTitle(chart), width), ...lines].join("\n");
}

function plots(chart: Chart, width: number): string {
  const { kind, x, series, measured } = chart;
  const size = { over: series.flatMap(numbersIn), ...(series.length > 2 ? { rows: LOW_ROWS } : {}) };
  return series
    .map(({ name, values }) => {
      const label = series.length === 1 ? name : labelText(name);
      const title = measured === undefined ? label : `${label}: ${measured.name}`;
      return [cut(`${title} by ${x.name}`, width), ...plotText({ kind, x, values }, width, size)].join("\n");
    })
    .join("\n\n");
}

const cut = (text: string, width: number): string => fitWidth(visibleText(text), width);
