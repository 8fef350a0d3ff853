import { oneAtATime, unlessAborted } from "../../util/turns.ts";

/** Lets requests to a host begin in the order in which they came. */
interface RateLimit {
  /** Resolves when the request may begin. Rejects once `signal` is aborted; the turn then goes to the next request. */
  turn(host: string, signal: AbortSignal): Promise<void>;
}

export interface RateClock {
  /** Milliseconds since 1970, to compare with dates in `Retry-After`. */
  now(): number;
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/**
 * At most `perSecond` requests begin in any second. They may begin together, so that a handful of calls never waits. Below one per second they begin at
 * even intervals. Requests that were aborted while waiting do not count. An infinite number is no limit.
 */
export function createRateLimit(perSecond: number, clock: RateClock): RateLimit {
  const together = Math.max(1, Math.floor(perSecond));
  const window = (together * 1000) / perSecond;
  const starts = new Map<string, readonly number[]>();
  const hosts = new Map<string, ReturnType<typeof oneAtATime>>();

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
      if (perSecond === Number.POSITIVE_INFINITY) return Promise.resolve();
      const inOrder = hosts.get(host) ?? oneAtATime();
      hosts.set(host, inOrder);
      return unlessAborted(
        inOrder(() => begin(host, signal)),
        signal,
      );
    },
  };
}
