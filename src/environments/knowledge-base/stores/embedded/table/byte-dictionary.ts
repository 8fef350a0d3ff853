import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { mix } from "../../../../../value-index/hash-text.ts";
import type { FrozenTexts } from "./file-dictionary.ts";

const CHUNK_BITS = 22;
const CHUNK = 1 << CHUNK_BITS;
const MOST_CHUNKS = 2 ** 32 / CHUNK;

/**
 * Numbers texts from 0 in the order of their first occurrence. A text is a range of bytes and a `sort` that distinguishes equal bytes
 * (the datatype or language of a literal; 0 if there is none). The bytes are copied into chunks of 4 MB, so that growth copies nothing
 * again; each text is in a single chunk.
 */
export class ByteDictionary {
  readonly #chunks: Uint8Array[] = [];
  /** Bytes used of each chunk. */
  readonly #used: number[] = [];
  #starts = new Uint32Array(1 << 10);
  #lengths = new Uint32Array(1 << 10);
  #sorts = new Uint32Array(1 << 10);
  #hashes = new Uint32Array(1 << 10);
  #slots = new Uint32Array(1 << 11);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of a text, or -1. `hash` is that of `finishHash`. */
  find(bytes: Uint8Array, start: number, end: number, hash: number, sort: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const id = (this.#slots[slot] as number) - 1;
      if (id < 0) return -1;
      if (this.#hashes[id] === hash && this.#sorts[id] === sort && this.#equals(id, bytes, start, end))
        return id;
    }
  }

  intern(bytes: Uint8Array, start: number, end: number, hash: number, sort: number): number {
    const found = this.find(bytes, start, end, hash, sort);
    return found >= 0 ? found : this.#insert(bytes, start, end, hash, sort);
  }

  internBytes(bytes: Uint8Array, sort = 0): number {
    return this.intern(bytes, 0, bytes.length, finishHash(hashBytes(bytes, 0, bytes.length), sort), sort);
  }

  /** The bytes of a text, not a copy. */
  bytesOf(id: number): Uint8Array {
    const start = this.#starts[id] as number;
    const chunk = this.#chunks[start >>> CHUNK_BITS] as Uint8Array;
    const at = start & (CHUNK - 1);
    return chunk.subarray(at, at + (this.#lengths[id] as number));
  }

  sortOf(id: number): number {
    return this.#sorts[id] as number;
  }

  /** The texts as arrays without gaps; the dictionary is empty and unusable afterwards. */
  freeze(): FrozenTexts & { readonly sorts: Uint32Array } {
    const bytes = this.#used.reduce((sum, used) => sum + used, 0);
    if (bytes >= 2 ** 32) throw tooLarge();
    const text = new Uint8Array(bytes);
    const base = new Float64Array(this.#chunks.length);
    let at = 0;
    for (const [i, chunk] of this.#chunks.entries()) {
      base[i] = at;
      text.set(chunk.subarray(0, this.#used[i]), at);
      this.#chunks[i] = EMPTY;
      at += this.#used[i] as number;
    }
    this.#chunks.length = 0;
    const offsets = new Uint32Array(this.#size + 1);
    for (let id = 0; id < this.#size; id++) {
      const start = this.#starts[id] as number;
      offsets[id] = (base[start >>> CHUNK_BITS] as number) + (start & (CHUNK - 1));
    }
    offsets[this.#size] = bytes;
    return { text, offsets, slots: this.#slots, sorts: this.#sorts.slice(0, this.#size) };
  }

  #insert(bytes: Uint8Array, start: number, end: number, hash: number, sort: number): number {
    const id = this.#size;
    if (id === this.#starts.length) this.#growLists();
    this.#starts[id] = this.#store(bytes, start, end);
    this.#lengths[id] = end - start;
    this.#hashes[id] = hash;
    this.#sorts[id] = sort;
    this.#size = id + 1;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    else this.#place(id, hash);
    return id;
  }

  #place(id: number, hash: number): void {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = id + 1;
  }

  #equals(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if (this.#lengths[id] !== length) return false;
    const place = this.#starts[id] as number;
    const chunk = this.#chunks[place >>> CHUNK_BITS] as Uint8Array;
    const at = place & (CHUNK - 1);
    for (let i = 0; i < length; i++) if (chunk[at + i] !== bytes[start + i]) return false;
    return true;
  }

  #store(bytes: Uint8Array, start: number, end: number): number {
    const length = end - start;
    let last = this.#chunks.length - 1;
    if (last < 0 || (this.#used[last] as number) + length > CHUNK) {
      last++;
      if (last >= MOST_CHUNKS) throw tooLarge();
      // A text longer than a chunk has a chunk of its own size.
      this.#chunks.push(new Uint8Array(Math.max(CHUNK, length)));
      this.#used.push(0);
    }
    const chunk = this.#chunks[last] as Uint8Array;
    const at = this.#used[last] as number;
    chunk.set(bytes.subarray(start, end), at);
    this.#used[last] = at + length;
    return last * CHUNK + at;
  }

  #growLists(): void {
    const size = this.#starts.length * 2;
    this.#starts = grown(this.#starts, size);
    this.#lengths = grown(this.#lengths, size);
    this.#sorts = grown(this.#sorts, size);
    this.#hashes = grown(this.#hashes, size);
  }

  #growSlots(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let id = 0; id < this.#size; id++) this.#place(id, this.#hashes[id] as number);
  }
}

const EMPTY = new Uint8Array(0);

function tooLarge(): FuxiError {
  return new FuxiError("target-not-supported", "The names and texts of the file are more than 4 GB.", {
    hint: "Load it into a SPARQL server and name that server's address instead.",
  });
}

function grown(array: Uint32Array, size: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(size);
  larger.set(array);
  return larger;
}

/** Start of a hash that is fed byte by byte: `hash = hashStep(hash, byte)`, then `finishHash`. FNV-1a; cache files depend on it. */
export const HASH_START = 0x811c9dc5 | 0;
export const HASH_PRIME = 0x01000193;

/** Mixes the bits of a fed hash with the `sort`. Unsigned, 32 bits. */
export function finishHash(hash: number, sort: number): number {
  return mix(hash ^ Math.imul(sort, 0x9e3779b1));
}

/** Hash of a range of bytes, before `finishHash`. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_START;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ (bytes[i] as number), HASH_PRIME);
  return hash;
}
