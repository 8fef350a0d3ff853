import type { JsonObject } from "../util/json.ts";

/** Contents that were read or written last, so that reading a bulky one again costs no parsing. A version's content never changes. */
export interface RecentContents {
  get(key: string, version: number): JsonObject | undefined;
  /** The version that is there. */
  versionOf(key: string): number | undefined;
  /** `size`: characters of the content as text. */
  set(key: string, version: number, content: JsonObject, size: number): void;
}

/** `most`: characters of all contents together; the one used longest ago goes first. */
export function recentContents(most: number): RecentContents {
  const recent = new Map<string, { version: number; content: JsonObject; size: number }>();
  let total = 0;
  const drop = (key: string): void => {
    total -= recent.get(key)?.size ?? 0;
    recent.delete(key);
  };
  return {
    get(key, version) {
      const found = recent.get(key);
      if (found?.version !== version) return undefined;
      recent.delete(key);
      recent.set(key, found);
      return found.content;
    },
    versionOf: (key) => recent.get(key)?.version,
    set(key, version, content, size) {
      drop(key);
      recent.set(key, { version, content, size });
      total += size;
      for (const oldest of recent.keys()) {
        if (total <= most) break;
        drop(oldest);
      }
    },
  };
}
