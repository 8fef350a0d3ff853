import type { Json } from "../../util/json.ts";
import type { ChartAxis, Column } from "./chart-of.ts";
import { pointInTime } from "./point-in-time.ts";

/** Each label of a column once, as an axis, and which of them a cell is. */
export interface LabelAxis {
  readonly axis: ChartAxis & { readonly labels: readonly string[] };
  /** Three points in time or more: a line runs along them. */
  readonly isTime: boolean;
  placeOf(cell: Json): number;
}

const FEWEST_IN_LINE = 3;

/**
 * Moments and numbers in their order, all else in that of the result. Undefined where two cells that differ would have one label, or stand at
 * one moment.
 */
export function labelAxis({ name, cells }: Column): LabelAxis | undefined {
  const labels = [...new Set(cells)].map((cell) => ({ text: labelOf(cell), at: pointInTime(cell, name) }));
  if (new Set(labels.map(({ text }) => text)).size < labels.length) return undefined;
  const moments = labels.flatMap(({ at }) => at ?? []);
  const areMoments = moments.length === labels.length;
  if (areMoments && new Set(moments).size < moments.length) return undefined;
  const areNumbers = labels.every(({ text }) => /^\d{1,4}$/u.test(text));
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
