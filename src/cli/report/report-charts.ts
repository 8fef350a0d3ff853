import type { LongFormAnswer, ReportChart, ReportQuery } from "../../trajectory/long-form-answer.ts";
import type { Json } from "../../util/json.ts";
import type { Chart, ChartAxis } from "../chart/chart-of.ts";
import { pointInTime } from "../chart/point-in-time.ts";

/** A drawing for each series of a specification; none where its rows cannot be drawn so. */
export interface DrawnChart {
  readonly specification: ReportChart;
  readonly charts: readonly Chart[];
}

/** The charts of a report as they are drawn, over the rows that stand in it. */
export function drawnCharts({ charts, queries }: LongFormAnswer): readonly DrawnChart[] {
  return charts.flatMap((specification) => {
    const query = queries.find(({ name }) => name === specification.query);
    const drawn = query === undefined ? [] : seriesOf(specification, query);
    return drawn.length === 0 ? [] : [{ specification, charts: drawn }];
  });
}

function seriesOf({ form, x, y }: ReportChart, query: ReportQuery): readonly Chart[] {
  return y.flatMap((name) => {
    const points = rowsWith(query, x, name);
    const chart = points.length < 2 ? undefined : chartOver(form, x, name, points);
    return chart === undefined ? [] : [chart];
  });
}

interface Point {
  readonly x: Json;
  readonly y: number;
}

/** Rows without a number have nothing to draw. */
function rowsWith({ columns, rows }: ReportQuery, x: string, y: string): readonly Point[] {
  const [across, up] = [columns.indexOf(x), columns.indexOf(y)];
  if (across < 0 || up < 0) return [];
  return rows.flatMap((row) => {
    const value = numberOf(row[up] ?? null);
    return value === undefined ? [] : [{ x: row[across] ?? null, y: value }];
  });
}

function chartOver(
  form: ReportChart["form"],
  x: string,
  y: string,
  points: readonly Point[],
): Chart | undefined {
  const values: ChartAxis = { name: y, values: points.map((point) => point.y) };
  if (form === "points") {
    const across = numbersOf(points);
    return across === undefined ? undefined : { kind: "scatter", x: { name: x, values: across }, y: values };
  }
  const labels = points.map((point) => labelOf(point.x));
  if (form === "bar")
    return { kind: "bar", x: { name: x, values: labels.map((_, at) => at), labels }, y: values };
  const moments = points.map((point) => pointInTime(point.x, x));
  const times = moments.flatMap((moment) => (moment === undefined ? [] : [moment]));
  // Periods such as "1950s" follow the order of the result.
  const across =
    times.length === points.length ? times : (numbersOf(points) ?? points.map((_, place) => place));
  const order = across.map((_, at) => at).sort((a, b) => (across[a] ?? 0) - (across[b] ?? 0));
  const sorted = <T>(all: readonly T[]): T[] => order.flatMap((at) => all.slice(at, at + 1));
  return {
    kind: "line",
    x: { name: x, values: sorted(across), labels: sorted(labels) },
    y: { name: y, values: sorted(values.values) },
  };
}

function numbersOf(points: readonly Point[]): readonly number[] | undefined {
  const numbers = points.flatMap(({ x }) => numberOf(x) ?? []);
  return numbers.length === points.length ? numbers : undefined;
}

/** Engines hand exact decimals over as text. */
function numberOf(value: Json): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d{1,15}(?:\.\d{1,15})?$/u.test(value) ? Number(value) : undefined;
}

function labelOf(value: Json): string {
  if (value === null) return "NULL";
  return typeof value === "string" ? value : JSON.stringify(value);
}
