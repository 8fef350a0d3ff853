import type { Interval } from "./interval.ts";

/** What the middle 95 % of ascending figures span, with linear interpolation between neighbours (Hyndman and Fan's type 7). At least one figure. */
export function middle95(ascending: Float64Array): Interval {
  return { low: quantile(ascending, 0.025), high: quantile(ascending, 0.975) };
}

function quantile(ascending: Float64Array, share: number): number {
  const position = share * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below] as number;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  return low + (position - below) * (high - low);
}
