/** Waits for its turn: the requests to a host go in the order in which they came. */
export interface RateLimit {
  /** Rejects once `signal` is aborted; the turn then goes to the next. */
  turn(host: string, signal: AbortSignal): Promise<void>;
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
  const last = new Map<string, Promise<void>>();

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

  return {
    turn(host, signal) {
      const begun = (last.get(host) ?? Promise.resolve()).then(() => begin(host, signal));
      last.set(
        host,
        begun.catch(() => undefined),
      );
      return unlessAborted(begun, signal);
    },
  };
}

/** Who gives up does not wait for those before, nor ends what others wait for. */
export function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const aborted = () => reject(signal.reason);
    if (signal.aborted) aborted();
    signal.addEventListener("abort", aborted, { once: true });
    waited.then(resolve, reject).finally(() => signal.removeEventListener("abort", aborted));
  });
}
