import { editDistance } from "./edit-distance.ts";

/** Bits of a JavaScript integer, and so the longest text that is compared with bit operations. */
const BITS = 32;

/**
 * `editDistance` from one text to many: about ten times faster when `from` has at most 32 UTF-16 units (bit-parallel algorithm of Hyyrö,
 * "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", 2003). Longer texts are compared up to `max` only.
 */
export function distanceFrom(from: string): (to: string, max: number) => number {
  const length = from.length;
  if (length === 0 || length > BITS) return (to, max) => editDistance(from, to, max);
  const low = new Int32Array(128);
  const high = new Map<number, number>();
  for (let i = 0; i < length; i++) {
    const code = from.charCodeAt(i);
    if (code < 128) low[code] = (low[code] as number) | (1 << i);
    else high.set(code, (high.get(code) ?? 0) | (1 << i));
  }
  const lastBit = 1 << (length - 1);
  return (to, max) => {
    if (Math.abs(to.length - length) > max) return max + 1;
    let [positive, negative, diagonal, previous, distance] = [-1, 0, 0, 0, length];
    for (let i = 0; i < to.length; i++) {
      const code = to.charCodeAt(i);
      const match = code < 128 ? (low[code] as number) : (high.get(code) ?? 0);
      const swapped = ((~diagonal & match) << 1) & previous;
      diagonal = (((match & positive) + positive) ^ positive) | match | negative | swapped;
      const up = negative | ~(diagonal | positive);
      const down = diagonal & positive;
      if (up & lastBit) distance++;
      else if (down & lastBit) distance--;
      const shifted = (up << 1) | 1;
      positive = (down << 1) | ~(diagonal | shifted);
      negative = shifted & diagonal;
      previous = match;
    }
    return Math.min(distance, max + 1);
  };
}
