import type { Chart, ChartAxis } from "./chart-of.ts";

export const MOST_SERIES = 4;
/** Of all series together. */
export const MOST_GROUPED_BARS = 48;

/** `values` has one for each of the axis; null is no number there: a gap in a line, and no bar. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** Up to four series of numbers of one kind over the same axis, drawn as one. */
export interface SeriesChart {
  readonly kind: "bar" | "line" | "scatter";
  readonly x: ChartAxis;
  readonly series: readonly Series[];
  /** Where the series are parts of one measure: its name, and the column whose values name them. Absent where each is a measure by itself. */
  readonly measured?: { readonly name: string; readonly by: string };
}

export function seriesTitle({ x, series, measured }: SeriesChart): string {
  return measured === undefined
    ? `${series.map(({ name }) => name).join(", ")} by ${x.name}`
    : `${measured.name} by ${x.name} and ${measured.by}`;
}

/** Each series as a chart of its own, over what it has numbers for. */
export function seriesApart({ kind, x, series }: SeriesChart): readonly Chart[] {
  return series.map(({ name, values }) => {
    const places = values.flatMap((value, at) => (value === null ? [] : [at]));
    const kept = <T>(all: readonly T[]): T[] => places.flatMap((at) => all.slice(at, at + 1));
    const across = { name: x.name, values: kind === "bar" ? places.map((_, at) => at) : kept(x.values) };
    return {
      kind,
      x: x.labels === undefined ? across : { ...across, labels: kept(x.labels) },
      y: { name, values: values.flatMap((value) => value ?? []) },
    };
  });
}

/** All numbers of all series. */
export function numbersIn({ series }: SeriesChart): readonly number[] {
  return series.flatMap(({ values }) => values.flatMap((value) => value ?? []));
}
