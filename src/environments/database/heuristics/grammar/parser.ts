import type { Token } from "../../../../util/english/tokens.ts";
import type { LinkTable } from "../lexicon/link-table.ts";

/** A question being read. */
export interface Input {
  readonly words: readonly Token[];
  readonly links: LinkTable;
  /** The furthest word that any rule got past, for saying what was not understood. */
  furthest: number;
  readonly memo: Map<string, Map<number, readonly Parse<unknown>[]>>;
}

/** One way to read words from a place on. `cost` adds up what was stretched. */
export interface Parse<T> {
  readonly value: T;
  readonly end: number;
  readonly cost: number;
  /** The patterns that were taken: which rules read the question is counted by them. */
  readonly taken?: readonly string[];
}

/** All ways to read something from a place. */
export type Rule<T> = (input: Input, at: number) => readonly Parse<T>[];

const MOST_WAYS = 100;
const vocabulary = new Set<string>();

/** True when some rule of the grammar knows the word. */
export function isGrammarWord(word: string): boolean {
  return vocabulary.has(word);
}

function cheapest<T>(ways: readonly Parse<T>[]): readonly Parse<T>[] {
  return ways.length <= MOST_WAYS
    ? ways
    : [...ways].sort((a, b) => a.cost - b.cost || b.end - a.end).slice(0, MOST_WAYS);
}

/** Any of these words or phrases, `|` between them; gives the one that stands there. */
export function words(phrases: string): Rule<string> {
  const split = phrases.split("|").map((phrase) => phrase.split(" "));
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

/** Words and phrases by what they mean. */
export function meaning<T extends string>(table: Readonly<Record<T, string>>): Rule<T> {
  const rules = (Object.keys(table) as T[]).map((value) => ({ value, rule: words(table[value]) }));
  return (input, at) => rules.flatMap(({ value, rule }) => rule(input, at).map((way) => ({ ...way, value })));
}

/** A single word that the test makes something of. */
export function wordAs<T>(make: (word: Token) => T | undefined, cost = 0): Rule<T> {
  return (input, at) => {
    const word = input.words[at];
    const value = word && make(word);
    return value === undefined ? [] : [reached(input, { value, end: at + 1, cost })];
  };
}

/** None or several, in every number. */
export function many<T>(inner: Rule<T>, most: number): Rule<readonly T[]> {
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

function joined<T>(way: Parse<readonly T[]>, next: Parse<T>, isSaid = true): Parse<readonly T[]> {
  return {
    value: isSaid ? [...way.value, next.value] : way.value,
    end: next.end,
    cost: way.cost + next.cost,
    taken: [...(way.taken ?? []), ...(next.taken ?? [])],
  };
}

function reached<T>(input: Input, way: Parse<T>): Parse<T> {
  input.furthest = Math.max(input.furthest, way.end);
  return way;
}

/** Makes something of the values of a pattern; undefined where they do not go together. */
type Make = (...values: readonly never[]) => unknown;

/** What each pattern makes, and what it costs to read the words so (0). */
export type Patterns = Readonly<Record<string, Make | readonly [make: Make, cost: number]>>;

/** Words with `|` between them, patterns, or what no pattern can say. */
type Category = string | Patterns | Rule<unknown>;
type Categories = Readonly<Record<string, Category>>;

/**
 * Rules by category. A pattern is read from left to right: words in lower case (`_` for the blank within a phrase), categories in capitals, `|`
 * between alternatives, `?` behind what may be missing. What a pattern makes gets the values of the categories that are not silent, undefined
 * for those that are missing. Categories may be used before they stand in the table, and by themselves.
 */
export function grammar(said: Categories, silent: Categories): (category: string) => Rule<unknown> {
  const rules = new Map<string, Rule<unknown>>();
  const rule =
    (category: string): Rule<unknown> =>
    (input, at) =>
      rules.get(category)?.(input, at) ?? [];
  for (const [name, category] of Object.entries({ ...said, ...silent })) {
    if (typeof category === "string") rules.set(name, words(category));
    else if (typeof category === "function") rules.set(name, category);
    else
      rules.set(
        name,
        readOnce(
          name,
          Object.entries(category).map(([pattern, made]) => patternRule(name, pattern, made)),
        ),
      );
  }
  return rule;

  function patternRule(category: string, pattern: string, made: Patterns[string]): Rule<unknown> {
    const [make, cost] = typeof made === "function" ? [made, 0] : made;
    const items = pattern.split(" ").map(itemOf);
    const build = make as (...values: readonly unknown[]) => unknown;
    const taken = [`${category}: ${pattern}`];
    return (input, at) => {
      let ways: readonly Parse<readonly unknown[]>[] = [{ value: [], end: at, cost, taken }];
      for (const { alternatives, isOptional, isSaid } of items) {
        ways = ways.flatMap((way) => {
          const found = alternatives.flatMap((each) => each(input, way.end));
          const missing = isOptional ? [{ value: undefined, end: way.end, cost: 0 }] : [];
          return [...found, ...missing].map((next) => joined(way, next, isSaid));
        });
      }
      return cheapest(
        ways.flatMap((way) => {
          const value = build(...way.value);
          return value === undefined ? [] : [{ ...way, value }];
        }),
      );
    };
  }

  function itemOf(text: string) {
    const isOptional = text.length > 1 && text.endsWith("?");
    const names = (isOptional ? text.slice(0, -1) : text).split("|");
    const categories = names.filter((name) => /^\p{Lu}/u.test(name));
    const phrases = names
      .filter((name) => !categories.includes(name))
      .join("|")
      .replaceAll("_", " ");
    const alternatives = [...categories.map(rule), ...(phrases === "" ? [] : [words(phrases)])];
    return { alternatives, isOptional, isSaid: categories.some((name) => name in said) };
  }
}

/** Reads each place once; a category within itself at the same place adds nothing. */
function readOnce(name: string, patterns: readonly Rule<unknown>[]): Rule<unknown> {
  return (input, at) => {
    const places = input.memo.get(name) ?? new Map<number, readonly Parse<unknown>[]>();
    input.memo.set(name, places);
    const kept = places.get(at);
    if (kept) return kept;
    places.set(at, []);
    const found = cheapest(patterns.flatMap((each) => each(input, at)));
    places.set(at, found);
    return found;
  };
}
