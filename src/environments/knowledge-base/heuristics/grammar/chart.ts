/** One way to read a stretch of tokens. */
export interface Edge<T = unknown> {
  readonly value: T;
  /** What was stretched. */
  readonly cost: number;
}

/** `parts` in order; words in lower case with `|` between alternatives, categories in capitals, `?` behind what may be missing. */
export interface Rule {
  readonly category: string;
  readonly parts: readonly Part[];
  readonly cost: number;
  /** From the value of each part (the word, for words; undefined where it is missing); undefined where the parts do not go together. */
  make(values: readonly unknown[]): unknown;
}

type Part = { readonly words: ReadonlySet<string> } | { readonly category: string };

export type Make = (...values: readonly never[]) => unknown;

/** Rules of one pattern: one for each choice of what is missing. */
export function rule(category: string, pattern: string, make: Make, cost = 0): readonly Rule[] {
  const items = pattern.trim().split(/\s+/u);
  const optional = items.map((item) => item.endsWith("?") && item !== "?");
  const build = make as (...values: readonly unknown[]) => unknown;
  const rules: Rule[] = [];
  const choices = 2 ** optional.filter(Boolean).length;
  for (let choice = 0; choice < choices; choice++) {
    let bit = 0;
    const present = items.map((_, at) => (optional[at] ? ((choice >> bit++) & 1) === 1 : true));
    const parts = items.flatMap((item, at) => (present[at] ? [partOf(item.replace(/(?<=.)\?$/u, ""))] : []));
    if (parts.length === 0) continue;
    rules.push({
      category,
      parts,
      cost,
      make(values) {
        let next = 0;
        return build(...present.map((is) => (is ? values[next++] : undefined)));
      },
    });
  }
  return rules;
}

function partOf(item: string): Part {
  return /^\p{Lu}/u.test(item) ? { category: item } : { words: new Set(item.split("|")) };
}

const MOST_WAYS = 24;

export interface ChartInput {
  readonly words: readonly string[];
  /** Readings of a stretch that no rule makes: names, nouns, verbs, numbers. */
  lexical(category: string, from: number, to: number): readonly Edge[];
}

/** All readings of the tokens as the category, cheapest first; each stretch is read once, with at most 24 ways kept. */
export function readAs(category: string, rules: readonly Rule[], input: ChartInput): readonly Edge[] {
  const byCategory = Map.groupBy(rules, (each) => each.category);
  const memo = new Map<string, readonly Edge[]>();
  return read(category, 0, input.words.length);

  function read(wanted: string, from: number, to: number): readonly Edge[] {
    const key = `${wanted} ${from} ${to}`;
    const known = memo.get(key);
    if (known) return known;
    // A category within itself over the same stretch adds nothing.
    memo.set(key, []);
    const found = [...input.lexical(wanted, from, to)];
    for (const each of byCategory.get(wanted) ?? []) {
      for (const { values, cost } of match(each.parts, 0, from, to)) {
        const value = each.make(values);
        if (value !== undefined) found.push({ value, cost: cost + each.cost });
      }
    }
    const kept = cheapest(found);
    memo.set(key, kept);
    return kept;
  }

  function match(
    parts: readonly Part[],
    at: number,
    from: number,
    to: number,
  ): readonly { readonly values: readonly unknown[]; readonly cost: number }[] {
    const part = parts[at];
    if (part === undefined) return from === to ? [{ values: [], cost: 0 }] : [];
    const left = parts.length - at - 1;
    if (to - from < left + 1) return [];
    if ("words" in part) {
      const word = input.words[from] ?? "";
      if (!part.words.has(word)) return [];
      return match(parts, at + 1, from + 1, to).map((rest) => ({ ...rest, values: [word, ...rest.values] }));
    }
    const found: { readonly values: readonly unknown[]; readonly cost: number }[] = [];
    for (let end = left === 0 ? to : from + 1; end <= to - left; end++) {
      const rests = match(parts, at + 1, end, to);
      if (rests.length === 0) continue;
      for (const edge of read(part.category, from, end)) {
        for (const rest of rests)
          found.push({ values: [edge.value, ...rest.values], cost: edge.cost + rest.cost });
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
