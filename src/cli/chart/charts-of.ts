import type { Json } from "../../util/json.ts";
import {
  type Chart,
  type ChartAxis,
  MOST_SERIES,
  numbersIn,
  type Series,
  saysShare,
  sharingAxis,
} from "./chart.ts";
import { pointInTime } from "./point-in-time.ts";

/** Rows with their column names. `total`: number of rows in the whole result. */
export interface ChartSource {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly total: number;
}

export const MOST_POINTS = 1000;
const MOST_BARS = 40;
/** Bars of all series together. */
const MOST_GROUPED_BARS = 48;
const FEWEST_SCATTERED = 5;
const FEWEST_IN_LINE = 3;

interface Column {
  readonly name: string;
  readonly cells: readonly Json[];
}

/**
 * Charts of a result, in order. Two columns: a line, points or bars. Two columns of labels and one of numbers: one chart
 * with a series for each label of one column. One column of labels and two to four of numbers: the numbers, in one chart if of similar size.
 * Identifiers are ignored. Empty for other shapes, and if rows are missing.
 */
export function chartsOf({ columns, rows, total }: ChartSource): readonly Chart[] {
  if (rows.length < 2 || rows.length < total || rows.length > MOST_POINTS) return [];
  const counting = columns
    .map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? null) }))
    .filter(({ name, cells }) => !isIdentifier(name) || !areNumbers(cells));
  const [first, second] = counting;
  if (first !== undefined && second !== undefined && counting.length === 2) return pairChart(first, second);
  const labels = counting.filter(isLabelling);
  const measures = counting.filter(isMeasure);
  if (labels.length + measures.length < counting.length) return [];
  const [label, other] = labels;
  const [measure] = measures;
  if (label === undefined || measure === undefined || labels.length > 2) return [];
  if (other === undefined) return measuresOver(label, measures);
  return measures.length === 1 ? crossedChart(label, other, measure) : [];
}

/** A chart of two columns: numbers over time, over other numbers, or for each label. */
function pairChart(first: Column, second: Column): readonly Chart[] {
  const ways = [measuresOver(first, [second]), measuresOver(second, [first])].flat();
  const best = ways.find(({ kind }) => kind === "line") ?? scatterChart(first, second) ?? ways[0];
  return best === undefined ? [] : [best];
}

function scatterChart(first: Column, second: Column): Chart | undefined {
  const [x, y] = [first, second].map(({ cells }) => cells.flatMap((cell) => numberIn(cell) ?? []));
  if (x === undefined || y === undefined || !areNumbers(first.cells) || !areNumbers(second.cells))
    return undefined;
  if (x.length < FEWEST_SCATTERED || new Set(x).size < 2 || new Set(y).size < 2) return undefined;
  return { kind: "scatter", x: { name: first.name, values: x }, series: [{ name: second.name, values: y }] };
}

/** Charts of measures by label: one chart for measures of similar size. Empty if a label occurs twice. */
function measuresOver(label: Column, measures: readonly Column[]): readonly Chart[] {
  const across = labelAxis(label);
  if (across === undefined || measures.length > MOST_SERIES) return [];
  const { axis, isTime, placeOf } = across;
  const bars = axis.labels.length * measures.length;
  const mostBars = measures.length === 1 ? MOST_BARS : MOST_GROUPED_BARS;
  if (axis.labels.length < label.cells.length || (!isTime && (bars > mostBars || !isLabelling(label))))
    return [];
  if (measures.length === 1 && !measures.every(({ cells }) => areNumbers(cells))) return [];
  const read = measures.map(({ name, cells }): Series => {
    const values = axis.labels.map((): number | null => null);
    label.cells.forEach((cell, row) => {
      values[placeOf(cell)] = numberIn(cells[row] ?? null) ?? null;
    });
    return { name, values };
  });
  if (read.some((series) => numbersIn(series).length < 2)) return [];
  return sharingAxis(read).map((series) => ({
    kind: isTime ? "line" : series.length === 1 && series.every(areShares) ? "share" : "bar",
    x: axis,
    series,
  }));
}

/** The distinct labels of a column as an axis, with the position of each cell. */
interface LabelAxis {
  readonly axis: ChartAxis & { readonly labels: readonly string[] };
  /** True for three or more points in time, which are drawn as a line. */
  readonly isTime: boolean;
  placeOf(cell: Json): number;
}

/**
 * Orders points in time and numbers by value, other labels as in the result. Undefined if different cells have the same label or the
 * same point in time.
 */
