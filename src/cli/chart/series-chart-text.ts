import { fitWidth } from "../../util/display-width.ts";
import { numberText } from "../../util/ticks.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsText } from "./bars-text.ts";
import { chartText, widthOfChart } from "./chart-text.ts";
import { type SeriesChart, seriesApart } from "./series-chart.ts";

/** As `chartText`: bars stand together under their label, each with its series' name; block characters cannot tell lines apart, so these stay apart. */
export function seriesChartText(chart: SeriesChart, columns: number): string | undefined {
  const width = widthOfChart(columns);
  if (width === undefined) return undefined;
  if (chart.kind !== "bar")
    return seriesApart(chart)
      .flatMap((alone) => chartText(alone, columns) ?? [])
      .join("\n\n");
  const { x, series } = chart;
  const rows = (x.labels ?? []).flatMap((label, at) =>
    series.flatMap(({ name, values }) => {
      const value = values[at] ?? null;
      return value === null ? [] : [{ at, group: label, label: `  ${name}`, value, text: numberText(value) }];
    }),
  );
  const title = `${series.map(({ name }) => name).join(", ")} by ${x.name}`;
  const bars = barsText(rows, width).flatMap((line, place) => {
    const row = rows[place];
    return row === undefined || row.at === rows[place - 1]?.at ? [line] : [cut(row.group, width), line];
  });
  return [cut(title, width), ...bars].join("\n");
}

const cut = (text: string, width: number): string => fitWidth(visibleText(text), width);
