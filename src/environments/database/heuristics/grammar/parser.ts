import type { LinkTable } from "../lexicon/link-table.ts";
import type { QuestionWord } from "../question/read-words.ts";

/** A question being read. */
export interface Input {
  readonly words: readonly QuestionWord[];
  readonly links: LinkTable;
  /** The furthest word that any rule got past, for saying what was not understood. */
  furthest: number;
  readonly memo: Map<unknown, Map<number, readonly Parse<unknown>[]>>;
}

/** One way to read words from a place on. `cost` adds up what was stretched. */
export interface Parse<T> {
  readonly value: T;
  readonly end: number;
  readonly cost: number;
  /** The alternatives that were taken, as `clause 3`: which rules read the question is counted by them. */
  readonly taken?: readonly string[];
}

/** A rule of the grammar: all ways to read it from a place. */
export type Rule<T> = (input: Input, at: number) => readonly Parse<T>[];

type Values<R extends readonly unknown[]> = { [K in keyof R]: R[K] extends Rule<infer T> ? T : never };

const MOST_WAYS = 100;
const vocabulary = new Set<string>();

/** True when some rule of the grammar knows the word. */
export function isGrammarWord(word: string): boolean {
  return vocabulary.has(word);
}

/** Reads each place once; rules may refer to ones defined further down. */
export function rule<T>(make: () => Rule<T>): Rule<T> {
  const key = {};
  let made: Rule<T> | undefined;
  return (input, at) => {
    const places = input.memo.get(key) ?? new Map<number, readonly Parse<unknown>[]>();
    input.memo.set(key, places);
    const kept = places.get(at);
    if (kept) return kept as readonly Parse<T>[];
    places.set(at, []);
    made ??= make();
    const found = cheapest(made(input, at));
    places.set(at, found);
    return found;
  };
}

function cheapest<T>(ways: readonly Parse<T>[]): readonly Parse<T>[] {
  return ways.length <= MOST_WAYS
    ? ways
    : [...ways].sort((a, b) => a.cost - b.cost || b.end - a.end).slice(0, MOST_WAYS);
}

/** Any of these words or phrases; gives the one that stands there. */
export function words(...phrases: readonly string[]): Rule<string> {
  const split = phrases.flatMap((phrase) => phrase.split("|")).map((phrase) => phrase.split(" "));
  for (const word of split.flat()) vocabulary.add(word);
  return (input, at) =>
    split
      .filter((phrase) =>
        phrase.every((word, i) => {
          const found = input.words[at + i];
          return found !== undefined && found.folded === word && found.kind !== "quoted";
        }),
      )
      .map((phrase) => reached(input, { value: phrase.join(" "), end: at + phrase.length, cost: 0 }));
}

/** A single word that passes the test. */
export function wordWhere(test: (word: QuestionWord) => boolean): Rule<QuestionWord> {
  return (input, at) => {
    const word = input.words[at];
    return word && test(word) ? [reached(input, { value: word, end: at + 1, cost: 0 })] : [];
  };
}

export function seq<R extends readonly Rule<unknown>[], T>(
  rules: readonly [...R],
  make: (...values: Values<R>) => T,
): Rule<T> {
  return (input, at) => {
    let ways: readonly Parse<readonly unknown[]>[] = [{ value: [], end: at, cost: 0 }];
    for (const each of rules) {
      ways = ways.flatMap((way) => each(input, way.end).map((next) => joined(way, next)));
      if (ways.length === 0) return [];
    }
    return cheapest(ways.map((way) => ({ ...way, value: make(...(way.value as unknown as Values<R>)) })));
  };
}

function joined<T>(way: Parse<readonly T[]>, next: Parse<T>): Parse<readonly T[]> {
  return {
    value: [...way.value, next.value],
    end: next.end,
    cost: way.cost + next.cost,
    taken: [...(way.taken ?? []), ...(next.taken ?? [])],
  };
}

export function alt<T>(...rules: readonly Rule<T>[]): Rule<T> {
  return (input, at) => rules.flatMap((each) => each(input, at));
}

/** Alternatives under a name: which of them reads a question is counted. */
export function oneOf<T>(name: string, ...rules: readonly Rule<T>[]): Rule<T> {
  return (input, at) =>
    rules.flatMap((each, i) =>
      each(input, at).map((way) => ({ ...way, taken: [`${name} ${i + 1}`, ...(way.taken ?? [])] })),
    );
}

/** With and without it, what is there first. */
export function maybe<T>(inner: Rule<T>): Rule<T | undefined> {
  return (input, at) => [...inner(input, at), { value: undefined, end: at, cost: 0 }];
}

/** None or several, in every number. */
export function many<T>(inner: Rule<T>, most = 6): Rule<readonly T[]> {
  return (input, at) => {
    const all: Parse<readonly T[]>[] = [{ value: [], end: at, cost: 0 }];
    let open: readonly Parse<readonly T[]>[] = all.slice();
    for (let i = 0; i < most && open.length > 0; i++) {
      open = cheapest(
        open.flatMap((way) =>
          inner(input, way.end)
            .filter(({ end }) => end > way.end)
            .map((next) => joined(way, next)),
        ),
      );
      all.push(...open);
    }
    return all;
  };
}

/** One or several with something in between ("," "and" …). */
export function list<T>(inner: Rule<T>, separator: Rule<unknown>, most = 6): Rule<readonly T[]> {
  const more = many(
    seq([separator, inner], (_, value) => value),
    most,
  );
  return seq([inner, more], (first, rest) => [first, ...rest]);
}

export function cost<T>(amount: number, inner: Rule<T>): Rule<T> {
  return (input, at) => inner(input, at).map((way) => ({ ...way, cost: way.cost + amount }));
}

export function map<A, B>(inner: Rule<A>, make: (value: A) => B): Rule<B> {
  return (input, at) => inner(input, at).map((way) => ({ ...way, value: make(way.value) }));
}

/** Only what passes; for choices that the value itself has to decide. */
export function when<T>(inner: Rule<T>, test: (value: T) => boolean): Rule<T> {
  return (input, at) => inner(input, at).filter(({ value }) => test(value));
}

function reached<T>(input: Input, way: Parse<T>): Parse<T> {
  input.furthest = Math.max(input.furthest, way.end);
  return way;
}

/** A rule that others use before it is written, where they use each other. */
export interface ForwardRule<T> extends Rule<T> {
  define(made: Rule<T>): void;
}

export function forward<T>(): ForwardRule<T> {
  let made: Rule<T> | undefined;
  const late = (input: Input, at: number): readonly Parse<T>[] => made?.(input, at) ?? [];
  return Object.assign(late, {
    define(given: Rule<T>) {
      made = given;
    },
  });
}
