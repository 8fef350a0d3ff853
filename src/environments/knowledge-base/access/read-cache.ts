/** Most cached answers; the least recently used is evicted first. */
const MOST_ANSWERS = 2000;
const MOST_LABELS = 50_000;
/** Least time between two checks of the data version. */
const CHECKED_EVERY_MILLISECONDS = 5000;

/**
 * Answers of a store, by the content of the query: a variable is computed once for all workspaces. The cache is cleared
 * when the data change.
 */
export interface ReadCache {
  /** The cached answer under this key, or else the answer of `read`. Errors are not cached. */
  through<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Labels by the text of the term; undefined means "no label", a missing entry "not queried yet". */
  readonly labels: Map<string, string | undefined>;
  /** Checks the version of the data from time to time. */
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
      // An answer read while the data changed may belong to either version.
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

/** Values by key. Evicts the least recently used when the total size exceeds the limit. */
export class RecentValues<Value> {
  readonly #values = new Map<string, { readonly value: Value; readonly size: number }>();
  readonly #limit: number;
  readonly #sizeOf: (value: Value) => number;
  #size = 0;

  constructor(limit: number, sizeOf: (value: Value) => number = () => 1) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
  }

  get(key: string): { readonly value: Value } | undefined {
    const known = this.#values.get(key);
    if (known === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, known);
    return known;
  }

  /** Does not store a value that alone exceeds the limit. */
  set(key: string, value: Value): void {
    this.#remove(key);
    const size = this.#sizeOf(value);
    if (size > this.#limit) return;
    this.#values.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#values.keys()) {
      if (this.#size <= this.#limit) break;
      this.#remove(oldest);
    }
  }

  /** The stored value, or else the result of `make`. Failures are not stored, and work cancelled by one call fails no other call. */
  async through(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.get(key);
    if (known !== undefined) return known.value;
    const value = await make();
    this.set(key, value);
    return value;
  }

  clear(): void {
    this.#values.clear();
    this.#size = 0;
  }

  #remove(key: string): void {
    this.#size -= this.#values.get(key)?.size ?? 0;
    this.#values.delete(key);
  }
}
