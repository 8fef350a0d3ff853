interface Waiting {
  readonly count: number;
  readonly begin: (release: () => void) => void;
}

/** Slots for work that may run at the same time. Who finds too few of them free waits in line. */
export class Slots {
  #free: number;
  readonly #queue = new Set<Waiting>();

  constructor(count: number) {
    this.#free = count;
  }

  /** Number of those who wait. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** True if so many slots can be taken without waiting. */
  hasRoom(count: number): boolean {
    return this.#queue.size === 0 && count <= this.#free;
  }

  /** Resolves to a function that releases the slots, once. Waiting ends with the rejection of `givenUp`. */
  async take(count: number, givenUp: Promise<never>): Promise<() => void> {
    if (this.hasRoom(count)) return this.#held(count);
    const turn = Promise.withResolvers<() => void>();
    const waiting = { count, begin: turn.resolve };
    this.#queue.add(waiting);
    try {
      return await Promise.race([turn.promise, givenUp]);
    } catch (error) {
      // The turn may have come in the same moment: pass it on.
      if (!this.#queue.delete(waiting)) (await turn.promise)();
      this.#grant();
      throw error;
    }
  }

  #held(count: number): () => void {
    this.#free -= count;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#free += count;
      this.#grant();
    };
  }

  #grant(): void {
    for (const next of this.#queue) {
      if (next.count > this.#free) return;
      this.#queue.delete(next);
      next.begin(this.#held(next.count));
    }
  }
}
