import { hashBytes, mix, tableSize } from "./hash-text.ts";

const MAX_COUNT = 0xffffffff;

/**
 * Collects the distinct values of one source with their counts, in one growing UTF-8 buffer instead of one string each. Counts of repeated values add
 * up.
 */
export class DistinctValues {
  #text = Buffer.allocUnsafeSlow(1 << 12);
  #offsets = new Uint32Array(1 << 8);
  #counts = new Uint32Array(1 << 8);
  #slots = new Uint32Array(tableSize(1 << 7));
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#offsets[this.#size] as number;
  }

  /** The value's number, new or existing. */
  add(value: string, count: number): number {
    const start = this.bytes;
    // A UTF-16 unit takes at most three bytes.
    this.#reserve(start + value.length * 3);
    const end = start + this.#text.write(value, start);
    const found = this.#find(start, end);
    if (found >= 0) {
      this.#counts[found] = Math.min(MAX_COUNT, (this.#counts[found] as number) + count);
      return found;
    }
    if (this.#size + 1 === this.#counts.length) {
      this.#offsets = grown(this.#offsets);
      this.#counts = grown(this.#counts);
    }
    this.#slots[-1 - found] = this.#size + 1;
    this.#counts[this.#size] = Math.min(MAX_COUNT, count);
    this.#size++;
    this.#offsets[this.#size] = end;
    if (this.#size * 2 > this.#slots.length) this.#rehash();
    return this.#size - 1;
  }

  /** Copies of the values in insertion order; `offsets` has one more entry than there are values. */
  arrays(): { text: Uint8Array; offsets: Uint32Array; counts: Uint32Array } {
    return {
      text: new Uint8Array(this.#text.subarray(0, this.bytes)),
      offsets: this.#offsets.slice(0, this.#size + 1),
      counts: this.#counts.slice(0, this.#size),
    };
  }

  /** A digest that depends on values and counts, not on their order. */
  digest(): string {
    let [a, b, rows] = [0, 0, 0];
    for (let id = 0; id < this.#size; id++) {
      const [start, end] = [this.#offsets[id] as number, this.#offsets[id + 1] as number];
      const hash = hashBytes(this.#text, start, end);
      const count = this.#counts[id] as number;
      let other = end - start;
      for (let i = start; i < end; i++) other = (Math.imul(other, 31) + (this.#text[i] as number)) | 0;
      a = (a + mix(hash ^ Math.imul(count, 0x9e3779b1))) >>> 0;
      b = (b + mix(other ^ Math.imul(count, 0x85ebca77) ^ (hash << 1))) >>> 0;
      rows += count;
    }
    return `${this.#size}-${rows}-${a.toString(16)}${b.toString(16).padStart(8, "0")}`;
  }

  #find(start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashBytes(this.#text, start, end) & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] as number) - 1;
      if (id < 0) return -1 - slot;
      if (this.#equals(id, start, end)) return id;
    }
  }

  #equals(id: number, start: number, end: number): boolean {
    const at = this.#offsets[id] as number;
    if ((this.#offsets[id + 1] as number) - at !== end - start) return false;
    for (let i = start, j = at; i < end; i++, j++) if (this.#text[i] !== this.#text[j]) return false;
    return true;
  }

  #reserve(bytes: number): void {
    if (bytes <= this.#text.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, this.#text.length * 2));
    this.#text.copy(larger, 0, 0, this.bytes);
    this.#text = larger;
  }

  #rehash(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (const entry of this.#slots) {
      if (entry === 0) continue;
      const [start, end] = [this.#offsets[entry - 1] as number, this.#offsets[entry] as number];
      let slot = hashBytes(this.#text, start, end) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = entry;
    }
    this.#slots = slots;
  }
}

function grown(array: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(array.length * 2);
  larger.set(array);
  return larger;
}
