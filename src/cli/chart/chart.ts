import { numberText } from "../../util/ticks.ts";

export const MOST_SERIES = 4;
/** Series share an axis if their largest numbers differ by less than this factor. */
const MOST_APART = 20;

export interface ChartAxis {
  readonly name: string;
  readonly values: readonly number[];
  /** Labels of the values. Absent if they are numbers. */
  readonly labels?: readonly string[];
}

/** `values` has one number for each value of the axis. Null means none: a gap in a line, or no bar. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/**
 * A chart of a result: one to four series over one axis. `bar`: numbers for each label, in the order of the result. `share`: one series of
 * parts of 100 or of 1. `line`: numbers over time, in temporal order. `scatter`: pairs of numbers.
 */
export interface Chart {
  readonly kind: "bar" | "share" | "line" | "scatter";
  readonly x: ChartAxis;
  readonly series: readonly Series[];
  /** If the series are parts of one measure: its name, and the column that names the series. Absent if each is its own measure. */
  readonly measured?: { readonly name: string; readonly by: string };
}

export function chartTitle({ x, series, measured }: Chart): string {
  return measured === undefined
    ? `${series.map(({ name }) => name).join(", ")} by ${x.name}`
    : `${measured.name} by ${x.name} and ${measured.by}`;
}

/** The label of a value. Shares are shown in per cent. */
export function valueLabel({ kind, series }: Chart, value: number): string {
  if (kind !== "share") return numberText(value);
  const isOfOne = series.flatMap(numbersIn).reduce((sum, each) => sum + each, 0) < 2;
  return `${numberText(isOfOne ? Number((value * 100).toPrecision(4)) : value)} %`;
}

export function numbersIn({ values }: Series): readonly number[] {
  return values.flatMap((value) => value ?? []);
}

/** Whether a column's name says that its numbers are shares. */
export function saysShare(name: string): boolean {
  return /share|percent|prozent|anteil|%|\bpct\b|fraction/iu.test(name);
}

/** Groups series that can share an axis, in order: numbers of similar size, and no shares with amounts. */
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
  // A series of zeros fits any axis.
  const areNear = Math.min(a, b) === 0 || Math.max(a, b) < MOST_APART * Math.min(a, b);
  return areNear && saysShare(one.name) === saysShare(other.name);
}

const mostOf = (series: Series): number => Math.max(...numbersIn(series).map(Math.abs));
