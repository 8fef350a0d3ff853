import { mix, tableSize } from "./hash-text.ts";

export interface GramArrays {
  readonly gramSlots: Uint32Array;
  readonly gramKeys: Uint32Array;
  readonly gramStarts: Uint32Array;
  readonly gramIds: Uint32Array;
}

/** Numbers trigram hashes densely as they come, and counts them. */
class GramNumbers {
  slots = new Uint32Array(tableSize(1 << 6));
  #keys = new Uint32Array(1 << 6);
  #counts = new Uint32Array(1 << 6);
  #size = 0;

  /** The trigram's number, new or known; it now counts `times` more. */
  add(hash: number, times: number): number {
    const gram = this.#number(hash);
    this.#counts[gram] = (this.#counts[gram] as number) + times;
    return gram;
  }

  /** Keys in the order of numbers, and where the postings of each begin; the last entry is where they all end. */
  arrays(): { gramSlots: Uint32Array; gramKeys: Uint32Array; gramStarts: Uint32Array } {
    const gramStarts = new Uint32Array(this.#size + 1);
    for (let gram = 0; gram < this.#size; gram++) {
      gramStarts[gram + 1] = (gramStarts[gram] as number) + (this.#counts[gram] as number);
    }
    return { gramSlots: this.slots, gramKeys: this.#keys.slice(0, this.#size), gramStarts };
  }

  #number(hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = mix(hash) & mask; ; slot = (slot + 1) & mask) {
      const gram = (this.slots[slot] as number) - 1;
      if (gram >= 0) {
        if (this.#keys[gram] === hash) return gram;
        continue;
      }
      this.slots[slot] = this.#size + 1;
      if (this.#size === this.#keys.length) {
        this.#keys = grown(this.#keys, 0);
        this.#counts = grown(this.#counts, 0);
      }
      this.#keys[this.#size++] = hash;
      if (this.#size * 2 > this.slots.length) this.#rehash();
      return this.#size - 1;
    }
  }

  #rehash(): void {
    const slots = new Uint32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let gram = 0; gram < this.#size; gram++) {
      let slot = mix(this.#keys[gram] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = gram + 1;
    }
    this.slots = slots;
  }
}

/** Builds trigram postings in one pass over the values: `add` for each value in the order of ids, then `finish`. */
export class GramPostings {
  readonly #numbers = new GramNumbers();
  /** For each value the number of its trigrams, then their dense numbers. */
  #log = new Uint32Array(1 << 10);
  #logged = 0;

  add(hashes: Uint32Array, count: number): void {
    if (this.#logged + count + 1 > this.#log.length) this.#log = grown(this.#log, count + 1);
    this.#log[this.#logged++] = count;
    for (let i = 0; i < count; i++) {
      this.#log[this.#logged++] = this.#numbers.add(hashes[i] as number, 1);
    }
  }

  finish(): GramArrays {
    const arrays = this.#numbers.arrays();
    const next = arrays.gramStarts.slice();
    const gramIds = new Uint32Array(arrays.gramStarts.at(-1) ?? 0);
    for (let at = 0, id = 0; at < this.#logged; id++) {
      for (const end = at + 1 + (this.#log[at] as number); ++at < end; ) {
        const gram = this.#log[at] as number;
        const place = next[gram] as number;
        gramIds[place] = id;
        next[gram] = place + 1;
      }
    }
    return { ...arrays, gramIds };
  }
}

/** Joins the postings of several segments: `count` for each in turn, then `finish` with the same ones and the first id that each gets. */
export class PostingsMerge {
  readonly #numbers = new GramNumbers();
  readonly #numbered: Uint32Array[] = [];

  count({ gramKeys, gramStarts }: GramArrays): void {
    const numbered = new Uint32Array(gramKeys.length);
    for (let i = 0; i < gramKeys.length; i++) {
      const times = (gramStarts[i + 1] as number) - (gramStarts[i] as number);
      numbered[i] = this.#numbers.add(gramKeys[i] as number, times);
    }
    this.#numbered.push(numbered);
  }

  finish(parts: readonly { readonly arrays: GramArrays; readonly base: number }[]): GramArrays {
    const merged = this.#numbers.arrays();
    const next = merged.gramStarts.slice();
    const gramIds = new Uint32Array(merged.gramStarts.at(-1) ?? 0);
    for (const [part, { arrays, base }] of parts.entries()) {
      const numbered = this.#numbered[part] as Uint32Array;
      for (let i = 0; i < numbered.length; i++) {
        const gram = numbered[i] as number;
        let place = next[gram] as number;
        for (let at = arrays.gramStarts[i] as number; at < (arrays.gramStarts[i + 1] as number); at++) {
          gramIds[place++] = base + (arrays.gramIds[at] as number);
        }
        next[gram] = place;
      }
    }
    return { ...merged, gramIds };
  }
}

/** The dense number of a trigram, or -1 where no value has it. */
export function gramNumber(arrays: GramArrays, hash: number): number {
  const mask = arrays.gramSlots.length - 1;
  for (let slot = mix(hash) & mask; ; slot = (slot + 1) & mask) {
    const gram = (arrays.gramSlots[slot] as number) - 1;
    if (gram < 0 || arrays.gramKeys[gram] === hash) return gram;
  }
}

function grown(array: Uint32Array<ArrayBuffer>, room: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2 + room);
  larger.set(array);
  return larger;
}
