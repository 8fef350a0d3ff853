/** Places for requests that are worked on, and a bounded queue before them. */
export interface WorkPlaces {
  /**
   * As many places as a message holds requests; the function gives them back, once. Undefined where the queue is full, the wait was too long,
   * the client has gone, or the places were closed.
   */
  take(count: number, signal: AbortSignal): Promise<(() => void) | undefined>;
  /** Whoever waits is refused, and so is whoever comes. */
  close(): void;
  /** Resolves when all places have been given back. */
  idle(): Promise<void>;
}

export interface WorkPlacesOptions {
  readonly atWork: number;
  readonly waiting: number;
  readonly waitSeconds: number;
}

interface Waiting {
  readonly count: number;
  readonly decide: (granted: boolean) => void;
}

export function workPlaces({ atWork, waiting, waitSeconds }: WorkPlacesOptions): WorkPlaces {
  let free = atWork;
  let closed = false;
  const queue = new Set<Waiting>();
  const idlers = new Set<() => void>();

  const held = (count: number) => {
    free -= count;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      free += count;
      grant();
      if (free === atWork) for (const resolve of idlers) resolve();
    };
  };
  const grant = () => {
    for (const next of queue) {
      if (next.count > free) return;
      queue.delete(next);
      next.decide(true);
    }
  };
  const queued = (count: number, signal: AbortSignal) =>
    new Promise<(() => void) | undefined>((resolve) => {
      const decide = (granted: boolean) => {
        clearTimeout(timer);
        queue.delete(entry);
        signal.removeEventListener("abort", refuse);
        resolve(granted ? held(count) : undefined);
      };
      const refuse = () => decide(false);
      const entry = { count, decide };
      const timer = setTimeout(refuse, waitSeconds * 1000);
      signal.addEventListener("abort", refuse, { once: true });
      queue.add(entry);
    });

  return {
    async take(wanted, signal) {
      // A message with more requests than there are places would wait for ever.
      const count = Math.min(wanted, atWork);
      if (closed || signal.aborted) return undefined;
      if (queue.size === 0 && count <= free) return held(count);
      return queue.size < waiting ? queued(count, signal) : undefined;
    },
    close() {
      closed = true;
      for (const { decide } of queue) decide(false);
    },
    async idle() {
      if (free < atWork) await new Promise<void>((resolve) => idlers.add(resolve));
    },
  };
}
