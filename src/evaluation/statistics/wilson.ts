import type { Interval } from "./interval.ts";

/** The 97.5 % point of the standard normal distribution. */
const Z = 1.959963984540054;

/**
 * Wilson's 95 % interval for a share (E. B. Wilson, 1927; no continuity correction): `hits` of `total`, both whole, `hits` at most `total`. It stays within
 * 0 to 1 and says something also of 0 hits or of all; [0, 1] where nothing was counted.
 */
export function wilson(hits: number, total: number): Interval {
  if (total === 0) return { low: 0, high: 1 };
  const share = hits / total;
  const square = Z * Z;
  const centre = share + square / (2 * total);
  const spread = Z * Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  const scale = 1 + square / total;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
