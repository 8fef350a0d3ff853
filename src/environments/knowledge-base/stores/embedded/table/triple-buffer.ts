const CHUNK = 1 << 19;

/** Triples of numbers in the order in which they came, in chunks, so that nothing is copied while it grows. 12 bytes each. */
export class TripleBuffer {
  readonly #chunks: Uint32Array[] = [];
  #last = new Uint32Array(0);
  #at = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(subject: number, predicate: number, object: number): void {
    if (this.#at === this.#last.length) {
      this.#last = new Uint32Array(CHUNK * 3);
      this.#chunks.push(this.#last);
      this.#at = 0;
    }
    this.#last[this.#at] = subject;
    this.#last[this.#at + 1] = predicate;
    this.#last[this.#at + 2] = object;
    this.#at += 3;
    this.#size++;
  }

  /** The triples in order, a chunk at a time, three numbers each. With `drop`, chunks are given up one by one, and the buffer is empty afterwards. */
  *chunks(drop = false): Generator<Uint32Array> {
    let left = this.#size * 3;
    for (let i = 0; i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i] as Uint32Array;
      if (drop) this.#chunks[i] = EMPTY;
      yield chunk.subarray(0, Math.min(left, chunk.length));
      left -= chunk.length;
    }
    if (!drop) return;
    this.#chunks.length = 0;
    this.#last = EMPTY;
    this.#at = 0;
    this.#size = 0;
  }
}

const EMPTY = new Uint32Array(0);
