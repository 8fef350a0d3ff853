import { RecentValues } from "./recent-values.ts";

/** Answers kept at most; the one that was not asked for the longest goes first. */
const MOST_ANSWERS = 2000;
const MOST_LABELS = 50_000;
/** So often at most is the store asked whether its data changed. */
const CHECKED_EVERY_MILLISECONDS = 5000;

/**
 * What a store said, by the content of the question: a variable is computed once, whichever workspace asks for it. Everything is forgotten
 * when the data change.
 */
export interface ReadCache {
  /** The answer of `read`, or the one it gave before under this key. Errors are not kept. */
  through<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Labels by the text of the term; undefined stands for "none", absence for "not asked yet". */
  readonly labels: Map<string, string | undefined>;
  /** Asks for the version of the data now and then. */
  refresh(version: () => Promise<string>): Promise<void>;
}

export function createReadCache(clock: () => number = Date.now): ReadCache {
  const answers = new RecentValues<unknown>(MOST_ANSWERS);
  const labels = new Map<string, string | undefined>();
  let known: string | undefined;
  let checked = Number.NEGATIVE_INFINITY;
  return {
    labels,
    async through<T>(key: string, read: () => Promise<T>): Promise<T> {
      const kept = answers.get(key);
      if (kept !== undefined) return kept.value as T;
      const version = known;
      const answer = await read();
      // What was read while the data changed may be of either version.
      if (version === known) answers.set(key, answer);
      return answer;
    },
    async refresh(version) {
      if (labels.size > MOST_LABELS) labels.clear();
      if (clock() - checked < CHECKED_EVERY_MILLISECONDS) return;
      const current = await version();
      checked = clock();
      if (current === known) return;
      known = current;
      answers.clear();
      labels.clear();
    },
  };
}
