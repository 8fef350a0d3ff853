import type { Chart, ChartAxis } from "./chart-of.ts";

/** `values` has one for each of the axis; null is no number there: a gap in a line, and no bar. */
export interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

/** Two to four series of numbers of one kind over the same axis, drawn as one. */
export interface SeriesChart {
  readonly kind: "bar" | "line" | "scatter";
  readonly x: ChartAxis;
  readonly series: readonly Series[];
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
