/** One interpretation with its score (0 to 1, a product of how well words match names) and the notes for its answer. */
export interface Scored<T> {
  readonly value: T;
  readonly score: number;
  readonly notes: readonly string[];
  /** Grammar patterns that produced it. */
  readonly rules?: readonly string[];
}

const MOST = 24;

export function scored<T>(value: T, score = 1, notes: readonly (string | undefined)[] = []): Scored<T> {
  return { value, score, notes: notes.filter((note) => note !== undefined) };
}

/** The best interpretations, at most `most`. */
export function best<T>(readings: readonly Scored<T>[], most = MOST): readonly Scored<T>[] {
  return [...readings].sort((a, b) => b.score - a.score).slice(0, most);
}

/** Every interpretation of the first with every one of the second. */
export function product<A, B, T>(
  first: readonly Scored<A>[],
  second: readonly Scored<B>[],
  make: (a: A, b: B) => T | undefined,
): readonly Scored<T>[] {
  const made: Scored<T>[] = [];
  for (const a of first) {
    for (const b of second) {
      const value = make(a.value, b.value);
      if (value !== undefined)
        made.push({ value, score: a.score * b.score, notes: [...a.notes, ...b.notes] });
    }
  }
  return best(made);
}

/** One interpretation of each, in every combination. */
export function all<T>(choices: readonly (readonly Scored<T>[])[]): readonly Scored<readonly T[]>[] {
  return choices.reduce<readonly Scored<readonly T[]>[]>(
    (done, next) => product(done, next, (values, value) => [...values, value]),
    [scored<readonly T[]>([])],
  );
}

/** Interprets the items one after the other and keeps the best results of all. */
export async function each<A, T>(
  from: readonly A[],
  make: (value: A) => Promise<readonly Scored<T>[]> | readonly Scored<T>[],
): Promise<readonly Scored<T>[]> {
  const found: Scored<T>[] = [];
  for (const value of from) found.push(...(await make(value)));
  return best(found);
}

/** Derives interpretations from each of `from`: scores are multiplied, notes joined. */
export async function chain<A, T>(
  from: readonly Scored<A>[],
  make: (value: A) => Promise<readonly Scored<T>[]> | readonly Scored<T>[],
): Promise<readonly Scored<T>[]> {
  return each(from, async (first) =>
    (await make(first.value)).map((one) => ({
      value: one.value,
      score: first.score * one.score,
      notes: [...first.notes, ...one.notes],
    })),
  );
}
