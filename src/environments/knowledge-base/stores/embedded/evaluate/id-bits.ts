import { type IdSet, sortedUnique } from "./id-set.ts";

/** A set of term numbers below `limit`, one bit each: to gather a large set, or to ask many times whether something is in it. */
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

/** Gathers numbers that come in any order and more than once: as a list while they are few, as bits then. */
export class IdGatherer {
  readonly #limit: number;
  readonly #mostListed: number;
  #list = new Uint32Array(256);
  #listed = 0;
  #bits: IdBits | undefined;

  /** All numbers are below `limit`. */
  constructor(limit: number) {
    this.#limit = limit;
    // Sorting costs more per number than a bit per possible number does from about here on.
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
