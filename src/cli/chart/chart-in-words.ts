import { numberText } from "../../util/ticks.ts";
import type { Chart } from "./chart-of.ts";
import { barLabel } from "./chart-text.ts";
import { labelText } from "./label-text.ts";
import { type SeriesChart, seriesApart } from "./series-chart.ts";

const FORMS = { bar: "Bars", share: "Bars", line: "A line", scatter: "Points" } as const;
const FORMS_OF_SERIES = { bar: "Bars", line: "Lines", scatter: "Points" } as const;

/** A chart for whoever does not see it, in a sentence. */
export function chartInWords(chart: Chart): string {
  const { kind, y } = chart;
  return `${FORMS[kind]} for ${y.values.length} values of ${y.name}, ${rangeInWords(chart)}.`;
}

export function seriesChartInWords(chart: SeriesChart): string {
  const each = seriesApart(chart).map(
    (alone) =>
      `${labelText(alone.y.name)}, ${alone.y.values.length} ${alone.y.values.length === 1 ? "value" : "values"} ${rangeInWords(alone)}`,
  );
  const of = chart.measured === undefined ? "" : ` of ${chart.measured.name}`;
  return `${FORMS_OF_SERIES[chart.kind]}${of} in ${each.length} series by ${chart.x.name}: ${each.join("; ")}.`;
}

function rangeInWords(chart: Chart): string {
  const { x, y } = chart;
  const [least, most] = [Math.min(...y.values), Math.max(...y.values)];
  const at = (value: number): string => {
    const place = y.values.indexOf(value);
    const label = x.labels?.[place];
    return label === undefined ? numberText(x.values[place] ?? 0) : labelText(label);
  };
  return `from ${barLabel(chart, least)} (${at(least)}) to ${barLabel(chart, most)} (${at(most)})`;
}