function labelAxis({ name, cells }: Column): LabelAxis | undefined {
  const labels = [...new Set(cells)].map((cell) => ({ text: labelOf(cell), at: pointInTime(cell, name) }));
  if (new Set(labels.map(({ text }) => text)).size < labels.length) return undefined;
  const moments = labels.flatMap(({ at }) => at ?? []);
  const areMoments = moments.length === labels.length;
  if (areMoments && new Set(moments).size < moments.length) return undefined;
  const areNumbers = cells.every((cell) => Number.isInteger(cell));
  const sorted = areMoments
    ? labels.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0))
    : areNumbers
      ? labels.toSorted((a, b) => Number(a.text) - Number(b.text))
      : labels;
  const isTime = areMoments && labels.length >= FEWEST_IN_LINE;
  const places = new Map(sorted.map(({ text }, place) => [text, place]));
  return {
    axis: {
      name,
      values: sorted.map(({ at }, place) => (isTime ? (at ?? 0) : place)),
      labels: sorted.map(({ text }) => text),
    },
    isTime,
    placeOf: (cell) => places.get(labelOf(cell)) ?? -1,
  };
}

function labelOf(cell: Json): string {
  return cell === null ? "NULL" : String(cell);
}

/** Minimum share of a chart's positions that need a number. */
const LEAST_FILLED = 0.5;
const LEAST_PAIRED = 1.5;

/**
 * A chart of one measure by two labels, with a series for each label of one column. Empty if a pair occurs twice, if both
 * columns have too many labels, or if most pairs are missing (a city and its country).
 */
function crossedChart(first: Column, second: Column, measure: Column): readonly Chart[] {
  const ways = [along(first, second, measure), along(second, first, measure)].flatMap((chart) => chart ?? []);
  // Prefers time along the axis, then fewer series, then the second column as the series.
  const [best] = ways.toSorted(
    (a, b) => Number(b.kind === "line") - Number(a.kind === "line") || a.series.length - b.series.length,
  );
  return best === undefined ? [] : [best];
}

function along(labels: Column, parts: Column, measure: Column): Chart | undefined {
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

/** Whether the series can be compared. Each line needs two points; bars need 1.5 times as many numbers as one for each label or series. */
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

const PERIOD =
  "year|quarter|month|week|weekday|day|hour|decade|jahr|quartal|monat|woche|wochentag|tag|stunde|année|annee|mois|semaine|jour|heure|año|anno|mes|semana|día|hora";
/** `month`, `order_year`, `orderYear`, `year(ordered)`; not `sales_per_day`. */
const NAMES_PERIOD = new RegExp(
  String.raw`(?:^|(?<!(?:^|[_ .-])per)[_ .-])(?:${PERIOD})$|^(?:${PERIOD})\s*\(|[a-z](?:Year|Quarter|Month|Week|Day|Hour)$`,
  "iu",
);
const PLACE = /^(?:lat|lon|lng|latitude|longitude)$|[_ .-](?:lat|lon|lng|latitude|longitude)$/iu;

/** Whether the cells are labels: texts, booleans, or numbers of years, months and the like. */
function isLabelling(column: Column): boolean {
  const said = column.cells.filter((cell) => cell !== null);
  if (said.length === 0) return false;
  if (said.every((cell) => Number.isInteger(cell))) return NAMES_PERIOD.test(column.name);
  return said.every(
    (cell) => (typeof cell === "string" && numberIn(cell) === undefined) || typeof cell === "boolean",
  );
}

/** Whether the cells, except NULL, are comparable numbers. */
function isMeasure(column: Column): boolean {
  const said = column.cells.filter((cell) => cell !== null);
  return (
    said.length > 0 &&
    said.every((cell) => numberIn(cell) !== undefined) &&
    !PLACE.test(column.name) &&
    !isLabelling(column)
  );
}

function areNumbers(cells: readonly Json[]): boolean {
  return cells.every((cell) => numberIn(cell) !== undefined);
}

const DECIMAL = /^-?\d{1,15}\.\d{1,15}$/u;

/** The number in a cell. Decimals that an engine returns as exact text count; texts of digits only are codes. */
function numberIn(cell: Json): number | undefined {
  if (typeof cell === "string" && DECIMAL.test(cell)) return Number(cell);
  return typeof cell === "number" && Number.isFinite(cell) ? cell : undefined;
}

function areShares(series: Series): boolean {
  const numbers = numbersIn(series);
  if (!saysShare(series.name) || numbers.some((value) => value < 0)) return false;
  const sum = numbers.reduce((before, value) => before + value, 0);
  return Math.abs(sum - 100) < 0.5 || Math.abs(sum - 1) < 0.005;
}

function isIdentifier(name: string): boolean {
  return (
    /(?:^|[_ .-])(?:id|code|zip|postcode|phone|isbn|ean|uuid)$|[a-z]I[dD]$/u.test(name) ||
    /^(?:id|rowid|rank|rnk|rn|row_?num(?:ber)?)$/iu.test(name)
  );
}
