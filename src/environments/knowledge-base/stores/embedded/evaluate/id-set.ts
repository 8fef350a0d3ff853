/** A set of term numbers, ascending and without repetition. Never changed once it is made. */
export type IdSet = Uint32Array<ArrayBuffer>;

export const NO_IDS: IdSet = new Uint32Array(0);

/** From this ratio of sizes on, looking each member of the smaller set up is quicker than going through both. */
const LOOK_UP = 24;

/** The first place from `from` on whose value is not below `id`; `to` where there is none. */
export function lowerBound(ids: Uint32Array, id: number, from = 0, to = ids.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function hasId(ids: IdSet, id: number): boolean {
  return ids[lowerBound(ids, id)] === id;
}

export function intersect(a: IdSet, b: IdSet): IdSet {
  const [small, large] = a.length <= b.length ? [a, b] : [b, a];
  const out = new Uint32Array(small.length);
  let size = 0;
  if (small.length * LOOK_UP < large.length) {
    let from = 0;
    for (const id of small) {
      from = lowerBound(large, id, from);
      if (large[from] === id) out[size++] = id;
    }
    return out.slice(0, size);
  }
  // Without branches, as which of two is next cannot be foretold.
  for (let i = 0, j = 0; i < small.length && j < large.length; ) {
    const x = small[i] as number;
    const y = large[j] as number;
    out[size] = x;
    size += Number(x === y);
    i += Number(x <= y);
    j += Number(y <= x);
  }
  return out.slice(0, size);
}

export function unite(a: IdSet, b: IdSet): IdSet {
  const out = new Uint32Array(a.length + b.length);
  let i = 0;
  let j = 0;
  let size = 0;
  while (i < a.length && j < b.length) {
    const x = a[i] as number;
    const y = b[j] as number;
    out[size++] = x < y ? x : y;
    i += Number(x <= y);
    j += Number(y <= x);
  }
  out.set(a.subarray(i), size);
  size += a.length - i;
  out.set(b.subarray(j), size);
  return out.slice(0, size + b.length - j);
}

export function subtract(a: IdSet, b: IdSet): IdSet {
  const out = new Uint32Array(a.length);
  let size = 0;
  let from = 0;
  const lookUp = a.length * LOOK_UP < b.length;
  for (const id of a) {
    if (lookUp) from = lowerBound(b, id, from);
    else while (from < b.length && (b[from] as number) < id) from++;
    if (b[from] !== id) out[size++] = id;
  }
  return out.slice(0, size);
}

/** Sorts `ids` in place and gives what is left without repetition. */
export function sortedUnique(ids: Uint32Array<ArrayBuffer>): IdSet {
  ids.sort();
  let size = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (size === 0 || ids[size - 1] !== id) ids[size++] = id;
  }
  return ids.slice(0, size);
}
