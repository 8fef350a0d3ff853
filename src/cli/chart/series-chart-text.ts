import { fitWidth } from "../../util/display-width.ts";
import { numberText } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsText } from "./bars-text.ts";
import { widthOfChart } from "./chart-text.ts";
import { labelText } from "./label-text.ts";
import { plotText } from "./plot-text.ts";
import { numbersIn, type SeriesChart, seriesTitle } from "./series-chart.ts";

/** Of each plot, where there are more than two. */
const LOW_ROWS = 8;

/**
 * As `chartText`: bars stand together under their label, each with its series' name. Block characters cannot tell lines apart, so these stay
 * apart, over the same axes.
 */
export function seriesChartText(chart: SeriesChart, columns: number): string | undefined {
  const width = widthOfChart(columns);
  if (width === undefined) return undefined;
  if (chart.kind !== "bar") return plots(chart, width);
  const { x, series } = chart;
  const rows = (x.labels ?? []).flatMap((label, at) =>
    series.flatMap(({ name, values }) => {
      const value = values[at] ?? null;
      return value === null
        ? []
        : [{ at, group: label, label: `  ${labelText(name)}`, value, text: numberText(value) }];
    }),
  );
  const bars = barsText(rows, width).flatMap((line, place) => {
    const row = rows[place];
    return row === undefined || row.at === rows[place - 1]?.at
      ? [line]
      : [cut(labelText(row.group), width), line];
  });
  return [cut(seriesTitle(chart), width), ...bars].join("\n");
}

function plots(chart: SeriesChart, width: number): string {
  const { kind, x, series, measured } = chart;
  const size = { over: numbersIn(chart), ...(series.length > 2 ? { rows: LOW_ROWS } : {}) };
  return series
    .map(({ name, values }) => {
      const label = labelText(name);
      const title = measured === undefined ? label : `${label}: ${measured.name}`;
      return [cut(`${title} by ${x.name}`, width), ...plotText({ kind, x, values }, width, size)].join("\n");
    })
    .join("\n\n");
}

const cut = (text: string, width: number): string => fitWidth(visibleText(text), width);
