/** Waits for its turn, in the order in which requests to a host came. */
export interface RateLimit {
  turn(host: string, signal: AbortSignal): Promise<void>;
}

export interface RateClock {
  /** Milliseconds since 1970: dates of `Retry-After` are compared with it. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * At most so many requests begin in any second: they may go at once, so that a handful of calls never waits. Below one a second they go at even
 * distances.
 */
export function createRateLimit(perSecond: number, clock: RateClock): RateLimit {
  const together = Math.max(1, Math.floor(perSecond));
  const window = (together * 1000) / perSecond;
  const starts = new Map<string, readonly number[]>();
  return {
    async turn(host, signal) {
      const now = clock.now();
      const before = starts.get(host) ?? [];
      const oldest = before.length < together ? undefined : before[0];
      const at = Math.max(now, before.at(-1) ?? now, oldest === undefined ? now : oldest + window);
      starts.set(host, [...before, at].slice(-together));
      if (at > now) await clock.sleep(at - now, signal);
    },
  };
}
