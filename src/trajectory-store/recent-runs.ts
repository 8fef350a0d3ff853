import type { RunRecord } from "./run-record.ts";

/** A run as it was when it was last read or written. `number` tells it from another that had the same id before. */
export interface StoredRun {
  readonly number: string;
  readonly record: RunRecord;
}

/** At most so many; the one used longest ago goes first. */
export function recentRuns(most: number): Pick<Map<string, StoredRun>, "get" | "set" | "delete"> {
  const runs = new Map<string, StoredRun>();
  const set = (key: string, run: StoredRun): typeof runs => {
    runs.delete(key);
    runs.set(key, run);
    const [oldest] = runs.keys();
    if (runs.size > most && oldest !== undefined) runs.delete(oldest);
    return runs;
  };
  return { get: (key) => runs.get(key), set, delete: (key) => runs.delete(key) };
}
