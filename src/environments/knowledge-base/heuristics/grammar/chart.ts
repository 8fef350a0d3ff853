/** One way to read a stretch of tokens. */
export interface Edge<T = unknown> {
  readonly value: T;
  /** Cost of the reading: higher for less literal ones. */
  readonly cost: number;
  /** Names of the rules used (category and pattern), for statistics on which rules read questions. */
  readonly rules?: readonly string[];
}

export interface Rule {
  readonly name: string;
  readonly category: string;
  readonly parts: readonly Part[];
  readonly cost: number;
  /** Combines the values of its parts; undefined if they do not fit together. */
  make(values: readonly unknown[]): unknown;
}

type Part = { readonly words: ReadonlySet<string> } | { readonly category: string; readonly silent: boolean };

export type Make = (...values: readonly never[]) => unknown;

/** Categories without a value, which only connect a phrase. */
const SILENT: ReadonlySet<string> = new Set("BE DO AUX DET P EMPTY WHAT WHO THAT AS".split(" "));

/**
 * Rules of one pattern, one for each choice of optional items. Words are in lower case with `|` between alternatives, categories in capitals, and
 * `?` marks optional items. `make` gets the values of the categories that are not silent, undefined for missing ones.
 */
export function rule(category: string, pattern: string, make: Make, cost = 0): readonly Rule[] {
  const items = pattern
    .trim()
    .split(/\s+/u)
    .map((item) => ({
      part: partOf(item.replace(/(?<=.)\?$/u, "")),
      optional: item.length > 1 && item.endsWith("?"),
    }));
  const build = make as (...values: readonly unknown[]) => unknown;
  const optional = items.filter((item) => item.optional);
  return Array.from({ length: 2 ** optional.length }, (_, choice) => {
    const present = items.filter((item) => !item.optional || ((choice >> optional.indexOf(item)) & 1) === 1);
    const said = items.filter(({ part }) => "category" in part && !part.silent);
    return {
      name: `${category}: ${pattern}`,
      category,
      parts: present.map(({ part }) => part),
      cost,
      make(values: readonly unknown[]) {
        return build(...said.map((item) => values[present.indexOf(item)]));
      },
    };
  }).filter(({ parts }) => parts.length > 0);
}

function partOf(item: string): Part {
  return /^\p{Lu}/u.test(item)
    ? { category: item, silent: SILENT.has(item) }
    : { words: new Set(item.split("|")) };
}

const MOST_WAYS = 24;

interface Matched {
  readonly values: readonly unknown[];
  readonly cost: number;
  readonly rules: readonly string[];
}

export interface ChartInput {
  readonly words: readonly string[];
  /** Readings of a stretch from the lexicon: names, nouns, verbs, numbers. */
  lexical(category: string, from: number, to: number): readonly Edge[];
}

/** All readings of the tokens as the category, cheapest first; each stretch is read once, and at most 24 readings of it are kept. */
export function readAs(
  category: string,
  byCategory: ReadonlyMap<string, readonly Rule[]>,
  input: ChartInput,
): readonly Edge[] {
  const memo = new Map<string, readonly Edge[]>();
  return read(category, 0, input.words.length);

  function read(wanted: string, from: number, to: number): readonly Edge[] {
    const key = `${wanted} ${from} ${to}`;
    const known = memo.get(key);
    if (known) return known;
    // Stops recursion: a category within itself over the same stretch adds nothing.
    memo.set(key, []);
    const found = [...input.lexical(wanted, from, to)];
    for (const each of byCategory.get(wanted) ?? []) {
      for (const { values, cost, rules } of match(each.parts, 0, from, to)) {
        const value = each.make(values);
        if (value !== undefined) found.push({ value, cost: cost + each.cost, rules: [each.name, ...rules] });
      }
    }
    const kept = cheapest(found);
    memo.set(key, kept);
    return kept;
  }

  function match(parts: readonly Part[], at: number, from: number, to: number): readonly Matched[] {
    const part = parts[at];
    if (part === undefined) return from === to ? [{ values: [], cost: 0, rules: [] }] : [];
    const left = parts.length - at - 1;
    if (to - from < left + 1) return [];
    if ("words" in part) {
      const word = input.words[from] ?? "";
      if (!part.words.has(word)) return [];
      return match(parts, at + 1, from + 1, to).map((rest) => ({ ...rest, values: [word, ...rest.values] }));
    }
    const found: Matched[] = [];
    for (let end = left === 0 ? to : from + 1; end <= to - left; end++) {
      const rests = match(parts, at + 1, end, to);
      if (rests.length === 0) continue;
      for (const edge of read(part.category, from, end)) {
        for (const rest of rests)
          found.push({
            values: [edge.value, ...rest.values],
            cost: edge.cost + rest.cost,
            rules: [...(edge.rules ?? []), ...rest.rules],
          });
      }
    }
    return found;
  }
}

function cheapest(edges: readonly Edge[]): readonly Edge[] {
  const best = new Map<string, Edge>();
  for (const edge of edges) {
    const key = JSON.stringify(edge.value);
    if ((best.get(key)?.cost ?? Number.POSITIVE_INFINITY) > edge.cost) best.set(key, edge);
  }
  return [...best.values()].sort((a, b) => a.cost - b.cost).slice(0, MOST_WAYS);
}
