import { irregularCounterpart, pluralOf } from "../../../util/plural.ts";

/** Words that look like plurals or forms of a verb and are none. */
const AS_THEY_ARE = new Set(["series", "species", "news", "status", "address", "us", "this", "need", "bus"]);
const DOUBLED = /([bdglmnprt])\1$/u;
const VOWEL = /[aeiouy]/u;
/**
 * What the forms of one English word have in common: `movies`, `movie` → `movi`; `cancelled`, `cancel` → `cancel`. A key, not a word. Expects a folded
 * word.
 */
export function wordKey(word: string): string {
  let key = KEYS.get(word);
  if (key === undefined) {
    key = keyOf(word);
    if (KEYS.size >= MOST_KEPT) KEYS.clear();
    KEYS.set(word, key);
  }
  return key;
}

/** Documents repeat few words very often. */
const KEYS = new Map<string, string>();
const MOST_KEPT = 20_000;

function keyOf(word: string): string {
  if (word.length < 3 || AS_THEY_ARE.has(word)) return word;
  return ended(withoutInflection(singular(word)));
}

function singular(word: string): string {
  const counterpart = irregularCounterpart(word);
  if (counterpart !== undefined && counterpart !== word && pluralOf(counterpart) === word) return counterpart;
  if (/(?:ss|us|is)$/u.test(word)) return word;
  if (/(?:[sxz]|[cs]h)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}

function withoutInflection(word: string): string {
  const [, stem] = /^(.{3,})(?:ing|(?<!e)ed)$/u.exec(word) ?? [];
  return stem !== undefined && VOWEL.test(stem) ? stem : word;
}

function ended(stem: string): string {
  const single = stem.length > 3 ? stem.replace(DOUBLED, "$1") : stem;
  return single.length > 3 ? single.replace(/(?:ie|y)$/u, "i").replace(/(?<!i)e$/u, "") : single;
}
