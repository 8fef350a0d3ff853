import type { RunHold } from "../trajectory/trajectory-store.ts";

export interface LeaseOptions {
  /** How long it lasts without being renewed. */
  readonly milliseconds: number;
  /** False where somebody else has it by now. */
  readonly renew: () => Promise<boolean>;
  readonly release: () => Promise<void>;
}

/** Three chances before it is over. */
const RENEWALS = 3;

/** Renews a lease until it is released, and says when it may be somebody else's: by this machine's steady clock, from before it was asked for. */
export function keepLease(since: number, { milliseconds, renew, release }: LeaseOptions): RunHold {
  const lost = new AbortController();
  let sure = since + milliseconds;
  let renewing = false;
  const lose = (): void => {
    clearInterval(timer);
    lost.abort();
  };
  const beat = async (): Promise<void> => {
    if (performance.now() >= sure) return lose();
    if (renewing) return;
    renewing = true;
    const asked = performance.now();
    try {
      if (await renew()) sure = asked + milliseconds;
      else lose();
    } catch {
      // The next one may get through.
    } finally {
      renewing = false;
    }
  };
  const timer = setInterval(beat, milliseconds / RENEWALS);
  timer.unref();
  return {
    signal: lost.signal,
    async release() {
      clearInterval(timer);
      await release();
    },
  };
}
