import { drawPlot, type Plot } from "../../util/draw-plot.ts";
import { numberText } from "../../util/ticks.ts";
import { type Chart, chartTitle, numbersIn, type Series, valueLabel } from "./chart.ts";
import { labelText } from "./label-text.ts";

const FORMS = { bar: "bars", share: "bars", line: "lines", scatter: "points" } as const;
const IN_WORDS = { bar: "Bars", share: "Bars", line: "Lines", scatter: "Points" } as const;

/** The chart for a page with the style of plots, with a sentence for readers who cannot see it. `rows` says where its rows are. */
export async function chartHtml(
  chart: Chart,
  { title = chartTitle(chart), rows = "The table below holds all." } = {},
): Promise<string> {
  const { kind, x, series, measured } = chart;
  const labels = x.labels?.map(labelText);
  const [only, ...others] = series;
  const name = measured?.name ?? (others.length === 0 ? (only?.name ?? "") : "");
  const isBar = FORMS[kind] === "bars";
  const plot: Plot = {
    form: FORMS[kind],
    title,
    inWords: `${chartInWords(chart)} ${rows}`,
    x: isBar
      ? { name, text: series.length > 1 ? undefined : (value: number) => valueLabel(chart, value) }
      : { name: x.name, labels: labels?.map((text, at) => [x.values[at] ?? 0, text] as const) },
    y: { name },
    rows: labels ?? [],
    series: series.map((each) => ({
      name: labelText(each.name),
      points: each.values.map((value, at) => ({ at: isBar ? at : (x.values[at] ?? 0), value })),
    })),
  };
  return (await drawPlot(plot)) ?? "";
}

function chartInWords(chart: Chart): string {
  const { kind, x, series, measured } = chart;
  const [only, ...others] = series;
  if (only !== undefined && others.length === 0)
    return `${IN_WORDS[kind]} for ${numbersIn(only).length} values of ${only.name}, ${rangeInWords(chart, only)}.`;
  const each = series.map((one) => {
    const { length } = numbersIn(one);
    return `${labelText(one.name)}, ${length} ${length === 1 ? "value" : "values"} ${rangeInWords(chart, one)}`;
  });
  const of = measured === undefined ? "" : ` of ${measured.name}`;
  return `${IN_WORDS[kind]}${of} in ${each.length} series by ${x.name}: ${each.join("; ")}.`;
}

function rangeInWords(chart: Chart, series: Series): string {
  const { x } = chart;
  const said = (value: number): string => {
    const at = series.values.indexOf(value);
    const label = x.labels?.[at];
    return `${valueLabel(chart, value)} (${label === undefined ? numberText(x.values[at] ?? 0) : labelText(label)})`;
  };
  const numbers = numbersIn(series);
  return `from ${said(Math.min(...numbers))} to ${said(Math.max(...numbers))}`;
}
