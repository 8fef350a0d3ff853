/** Waits for its turn: those who ask take turns at a host, and the requests of one go in the order in which they came. */
export interface RateLimit {
  /** Rejects once `signal` is aborted; the turn then goes to the next. */
  turn(host: string, principal: string, signal: AbortSignal): Promise<void>;
}

interface Waiting {
  readonly signal: AbortSignal;
  readonly begun: PromiseWithResolvers<void>;
}

export interface RateClock {
  /** Milliseconds since 1970: dates of `Retry-After` are compared with it. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * At most so many requests begin in any second: they may go at once, so that a handful of calls never waits. Below one a second they go at even
 * distances. Only requests that began count: one that was given up while it waited takes nobody's time.
 */
export function createRateLimit(perSecond: number, clock: RateClock): RateLimit {
  const together = Math.max(1, Math.floor(perSecond));
  const window = (together * 1000) / perSecond;
  const starts = new Map<string, readonly number[]>();
  /** Of each host at which somebody waits. */
  const queues = new Map<string, FairQueue<Waiting>>();

  async function begin(host: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const now = clock.now();
    const before = starts.get(host) ?? [];
    const oldest = before.length < together ? undefined : before[0];
    const at = Math.max(now, before.at(-1) ?? now, oldest === undefined ? now : oldest + window);
    if (at > now) await clock.sleep(at - now, signal);
    signal.throwIfAborted();
    starts.set(host, [...before, at].slice(-together));
  }

  async function serve(host: string, queue: FairQueue<Waiting>): Promise<void> {
    for (let next = queue.next(); next !== undefined; next = queue.next())
      await begin(host, next.signal).then(next.begun.resolve, next.begun.reject);
    queues.delete(host);
  }

  return {
    async turn(host, principal, signal) {
      const begun = Promise.withResolvers<void>();
      const waited = queues.get(host);
      const queue = waited ?? fairQueue<Waiting>();
      queue.add(principal, { signal, begun });
      if (waited === undefined) {
        queues.set(host, queue);
        void serve(host, queue);
      }
      await orAborted(begun.promise, signal);
    },
  };
}

/** Who gives up does not wait for those before. */
async function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}

/** What several have waiting, taken one by one from each in turn: whoever has much of it waits for himself. */
interface FairQueue<T> {
  add(owner: string, item: T): void;
  /** Undefined where nothing waits. */
  next(): T | undefined;
}

function fairQueue<T>(): FairQueue<T> {
  /** The owner whose turn it is comes first; none has an empty list. */
  const waiting = new Map<string, T[]>();
  return {
    add(owner, item) {
      const items = waiting.get(owner);
      if (items === undefined) waiting.set(owner, [item]);
      else items.push(item);
    },
    next() {
      const [first] = waiting;
      if (first === undefined) return undefined;
      const [owner, items] = first;
      waiting.delete(owner);
      const item = items.shift();
      if (items.length > 0) waiting.set(owner, items);
      return item;
    },
  };
}
