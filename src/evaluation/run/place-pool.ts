import type { OpenedPlace, OpenPlace, Place } from "../benchmark/benchmark.ts";

/** Open places, shared by the tasks of each place. */
export interface PlacePool extends AsyncDisposable {
  /** Opens the place unless it is open. To be paired with `release`. @throws as opening does */
  acquire(key: string, place: Place): Promise<OpenedPlace>;
  release(key: string): Promise<void>;
}

interface Entry {
  readonly opened: Promise<OpenedPlace>;
  users: number;
}

/**
 * Keeps at most `most` places open, or more while more are in use. The least recently used idle place is closed first. Several tasks may wait for an
 * opening, so only `signal` aborts it.
 */
export function placePool(openPlace: OpenPlace, most: number, signal: AbortSignal): PlacePool {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  const closing = new Set<Promise<void>>();

  const close = (key: string, { opened }: Entry): Promise<void> => {
    entries.delete(key);
    const closed = opened
      .then((place) => place.close())
      // Whoever acquired the place knows that it could not be opened. Errors on closing do not matter.
      .catch(() => {})
      .finally(() => closing.delete(closed));
    closing.add(closed);
    return closed;
  };
  const shrink = async (): Promise<void> => {
    const idle = [...entries].filter(([, { users }]) => users === 0);
    const tooMany = Math.max(0, Math.min(idle.length, entries.size - most));
    await Promise.all(idle.slice(0, tooMany).map(([key, entry]) => close(key, entry)));
  };
  return {
    async acquire(key, place) {
      const entry = entries.get(key) ?? { opened: openPlace(place, signal), users: 0 };
      entries.delete(key);
      entries.set(key, entry);
      entry.users++;
      try {
        await shrink();
        return await entry.opened;
      } catch (error) {
        entry.users--;
        if (entries.get(key) === entry) entries.delete(key);
        throw error;
      }
    },
    async release(key) {
      const entry = entries.get(key);
      if (entry === undefined) return;
      entry.users--;
      await shrink();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...entries].map(([key, entry]) => close(key, entry)));
      await Promise.all(closing);
    },
  };
}
