import { numberText } from "../../util/ticks.ts";

export const MOST_SERIES = 4;
/** The largest number on a shared axis is below so many times that of any other series. */
const MOST_APART = 20;

export interface ChartAxis {
  readonly name: string;
  readonly values: readonly number[];
  /** What the values are called; absent where they are numbers. */
  readonly labels?: readonly string[];
}

/** `values` has one for each of the axis; null is no number there: a gap in a line, and no bar. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/**
 * What to draw of a result: one to four series over one axis. `bar`: numbers for each label, in the order of the result. `share`: one series of
 * parts of a whole of 100 or 1. `line`: numbers over time, in its order. `scatter`: two numbers each.
 */
export interface Chart {
  readonly kind: "bar" | "share" | "line" | "scatter";
  readonly x: ChartAxis;
  readonly series: readonly Series[];
  /** Where the series are parts of one measure: its name, and the column whose values name them. Absent where each is a measure by itself. */
  readonly measured?: { readonly name: string; readonly by: string };
}

export function chartTitle({ x, series, measured }: Chart): string {
  return measured === undefined
    ? `${series.map(({ name }) => name).join(", ")} by ${x.name}`
    : `${measured.name} by ${x.name} and ${measured.by}`;
}

/** The label of a value: a share is said in per cent. */
export function valueLabel({ kind, series }: Chart, value: number): string {
  if (kind !== "share") return numberText(value);
  const isOfOne = series.flatMap(numbersIn).reduce((sum, each) => sum + each, 0) < 2;
  return `${numberText(isOfOne ? Number((value * 100).toPrecision(4)) : value)} %`;
}

export function numbersIn({ values }: Series): readonly number[] {
  return values.flatMap((value) => value ?? []);
}

/** Whether a column's name says that its numbers are parts of something. */
export function saysShare(name: string): boolean {
  return /share|percent|prozent|anteil|%|\bpct\b|fraction/iu.test(name);
}

/** Series in groups that can be drawn over one axis, in their order: numbers of about one size, and no shares beside amounts. */
export function sharingAxis(series: readonly Series[]): readonly (readonly Series[])[] {
  const groups: Series[][] = [];
  for (const each of series) {
    const group = groups.find((others) => others.every((other) => areOfOneKind(each, other)));
    if (group === undefined) groups.push([each]);
    else group.push(each);
  }
  return groups;
}

function areOfOneKind(one: Series, other: Series): boolean {
  const [a, b] = [mostOf(one), mostOf(other)];
  // Zeros can be read off any axis.
  const areNear = Math.min(a, b) === 0 || Math.max(a, b) < MOST_APART * Math.min(a, b);
  return areNear && saysShare(one.name) === saysShare(other.name);
}

const mostOf = (series: Series): number => Math.max(...numbersIn(series).map(Math.abs));
