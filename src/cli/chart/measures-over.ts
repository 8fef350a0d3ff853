import { type Chart, type Column, chartOf, numberIn } from "./chart-of.ts";
import { labelAxis } from "./label-axis.ts";
import { MOST_GROUPED_BARS, MOST_SERIES, type SeriesChart } from "./series-chart.ts";
import { sharingAxis } from "./sharing-axis.ts";

/** Several measures of each label: those of like size in one chart, the others in charts of their own. None where a label occurs twice. */
export function measuresOver(label: Column, measures: readonly Column[]): readonly (Chart | SeriesChart)[] {
  const across = labelAxis(label);
  if (across === undefined || measures.length < 2 || measures.length > MOST_SERIES) return [];
  const { axis, isTime, placeOf } = across;
  if (axis.labels.length < label.cells.length) return [];
  if (!isTime && axis.labels.length * measures.length > MOST_GROUPED_BARS) return [];
  const read = measures.map((column) => {
    const values = axis.labels.map((): number | null => null);
    label.cells.forEach((cell, row) => {
      values[placeOf(cell)] = numberIn(column.cells[row] ?? null) ?? null;
    });
    return { name: column.name, column, values, numbers: values.flatMap((value) => value ?? []) };
  });
  if (read.some(({ numbers }) => numbers.length < 2)) return [];
  return sharingAxis(read).flatMap((group): readonly (Chart | SeriesChart)[] => {
    const [only] = group;
    // A chart of its own has no gaps; one of series has.
    if (group.length > 1 || only === undefined || only.numbers.length < only.values.length) {
      const series = group.map(({ name, values }) => ({ name, values }));
      return [{ kind: isTime ? "line" : "bar", x: axis, series }];
    }
    const rows = label.cells.map((cell, row) => [cell, only.column.cells[row] ?? null]);
    const alone = chartOf({ columns: [label.name, only.name], rows, total: rows.length });
    return alone === undefined ? [] : [alone];
  });
}
