import type { Token } from "../../../../util/english/tokens.ts";
import type { LinkTable } from "../lexicon/link-table.ts";

/** The question and the state of its parsing. */
export interface Input {
  readonly words: readonly Token[];
  readonly links: LinkTable;
  /** The furthest word that any rule got past, for explaining failures. */
  furthest: number;
  readonly memo: Map<string, Map<number, readonly Parse<unknown>[]>>;
}

/** One parse of the words from a position on. `cost` adds up deviations. */
export interface Parse<T> {
  readonly value: T;
  readonly end: number;
  readonly cost: number;
  /** The patterns used, for statistics of the rules. */
  readonly taken?: readonly string[];
}

/** All parses of one construct from a position on. */
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

/** Any of these words or phrases, separated by `|`; gives the one found. */
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

/** Words and phrases, by their meaning. */
export function meaning<T extends string>(table: Readonly<Record<T, string>>): Rule<T> {
  const rules = (Object.keys(table) as T[]).map((value) => ({ value, rule: words(table[value]) }));
  return (input, at) => rules.flatMap(({ value, rule }) => rule(input, at).map((way) => ({ ...way, value })));
}

/** A single word, if `make` gives a value for it. */
export function wordAs<T>(make: (word: Token) => T | undefined, cost = 0): Rule<T> {
  return (input, at) => {
    const word = input.words[at];
    const value = word && make(word);
    return value === undefined ? [] : [reached(input, { value, end: at + 1, cost })];
  };
}

/** Zero or more, at most `most`; one parse for every number. */
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

function joined<T>(way: Parse<readonly T[]>, next: Parse<T>, hasValue = true): Parse<readonly T[]> {
  return {
    value: hasValue ? [...way.value, next.value] : way.value,
    end: next.end,
    cost: way.cost + next.cost,
    taken: [...(way.taken ?? []), ...(next.taken ?? [])],
  };
}

function reached<T>(input: Input, way: Parse<T>): Parse<T> {
  input.furthest = Math.max(input.furthest, way.end);
  return way;
}

/** Builds a pattern's value; undefined rejects the parse. */
type Make = (...values: readonly never[]) => unknown;

/** Patterns with their builders, and the cost of reading the words so (0). */
export type Patterns = Readonly<Record<string, Make | readonly [make: Make, cost: number]>>;

/** Words with `|` between them, patterns, or a rule that no pattern can express. */
type Category = string | Patterns | Rule<unknown>;
type Categories = Readonly<Record<string, Category>>;

/**
 * Rules by category. A pattern is read from left to right: words in lower case (`_` for the blank within a phrase), categories in capitals, `|`
 * between alternatives, `?` behind optional parts. Its builder gets the values of the categories that are not silent, undefined for missing ones.
 * Categories may be used before their definition, and recursively.
 */
export function grammar(valued: Categories, silent: Categories): (category: string) => Rule<unknown> {
  const rules = new Map<string, Rule<unknown>>();
  const rule =
    (category: string): Rule<unknown> =>
    (input, at) =>
      rules.get(category)?.(input, at) ?? [];
  for (const [name, category] of Object.entries({ ...valued, ...silent })) {
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
      for (const { alternatives, isOptional, hasValue } of items) {
        ways = ways.flatMap((way) => {
          const found = alternatives.flatMap((each) => each(input, way.end));
          const missing = isOptional ? [{ value: undefined, end: way.end, cost: 0 }] : [];
          return [...found, ...missing].map((next) => joined(way, next, hasValue));
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
    return { alternatives, isOptional, hasValue: categories.some((name) => name in valued) };
  }
}

/** Reads each position once; a category within itself at the same position adds nothing. */
function readOnce(name: string, patterns: readonly Rule<unknown>[]): Rule<unknown> {
  return (input, at) => {
    const byPosition = input.memo.get(name) ?? new Map<number, readonly Parse<unknown>[]>();
    input.memo.set(name, byPosition);
    const known = byPosition.get(at);
    if (known) return known;
    byPosition.set(at, []);
    const found = cheapest(patterns.flatMap((each) => each(input, at)));
    byPosition.set(at, found);
    return found;
  };
}
