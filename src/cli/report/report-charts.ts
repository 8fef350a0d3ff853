import type { LongFormAnswer, ReportChart, ReportQuery } from "../../trajectory/long-form-answer.ts";
import type { Json } from "../../util/json.ts";
import { type Chart, numbersIn, type Series, sharingAxis } from "../chart/chart.ts";
import { pointInTime } from "../chart/point-in-time.ts";

/** The charts of a specification: one for each group of series that can share an axis. Empty if its rows do not fit. */
export interface DrawnChart {
  readonly specification: ReportChart;
  readonly charts: readonly Chart[];
}

/** The charts of a report, drawn from the rows in it. */
export function drawnCharts({ charts, queries }: LongFormAnswer): readonly DrawnChart[] {
  return charts.flatMap((specification) => {
    const query = queries.find(({ name }) => name === specification.query);
    const drawn = query === undefined ? [] : chartsOver(specification, query);
    return drawn.length === 0 ? [] : [{ specification, charts: drawn }];
  });
}

function chartsOver({ form, x, y }: ReportChart, { columns, rows }: ReportQuery): readonly Chart[] {
  const cellsOf = (name: string): readonly Json[] => {
    const at = columns.indexOf(name);
    return at < 0 ? [] : rows.map((row) => row[at] ?? null);
  };
  const across = cellsOf(x);
  const read = [...new Set(y)].map(
    (name): Series => ({
      name,
      values: cellsOf(name).map((cell) => numberOf(cell) ?? null),
    }),
  );
  // A single number makes a bar beside other series, but no line.
  const drawable = read.filter((series) => numbersIn(series).length >= (form === "bar" ? 1 : 2));
  return sharingAxis(drawable).flatMap((group) => {
    const together = group.length === 1 ? undefined : chartOver(form, x, across, group);
    const alone = group.filter((series) => numbersIn(series).length > 1);
    return together ?? alone.flatMap((series) => chartOver(form, x, across, [series]) ?? []);
  });
}

/** The chart of a group of series, without rows that contain no number. Undefined if the rest does not fit the form. */
function chartOver(
  form: ReportChart["form"],
  name: string,
  cells: readonly Json[],
  columns: readonly Series[],
): Chart | undefined {
  const places = cells.flatMap((_, at) =>
    columns.some(({ values }) => (values[at] ?? null) !== null) ? [at] : [],
  );
  const across = takenAt(cells, places);
  const series = columns.map((each) => ({ name: each.name, values: takenAt(each.values, places) }));
  if (form === "points") {
    const values = numbersOf(across);
    return values === undefined ? undefined : { kind: "scatter", x: { name, values }, series };
  }
  const labels = across.map(labelOf);
  if (form === "bar") return { kind: "bar", x: { name, values: labels.map((_, at) => at), labels }, series };
  const times = across.flatMap((cell) => pointInTime(cell, name) ?? []);
  // Periods such as "1950s" follow the order of the result.
  const values =
    times.length === across.length ? times : (numbersOf(across) ?? across.map((_, place) => place));
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  return {
    kind: "line",
    x: { name, values: takenAt(values, order), labels: takenAt(labels, order) },
    series: series.map((each) => ({ name: each.name, values: takenAt(each.values, order) })),
  };
}

const takenAt = <T>(all: readonly T[], places: readonly number[]): readonly T[] =>
  places.flatMap((at) => all.slice(at, at + 1));

function numbersOf(cells: readonly Json[]): readonly number[] | undefined {
  const numbers = cells.flatMap((cell) => numberOf(cell) ?? []);
  return numbers.length === cells.length ? numbers : undefined;
}

/** The number in a value. Engines return exact decimals as text. */
function numberOf(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/u.test(value) ? Number(value) : undefined;
}

function labelOf(value: Json): string {
  if (value === null) return "NULL";
  return typeof value === "string" ? value : JSON.stringify(value);
}
