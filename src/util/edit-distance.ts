/**
 * Number of single-character edits (insert, delete, substitute, swap of two neighbours) that turn `a` into `b`, in UTF-16 units; no part
 * is edited twice (optimal string alignment). Where it is more than `max`, the answer is `max + 1` and is found early, in time
 * O(max · length).
 */
export function editDistance(a: string, b: string, max: number = Math.max(a.length, b.length)): number {
  let short = a.length <= b.length ? a : b;
  let long = a.length <= b.length ? b : a;
  if (long.length - short.length > max) return max + 1;
  let start = 0;
  while (start < short.length && short.charCodeAt(start) === long.charCodeAt(start)) start++;
  let cut = 0;
  while (
    cut < short.length - start &&
    short.charCodeAt(short.length - 1 - cut) === long.charCodeAt(long.length - 1 - cut)
  ) {
    cut++;
  }
  short = short.slice(start, short.length - cut);
  long = long.slice(start, long.length - cut);
  if (short.length === 0) return long.length;
  return bandedDistance(short, long, Math.min(max, long.length), max);
}

function bandedDistance(short: string, long: string, band: number, max: number): number {
  const width = short.length + 1;
  const over = band + 1;
  let beforeLast = new Int32Array(width);
  let last = new Int32Array(width);
  let row = new Int32Array(width);
  for (let j = 0; j < width; j++) last[j] = Math.min(j, over);
  for (let i = 1; i <= long.length; i++) {
    const letter = long.charCodeAt(i - 1);
    const from = Math.max(1, i - band);
    const to = Math.min(short.length, i + band);
    row[from - 1] = from === 1 ? Math.min(i, over) : over;
    let best = row[from - 1] as number;
    for (let j = from; j <= to; j++) {
      const other = short.charCodeAt(j - 1);
      // Cells right of the band were never written in the row above.
      const above = j === i + band ? over : (last[j] as number);
      let cost = Math.min(
        (last[j - 1] as number) + (letter === other ? 0 : 1),
        above + 1,
        (row[j - 1] as number) + 1,
      );
      if (i > 1 && j > 1 && letter === short.charCodeAt(j - 2) && long.charCodeAt(i - 2) === other) {
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1);
      }
      row[j] = Math.min(cost, over);
      if (cost < best) best = cost;
    }
    if (best > band) return max + 1;
    const free = beforeLast;
    beforeLast = last;
    last = row;
    row = free;
  }
  return Math.min(last[short.length] as number, max + 1);
}

/** Bits of a JavaScript integer: the greatest text length for bit operations. */
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
