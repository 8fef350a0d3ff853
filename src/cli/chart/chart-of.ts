import type { Json } from "../../util/json.ts";
import { pointInTime } from "./point-in-time.ts";

export interface ChartAxis {
  readonly name: string;
  readonly values: readonly number[];
  /** What the values are called; absent where they are numbers. */
  readonly labels?: readonly string[];
}

/**
 * What to draw of a result. `bar`: one number for each label, in the order of the result. `share`: the same where the numbers are parts of a
 * whole of 100 or 1. `line`: numbers over time, in its order. `scatter`: two numbers each.
 */
export interface Chart {
  readonly kind: "bar" | "share" | "line" | "scatter";
  readonly x: ChartAxis;
  readonly y: ChartAxis;
}

/** Rows with their names; `total` where `rows` are not all. */
export interface ChartSource {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  readonly total: number;
}

export const MOST_BARS = 40;
export const MOST_POINTS = 1000;
const FEWEST_SCATTERED = 5;
const FEWEST_IN_LINE = 3;

/** Undefined where a chart would show nothing that the table does not, or something else: identifiers, missing numbers, a part of the rows. */
export function chartOf({ columns, rows, total }: ChartSource): Chart | undefined {
  if (rows.length < 2 || rows.length < total || rows.length > MOST_POINTS) return undefined;
  const [first, second, ...others] = columnsToDraw({ columns, rows });
  if (first === undefined || second === undefined || others.length > 0) return undefined;
  return (
    timeChart(first, second) ??
    timeChart(second, first) ??
    scatterChart(first, second) ??
    barChart(first, second) ??
    barChart(second, first)
  );
}

export interface Column {
  readonly name: string;
  readonly cells: readonly Json[];
}

/** All but those of numbers that only name or count the rows. */
export function columnsToDraw({ columns, rows }: Omit<ChartSource, "total">): readonly Column[] {
  return columns
    .map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? null) }))
    .filter(({ name, cells }) => !isIdentifier(name) || numbersOf(cells) === undefined);
}

function timeChart(time: Column, number: Column): Chart | undefined {
  const numbers = numbersOf(number.cells);
  const points = time.cells.map((cell) => pointInTime(cell, time.name));
  if (numbers === undefined || points.length < FEWEST_IN_LINE) return undefined;
  if (new Set(points).size < points.length) return undefined;
  const read = points.flatMap((at, place) =>
    at === undefined ? [] : [{ at, label: String(time.cells[place]), value: numbers[place] ?? 0 }],
  );
  if (read.length < points.length) return undefined;
  const sorted = read.toSorted((a, b) => a.at - b.at);
  return {
    kind: "line",
    x: { name: time.name, values: sorted.map(({ at }) => at), labels: sorted.map(({ label }) => label) },
    y: { name: number.name, values: sorted.map(({ value }) => value) },
  };
}

function scatterChart(first: Column, second: Column): Chart | undefined {
  const x = numbersOf(first.cells);
  const y = numbersOf(second.cells);
  if (x === undefined || y === undefined || x.length < FEWEST_SCATTERED) return undefined;
  if (new Set(x).size < 2 || new Set(y).size < 2) return undefined;
  return { kind: "scatter", x: { name: first.name, values: x }, y: { name: second.name, values: y } };
}

function barChart(text: Column, number: Column): Chart | undefined {
  const values = numbersOf(number.cells);
  if (values === undefined || values.length > MOST_BARS || numbersOf(text.cells) !== undefined)
    return undefined;
  if (!text.cells.every((cell) => cell === null || typeof cell === "string" || typeof cell === "boolean"))
    return undefined;
  const labels = text.cells.map((cell) => (cell === null ? "NULL" : String(cell)));
  if (new Set(labels).size < labels.length) return undefined;
  return {
    kind: areShares(number.name, values) ? "share" : "bar",
    x: { name: text.name, values: labels.map((_, at) => at), labels },
    y: { name: number.name, values },
  };
}

function numbersOf(cells: readonly Json[]): readonly number[] | undefined {
  const numbers = cells.flatMap((cell) => numberIn(cell) ?? []);
  return numbers.length === cells.length ? numbers : undefined;
}

const DECIMAL = /^-?\d{1,15}\.\d{1,15}$/u;

/** Decimals that an engine hands over as exact text count as numbers; texts of digits alone are codes. */
export function numberIn(cell: Json): number | undefined {
  if (typeof cell === "string" && DECIMAL.test(cell)) return Number(cell);
  return typeof cell === "number" && Number.isFinite(cell) ? cell : undefined;
}

function areShares(name: string, values: readonly number[]): boolean {
  if (!saysShare(name) || values.some((value) => value < 0)) return false;
  const sum = values.reduce((before, value) => before + value, 0);
  return Math.abs(sum - 100) < 0.5 || Math.abs(sum - 1) < 0.005;
}

/** Whether a column's name says that its numbers are parts of something. */
export function saysShare(name: string): boolean {
  return /share|percent|prozent|anteil|%|\bpct\b|fraction/iu.test(name);
}

function isIdentifier(name: string): boolean {
  return (
    /(?:^|[_ .-])(?:id|code|zip|postcode|phone|isbn|ean|uuid)$|[a-z]I[dD]$/u.test(name) ||
    /^(?:id|rowid|rank|rnk|rn|row_?num(?:ber)?)$/iu.test(name)
  );
}
