import { drawPlot, type Plot } from "../../util/draw-plot.ts";
import { numberText } from "../../util/ticks.ts";
import type { Chart } from "./chart-of.ts";
import { barLabel, chartTitle } from "./chart-text.ts";
import { labelText } from "./label-text.ts";
import { type SeriesChart, seriesApart, seriesTitle } from "./series-chart.ts";

const FORMS = { bar: "bars", share: "bars", line: "lines", scatter: "points" } as const;
const IN_WORDS = { bar: "Bars", share: "Bars", line: "Lines", scatter: "Points" } as const;

/** The chart for a page that has the style of plots, and a sentence in it for readers who do not see it. `rows` says where its rows stand. */
export async function chartHtml(
  chart: Chart | SeriesChart,
  { title = titleOf(chart), rows = "The table below holds all." } = {},
): Promise<string> {
  const { kind, x } = chart;
  const labels = x.labels?.map(labelText);
  const series =
    "series" in chart
      ? chart.series.map(({ name, values }) => ({ name: labelText(name), values }))
      : [{ name: labelText(chart.y.name), values: chart.y.values }];
  const name = "series" in chart ? (chart.measured?.name ?? "") : chart.y.name;
  const numbers = { name, text: "series" in chart ? undefined : (value: number) => barLabel(chart, value) };
  const isBar = FORMS[kind] === "bars";
  const plot: Plot = {
    form: FORMS[kind],
    title,
    inWords: `${"series" in chart ? seriesInWords(chart) : chartInWords(chart)} ${rows}`,
    x: isBar
      ? numbers
      : { name: x.name, labels: labels?.map((text, at) => [x.values[at] ?? 0, text] as const) },
    y: { name },
    rows: labels ?? [],
    series: series.map((each) => ({
      name: each.name,
      points: each.values.map((value, at) => ({ at: isBar ? at : (x.values[at] ?? 0), value })),
    })),
  };
  return (await drawPlot(plot)) ?? "";
}

export function titleOf(chart: Chart | SeriesChart): string {
  return "series" in chart ? seriesTitle(chart) : chartTitle(chart);
}

function chartInWords(chart: Chart): string {
  const { kind, y } = chart;
  return `${IN_WORDS[kind]} for ${y.values.length} values of ${y.name}, ${rangeInWords(chart)}.`;
}

function seriesInWords(chart: SeriesChart): string {
  const each = seriesApart(chart).map(
    (alone) =>
      `${labelText(alone.y.name)}, ${alone.y.values.length} ${alone.y.values.length === 1 ? "value" : "values"} ${rangeInWords(alone)}`,
  );
  const of = chart.measured === undefined ? "" : ` of ${chart.measured.name}`;
  return `${IN_WORDS[chart.kind]}${of} in ${each.length} series by ${chart.x.name}: ${each.join("; ")}.`;
}

function rangeInWords(chart: Chart): string {
  const { x, y } = chart;
  const at = (value: number): string => {
    const place = y.values.indexOf(value);
    const label = x.labels?.[place];
    return label === undefined ? numberText(x.values[place] ?? 0) : labelText(label);
  };
  const [least, most] = [Math.min(...y.values), Math.max(...y.values)];
  return `from ${barLabel(chart, least)} (${at(least)}) to ${barLabel(chart, most)} (${at(most)})`;
}
