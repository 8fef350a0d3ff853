import { mix, tableSize } from "./hash-text.ts";

/** The searched values. */
interface GramSource {
  readonly grams: GramArrays;
  /** Number of values. */
  readonly size: number;
  /** Bytes of a value, approximately. */
  readonly lengthOf: (id: number) => number;
}

interface GramCandidates {
  readonly ids: readonly number[];
  /** For each id the estimated share of the query's trigrams that its value has, 0 to 1. */
  readonly shares: readonly number[];
}

/** Number of the query's rarest trigrams that are merged: at least `LEAST`, then up to `MOST` within the budget. */
const LEAST = 6;
const MOST = 14;
/** Budget of merged postings per query: a share of the values, but at least `BUDGET_LEAST`. */
const BUDGET_SHARE = 0.06;
const BUDGET_LEAST = 20_000;

/**
 * Finds the values that share the most of the query's rarest trigrams (dependencies.md, section 10), best first; of equals those of nearest length.
 * Holds scratch memory of one byte per value, so it is made once per index.
 */
export class GramSearch {
  #shared = new Uint8Array(0);
  #touched = new Uint32Array(0);

  find(source: GramSource, grams: Uint32Array, length: number, most: number): GramCandidates {
    const { gramStarts, gramIds } = source.grams;
    const found: { start: number; end: number }[] = [];
    for (const hash of grams) {
      const gram = gramNumber(source.grams, hash);
      if (gram >= 0) found.push({ start: gramStarts[gram] as number, end: gramStarts[gram + 1] as number });
    }
    if (found.length === 0) return NOTHING;
    const used = withinBudget(found, source.size);
    if (this.#shared.length < source.size) {
      this.#shared = new Uint8Array(source.size);
      this.#touched = new Uint32Array(source.size);
    }
    const [shared, touched] = [this.#shared, this.#touched];
    const perShare = new Uint32Array(used.length + 1);
    let reached = 0;
    for (const { start, end } of used) {
      for (let i = start; i < end; i++) {
        const id = gramIds[i] as number;
        const times = (shared[id] as number) + 1;
        shared[id] = times;
        if (times === 1) touched[reached++] = id;
      }
    }
    for (let i = 0; i < reached; i++) {
      const times = shared[touched[i] as number] as number;
      perShare[times] = (perShare[times] as number) + 1;
    }
    let [least, taken] = [used.length, 0];
    while (least > 1 && taken + (perShare[least] as number) < most) taken += perShare[least--] as number;
    const sure: number[] = [];
    const last: number[] = [];
    const times: number[] = [];
    for (let i = 0; i < reached; i++) {
      const id = touched[i] as number;
      const share = shared[id] as number;
      shared[id] = 0;
      if (share > least) {
        sure.push(id);
        times.push(share);
      } else if (share === least) last.push(id);
    }
    const rest = nearestInLength(last, Math.max(0, most - sure.length), source.lengthOf, length);
    // Trigrams missing from the whole segment count as missing in each value.
    const scale = found.length / grams.length / used.length;
    return {
      ids: [...sure, ...rest],
      shares: [...times, ...rest.map(() => least)].map((share) => share * scale),
    };
  }
}

function nearestInLength(
  ids: number[],
  most: number,
  lengthOf: (id: number) => number,
  length: number,
): number[] {
  if (ids.length <= most) return ids;
  const away = (id: number) => Math.min(63, Math.abs(lengthOf(id) - length));
  const nearer: number[][] = Array.from({ length: 64 }, () => []);
  for (const id of ids) nearer[away(id)]?.push(id);
  return nearer.flat().slice(0, most);
}

function withinBudget(found: { start: number; end: number }[], size: number) {
  found.sort((a, b) => a.end - a.start - (b.end - b.start));
  const budget = Math.max(BUDGET_LEAST, size * BUDGET_SHARE);
  let [count, spent] = [0, 0];
  for (const { start, end } of found) {
    if (count >= MOST || (count >= LEAST && spent + end - start > budget)) break;
    spent += end - start;
    count++;
  }
  return found.slice(0, count);
}

const NOTHING: GramCandidates = { ids: [], shares: [] };

export interface GramArrays {
  readonly gramSlots: Uint32Array;
  readonly gramKeys: Uint32Array;
  readonly gramStarts: Uint32Array;
  readonly gramIds: Uint32Array;
}

/** Assigns dense numbers to trigram hashes, and counts them. */
class GramNumbers {
  slots = new Uint32Array(tableSize(1 << 6));
  #keys = new Uint32Array(1 << 6);
  #counts = new Uint32Array(1 << 6);
  #size = 0;

  /** The trigram's number, new or existing; increments its count. */
  add(hash: number): number {
    const gram = this.#number(hash);
    this.#counts[gram] = (this.#counts[gram] as number) + 1;
    return gram;
  }

  /** Keys by number, and the start of each key's postings; a last entry marks their end. */
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
      this.#log[this.#logged++] = this.#numbers.add(hashes[i] as number);
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

/** The dense number of a trigram, or -1 where no value has it. */
function gramNumber(arrays: GramArrays, hash: number): number {
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

/** Only this much of a long value is split into trigrams, as people type the beginning. UTF-16 units. */
const LONGEST = 256;

/**
 * Writes the hashes of the distinct trigrams of a folded text, padded with a space on either side, to `into` from 0 on; returns their number. Single
 * spaces within the text make word boundaries part of the trigrams, so a word is found at any position. `into` must hold 256.
 */
export function trigramsOf(folded: string, into: Uint32Array): number {
  const length = Math.min(folded.length, LONGEST);
  if (length === 0) return 0;
  let count = 0;
  let [first, second] = [32, folded.charCodeAt(0)];
  for (let i = 1; i <= length; i++) {
    const third = i === length ? 32 : folded.charCodeAt(i);
    const hash = trigramHash(first, second, third);
    let seen = 0;
    while (seen < count && into[seen] !== hash) seen++;
    if (seen === count) into[count++] = hash;
    [first, second] = [second, third];
  }
  return count;
}

function trigramHash(a: number, b: number, c: number): number {
  // Exact for Latin text; other scripts may collide, which only brings more candidates.
  const hash = (Math.imul(a, 0x10dcd) + b) | 0;
  return (Math.imul(hash, 0x10dcd) + c) >>> 0;
}
