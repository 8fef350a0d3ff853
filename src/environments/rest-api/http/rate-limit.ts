/** Waits for its turn: requests to one host start at even distances, in the order in which they came. */
export interface RateLimit {
  turn(host: string, signal: AbortSignal): Promise<void>;
}

export interface RateClock {
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function createRateLimit(perSecond: number, clock: RateClock): RateLimit {
  const next = new Map<string, number>();
  const distance = 1000 / perSecond;
  // A second's worth may go at once, so that a handful of calls never waits.
  const burst = 1000;
  return {
    async turn(host, signal) {
      const now = clock.now();
      const at = Math.max(next.get(host) ?? 0, now - burst);
      next.set(host, at + distance);
      if (at > now) await clock.sleep(at - now, signal);
    },
  };
}
