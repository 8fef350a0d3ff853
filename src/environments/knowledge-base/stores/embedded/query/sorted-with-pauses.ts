import type { QueryWork } from "./query-work.ts";

/** Values that are sorted at once, within a few milliseconds. */
const RUN = 256;

type Order<T> = (a: T, b: T) => number;

/** Stable, as the sort of arrays is: runs are sorted, and merged two by two. */
export function* sortedWithPauses<T>(
  values: readonly T[],
  order: Order<T>,
  work: QueryWork,
): Generator<undefined, readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < values.length; at += RUN) {
    runs.push(values.slice(at, at + RUN).sort(order));
    if (work.step(RUN * 8)) yield undefined;
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = [runs[at], runs[at + 1]];
      merged.push(right.length === 0 ? left : yield* mergedRuns(left, right, order, work));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergedRuns<T>(
  left: readonly T[],
  right: readonly T[],
  order: Order<T>,
  work: QueryWork,
): Generator<undefined, readonly T[]> {
  const merged: T[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    merged.push(order(left[i] as T, right[j] as T) <= 0 ? (left[i++] as T) : (right[j++] as T));
    if (work.step()) yield undefined;
  }
  while (i < left.length) merged.push(left[i++] as T);
  while (j < right.length) merged.push(right[j++] as T);
  return merged;
}
