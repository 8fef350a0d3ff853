import { fitWidth } from "../../util/display-width.ts";
import { visibleText } from "../../util/visible-text.ts";
import { barsText } from "./bars-text.ts";
import { type Chart, chartTitle, valueLabel } from "./chart.ts";
import { labelText } from "./label-text.ts";

const WIDEST = 100;
const FEWEST_COLUMNS = 30;
/** Bars of one chart: more fill a screen and are read no better than the table. */
const MOST_BARS = 48;

/**
 * A chart in block characters, at most `columns` wide: a bar for each number, those of several series under their label. Undefined if the
 * terminal is too narrow, and for charts that bars cannot show: points, and lines of many points.
 */
export function chartText(chart: Chart, columns: number): string | undefined {
  const { x, series } = chart;
  const width = Math.min(WIDEST, columns - 1);
  if (width < FEWEST_COLUMNS || x.labels === undefined) return undefined;
  return x.labels.length * series.length > MOST_BARS ? undefined : bars(chart, width);
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

const cut = (text: string, width: number): string => fitWidth(visibleText(text), width);
