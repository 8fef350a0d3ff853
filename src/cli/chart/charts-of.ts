import { type Chart, type ChartSource, chartOf, columnsToDraw, MOST_POINTS } from "./chart-of.ts";
import { crossedChart } from "./crossed-chart.ts";
import { isLabelling, isMeasure } from "./labels-and-measures.ts";
import { measuresOver } from "./measures-over.ts";
import type { SeriesChart } from "./series-chart.ts";

/**
 * What is drawn of a result, one below the other: of two columns that count, `chartOf`; of two columns of labels and one of numbers one chart
 * with a series for each label of the one; of one column of labels and two to four of numbers these, together where they are of like size.
 * Empty where no column may be left out of account and the shape is none of these.
 */
export function chartsOf(source: ChartSource): readonly (Chart | SeriesChart)[] {
  const { columns, rows, total } = source;
  const single = chartOf(source);
  if (single !== undefined) return [single];
  if (rows.length < 2 || rows.length < total || rows.length > MOST_POINTS) return [];
  const counting = columnsToDraw({ columns, rows });
  const labels = counting.filter(isLabelling);
  const measures = counting.filter(isMeasure);
  if (labels.length + measures.length < counting.length) return [];
  const [label, other] = labels;
  const [measure] = measures;
  if (label === undefined || measure === undefined || labels.length > 2) return [];
  if (other === undefined) return measuresOver(label, measures);
  return measures.length === 1 ? crossedChart(label, other, measure) : [];
}
