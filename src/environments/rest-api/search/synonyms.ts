import { BRINGS_TO_MIND, SAME_MEANING } from "./thesaurus.ts";
import { wordKey } from "./word-key.ts";

const SAME = 0.75;
const IN_MIND = 0.45;

let table: ReadonlyMap<string, ReadonlyMap<string, number>> | undefined;

/** Keys of words that mean nearly the same as the word with this key, with how nearly (0 to 1). */
export function synonymsOf(key: string): ReadonlyMap<string, number> {
  table ??= buildTable();
  return table.get(key) ?? NONE;
}

const NONE: ReadonlyMap<string, number> = new Map();

function buildTable(): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const built = new Map<string, Map<string, number>>();
  const relate = (from: string, to: string, strength: number): void => {
    if (from === to) return;
    const of = built.get(from) ?? new Map<string, number>();
    built.set(from, of);
    of.set(to, Math.max(of.get(to) ?? 0, strength));
  };
  for (const group of SAME_MEANING) {
    const keys = keysOf(group);
    // Large groups are looser.
    const strength = keys.length > 7 ? SAME - 0.15 : SAME;
    for (const from of keys) for (const to of keys) relate(from, to, strength);
  }
  for (const [from, to] of BRINGS_TO_MIND)
    for (const one of keysOf(from)) for (const other of keysOf(to)) relate(one, other, IN_MIND);
  return built;
}

function keysOf(words: string): readonly string[] {
  return [...new Set(words.split(" ").map(wordKey))];
}
