import type { OpenedPlace, OpenPlace, Place } from "../benchmark/benchmark.ts";

/** Places while they are open; tasks of one place share it. */
export interface PlacePool extends AsyncDisposable {
  /** Opens it where it is not open. Give it back with `release`. @throws whatever opening it throws */
  acquire(key: string, place: Place): Promise<OpenedPlace>;
  release(key: string): Promise<void>;
}

interface Entry {
  readonly opened: Promise<OpenedPlace>;
  users: number;
}

/**
 * Keeps at most `most` places open beside those that are in use; of the idle ones, that which was used longest ago is closed first. An
 * opening belongs to all who wait for it, so it ends with `signal` and not with one of them.
 */
export function placePool(openPlace: OpenPlace, most: number, signal: AbortSignal): PlacePool {
  // In the order of their last use.
  const entries = new Map<string, Entry>();
  const closing = new Set<Promise<void>>();

  const close = (key: string, { opened }: Entry): Promise<void> => {
    entries.delete(key);
    const closed = opened
      .then((place) => place.close())
      // What could not be opened was told to whoever wanted it; what cannot be closed is no use to anybody.
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
