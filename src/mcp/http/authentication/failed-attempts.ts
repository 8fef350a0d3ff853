const WINDOW_MILLISECONDS = 60_000;
const MOST_ADDRESSES = 10_000;
const MOST_KNOWN = 1_000;

/** Counts wrong credentials by address, in bounded memory. Where it is full, the oldest addresses are forgotten first. */
export interface FailedAttempts {
  /** Seconds until credentials from this address are looked at again; undefined where they are now. */
  blocked(address: string, credential: string): number | undefined;
  failed(address: string): void;
  /** Credentials that were right are looked at whatever others at the same address do: behind a proxy many share one. */
  succeeded(credential: string): void;
}

export function failedAttempts(most: number, now: () => number = Date.now): FailedAttempts {
  const counts = new Map<string, { count: number; readonly until: number }>();
  const known = new Set<string>();
  return {
    blocked(address, credential) {
      const entry = counts.get(address);
      const left = (entry?.until ?? 0) - now();
      if (entry === undefined || left <= 0 || entry.count < most || known.has(credential)) return undefined;
      return Math.ceil(left / 1000);
    },
    failed(address) {
      const entry = counts.get(address);
      if (entry !== undefined && entry.until > now()) entry.count++;
      else {
        counts.delete(address);
        counts.set(address, { count: 1, until: now() + WINDOW_MILLISECONDS });
        forgetOldest(counts, MOST_ADDRESSES);
      }
    },
    succeeded(credential) {
      if (known.has(credential)) return;
      known.add(credential);
      forgetOldest(known, MOST_KNOWN);
    },
  };
}

function forgetOldest(entries: Map<string, unknown> | Set<string>, most: number): void {
  const [oldest] = entries.keys();
  if (entries.size > most && oldest !== undefined) entries.delete(oldest);
}
