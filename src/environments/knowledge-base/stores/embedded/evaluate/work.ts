import { setImmediate } from "node:timers/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { type StoreBounds, storeError } from "../../../triple-store/triple-store-error.ts";

/** A set of term numbers below `limit`, one bit each: for gathering a large set, or for many membership tests. */
export class IdBits {
  readonly #words: Uint32Array;
  #size = 0;

  constructor(limit: number) {
    this.#words = new Uint32Array((limit + 31) >>> 5);
  }

  static of(ids: IdSet, limit: number): IdBits {
    const bits = new IdBits(limit);
    for (const id of ids) if (id < limit) bits.add(id);
    return bits;
  }

  add(id: number): void {
    const word = this.#words[id >>> 5] as number;
    const changed = (word | (1 << (id & 31))) >>> 0;
    this.#size += Number(changed !== word);
    this.#words[id >>> 5] = changed;
  }

  has(id: number): boolean {
    return (((this.#words[id >>> 5] ?? 0) >>> (id & 31)) & 1) === 1;
  }

  ids(): IdSet {
    const out = new Uint32Array(this.#size);
    let size = 0;
    for (let at = 0; at < this.#words.length; at++) {
      for (let word = this.#words[at] as number; word !== 0; word &= word - 1) {
        out[size++] = at * 32 + 31 - Math.clz32(word & -word);
      }
    }
    return out;
  }
}

/** Gathers numbers in any order, with repetitions: few as a list, more as bits. */
export class IdGatherer {
  readonly #limit: number;
  readonly #mostListed: number;
  #list = new Uint32Array(256);
  #listed = 0;
  #bits: IdBits | undefined;

  /** All numbers are below `limit`. */
  constructor(limit: number) {
    this.#limit = limit;
    // From about this size on, sorting costs more than one bit per possible number.
    this.#mostListed = Math.max(256, limit >>> 10);
  }

  add(id: number): void {
    if (this.#bits !== undefined) this.#bits.add(id);
    else if (this.#listed < this.#list.length) this.#list[this.#listed++] = id;
    else this.#grow(id);
  }

  ids(): IdSet {
    return this.#bits?.ids() ?? sortedUnique(this.#list.subarray(0, this.#listed));
  }

  #grow(id: number): void {
    if (this.#listed < this.#mostListed) {
      const larger = new Uint32Array(this.#list.length * 2);
      larger.set(this.#list);
      this.#list = larger;
      this.#list[this.#listed++] = id;
      return;
    }
    this.#bits = new IdBits(this.#limit);
    for (const each of this.#list) this.#bits.add(each);
    this.#bits.add(id);
  }
}

/** A set of term numbers, ascending and without repetition. Never changed once it is made. */
export type IdSet = Uint32Array<ArrayBuffer>;

export const NO_IDS: IdSet = new Uint32Array(0);

/** From this ratio of sizes on, looking up each member of the smaller set is faster than scanning both. */
const LOOK_UP = 24;

/** First index from `from` on whose value is not below `id`; `to` if there is none. */
export function lowerBound(ids: Uint32Array | Uint16Array, id: number, from = 0, to = ids.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ids[middle] as number) < id) low = middle + 1;
    else high = middle;
  }
  return low;
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
  // Without branches: the processor cannot predict which of the two is next.
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

/** Sorts `ids` in place and returns them without repetitions. */
export function sortedUnique(ids: Uint32Array<ArrayBuffer>): IdSet {
  ids.sort();
  let size = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i] as number;
    if (size === 0 || ids[size - 1] !== id) ids[size++] = id;
  }
  return ids.slice(0, size);
}

/** Milliseconds after which other work of the process gets its turn. */
const SLICE = 8;

/** Time limit of one call. Long loops check it regularly, which also yields to the event loop. */
export class Work {
  readonly #signal: AbortSignal;
  readonly #end: number;
  readonly #milliseconds: number;
  #slice: number;

  constructor({ milliseconds, signal }: StoreBounds) {
    this.#signal = signal;
    this.#milliseconds = milliseconds;
    this.#slice = performance.now();
    this.#end = this.#slice + milliseconds;
  }

  /** @throws FuxiError `cancelled`; TripleStoreError `time-limit`. */
  check(): void {
    if (this.#signal.aborted) throw new FuxiError("cancelled", "The work was cancelled.");
    if (performance.now() < this.#end) return;
    throw storeError("time-limit", `This took longer than its ${this.#milliseconds} ms and was stopped.`, {
      hint: "Start from a smaller set.",
    });
  }

  /** Runs `body` over `0` to `length` in pieces of `size`, which should be a few thousand steps each. */
  async inPieces(length: number, size: number, body: (from: number, to: number) => void): Promise<void> {
    for (let from = 0; from < length; from += size) {
      body(from, Math.min(length, from + size));
      if (this.#due) await this.#turn();
    }
  }

  /** For use between steps that do not run in pieces. */
  async pause(): Promise<void> {
    if (this.#due) await this.#turn();
  }

  get #due(): boolean {
    return performance.now() - this.#slice > SLICE;
  }

  async #turn(): Promise<void> {
    this.check();
    await setImmediate();
    this.#slice = performance.now();
    this.check();
  }
}
