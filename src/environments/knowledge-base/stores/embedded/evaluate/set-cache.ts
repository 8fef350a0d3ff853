import type { IdSet } from "./id-set.ts";

/** What an entry takes besides its numbers. */
const OVERHEAD = 256;

/** Sets by the keys of their programs, the least recently used given up first. */
export class SetCache {
  readonly #sets = new Map<string, IdSet>();
  readonly #limit: number;
  #bytes = 0;

  /** `limit` in bytes. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): IdSet | undefined {
    const set = this.#sets.get(key);
    if (set === undefined) return undefined;
    this.#sets.delete(key);
    this.#sets.set(key, set);
    return set;
  }

  put(key: string, set: IdSet): void {
    const known = this.#sets.get(key);
    if (known !== undefined) this.#remove(key, known);
    const bytes = set.byteLength + OVERHEAD;
    if (bytes > this.#limit) return;
    this.#sets.set(key, set);
    this.#bytes += bytes;
    for (const [oldest, old] of this.#sets) {
      if (this.#bytes <= this.#limit) break;
      this.#remove(oldest, old);
    }
  }

  #remove(key: string, set: IdSet): void {
    this.#sets.delete(key);
    this.#bytes -= set.byteLength + OVERHEAD;
  }
}
