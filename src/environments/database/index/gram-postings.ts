import { mix, tableSize } from "./hash-text.ts";

export interface GramArrays {
  readonly gramSlots: Uint32Array;
  readonly gramKeys: Uint32Array;
  readonly gramStarts: Uint32Array;
  readonly gramIds: Uint32Array;
}

/** Builds trigram postings in one pass over the values: `add` for each value in the order of ids, then `finish`. */
export class GramPostings {
  #slots = new Uint32Array(tableSize(1 << 6));
  #keys = new Uint32Array(1 << 6);
  #counts = new Uint32Array(1 << 6);
  #grams = 0;
  /** For each value the number of its trigrams, then their dense numbers. */
  #log = new Uint32Array(1 << 10);
  #logged = 0;

  add(hashes: Uint32Array, count: number): void {
    if (this.#logged + count + 1 > this.#log.length) this.#log = grown(this.#log, count + 1);
    this.#log[this.#logged++] = count;
    for (let i = 0; i < count; i++) {
      const gram = this.#number(hashes[i] as number);
      this.#counts[gram] = (this.#counts[gram] as number) + 1;
      this.#log[this.#logged++] = gram;
    }
  }

  finish(): GramArrays {
    const gramStarts = new Uint32Array(this.#grams + 1);
    for (let gram = 0; gram < this.#grams; gram++) {
      gramStarts[gram + 1] = (gramStarts[gram] as number) + (this.#counts[gram] as number);
    }
    const next = gramStarts.slice();
    const gramIds = new Uint32Array(gramStarts[this.#grams] as number);
    for (let at = 0, id = 0; at < this.#logged; id++) {
      for (const end = at + 1 + (this.#log[at] as number); ++at < end; ) {
        const gram = this.#log[at] as number;
        const place = next[gram] as number;
        gramIds[place] = id;
        next[gram] = place + 1;
      }
    }
    return { gramSlots: this.#slots, gramKeys: this.#keys.slice(0, this.#grams), gramStarts, gramIds };
  }

  #number(hash: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = mix(hash) & mask; ; slot = (slot + 1) & mask) {
      const gram = (this.#slots[slot] as number) - 1;
      if (gram >= 0) {
        if (this.#keys[gram] === hash) return gram;
        continue;
      }
      this.#slots[slot] = this.#grams + 1;
      if (this.#grams === this.#keys.length) {
        this.#keys = grown(this.#keys, 0);
        this.#counts = grown(this.#counts, 0);
      }
      this.#keys[this.#grams++] = hash;
      if (this.#grams * 2 > this.#slots.length) this.#rehash();
      return this.#grams - 1;
    }
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let gram = 0; gram < this.#grams; gram++) {
      let slot = mix(this.#keys[gram] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = gram + 1;
    }
    this.#slots = slots;
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
