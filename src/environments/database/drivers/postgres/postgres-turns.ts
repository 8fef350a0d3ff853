interface Waiting {
  readonly start: () => void;
  readonly fail: (reason: unknown) => void;
}

/** Lets so many work at a time; the others wait in order, however long it takes. (`pg` counts waiting as failing to connect.) */
export class PostgresTurns {
  #free: number;
  #waiting: Waiting[] = [];

  constructor(limit: number) {
    this.#free = limit;
  }

  /** Waits for a turn and gives the function that ends it. Rejects with `reason()` on abort. */
  async take(signal: AbortSignal, reason: () => Error): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal, reason);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      const next = this.#waiting.shift();
      if (next) next.start();
      else this.#free += 1;
    };
  }

  refuseWaiting(reason: Error): void {
    for (const waiting of this.#waiting.splice(0)) waiting.fail(reason);
  }

  #wait(signal: AbortSignal, reason: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(reason());
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener("abort", onAbort);
          resolve();
        },
        fail: (error) => {
          signal.removeEventListener("abort", onAbort);
          reject(error);
        },
      };
      signal.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(waiting);
    });
  }
}
