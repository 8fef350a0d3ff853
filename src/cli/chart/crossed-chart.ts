import { type Column, numberIn } from "./chart-of.ts";
import { labelAxis } from "./label-axis.ts";
import { MOST_GROUPED_BARS, MOST_SERIES, type SeriesChart } from "./series-chart.ts";

/** Of the places under the labels of a chart, the share that has to have a number. */
const LEAST_FILLED = 0.5;
const LEAST_PAIRED = 1.5;

/**
 * One measure of each pair of labels, drawn with a series for each label of one of the columns. None where a pair occurs twice, where neither
 * column has few enough labels for that, or where most pairs are missing (a city and its country).
 */
export function crossedChart(first: Column, second: Column, measure: Column): readonly SeriesChart[] {
  const ways = [along(first, second, measure), along(second, first, measure)].flatMap((chart) => chart ?? []);
  // Time runs along the axis, and fewer series are read more easily; else the second column makes them.
  const [best] = ways.toSorted(
    (a, b) => Number(b.kind === "line") - Number(a.kind === "line") || a.series.length - b.series.length,
  );
  return best === undefined ? [] : [best];
}

function along(labels: Column, parts: Column, measure: Column): SeriesChart | undefined {
  const across = labelAxis(labels);
  const each = labelAxis(parts);
  if (across === undefined || each === undefined) return undefined;
  const names = each.axis.labels;
  const width = across.axis.labels.length;
  if (names.length < 2 || names.length > MOST_SERIES || width < 2) return undefined;
  if (!across.isTime && width * names.length > MOST_GROUPED_BARS) return undefined;
  const series = names.map((name) => ({
    name,
    values: Array.from({ length: width }, (): number | null => null),
  }));
  const taken = new Set<string>();
  for (const [row, cell] of measure.cells.entries()) {
    const at = across.placeOf(labels.cells[row] ?? null);
    const of = each.placeOf(parts.cells[row] ?? null);
    const values = series[of]?.values;
    if (values === undefined || taken.has(`${at} ${of}`)) return undefined;
    taken.add(`${at} ${of}`);
    values[at] = numberIn(cell) ?? null;
  }
  return areComparable(series, across.isTime)
    ? {
        kind: across.isTime ? "line" : "bar",
        x: across.axis,
        series,
        measured: { name: measure.name, by: parts.name },
      }
    : undefined;
}

/** Lines need two points each; bars are held against each other where half as many again are there as one each would be. */
function areComparable(
  series: readonly { readonly values: readonly (number | null)[] }[],
  areLines: boolean,
): boolean {
  const width = series[0]?.values.length ?? 0;
  const counts = series.map(({ values }) => values.filter((value) => value !== null).length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < LEAST_FILLED * width * series.length) return false;
  return areLines
    ? counts.every((count) => count > 1)
    : counts.every((count) => count > 0) && all >= LEAST_PAIRED * Math.max(width, series.length);
}
