import { abbreviatesWord, abbreviatesWords } from "./abbreviation.ts";
import { editDistance } from "./edit-distance.ts";
import { nameWords } from "./name-words.ts";
import { sameButForNumber } from "./plural.ts";

/** Kinds of similarity, nearest first. */
export type NameNearness = "same" | "form" | "plural" | "order" | "typo" | "abbreviation" | "partial";

/** A name that is near a word. */
export interface NearName {
  /** As given in `names`. */
  readonly name: string;
  /** 0 to 1; from 0.6 on it is worth suggesting. */
  readonly score: number;
  /** The kind of similarity. */
  readonly why: NameNearness;
}

/** Names below this score are not worth a suggestion. */
export const SUGGESTION_SCORE = 0.6;

/** Longer texts are no names: somebody wrote prose instead. */
const LONGEST_NAME = 500;

interface Judgement {
  readonly score: number;
  readonly why: NameNearness;
}

interface SplitName {
  readonly text: string;
  readonly words: readonly string[];
  readonly joined: string;
}

/**
 * Ranks identifiers (tables, columns, tools) by nearness to the word that was written: typo, camelCase against snake_case against
 * spaces, plural and singular, words in another order, abbreviation, part of the name. Names with nothing in common are left out, the
 * others are ordered by score and then as given; at most `limit`. Case counts only between names that are otherwise equal.
 */
export function nearestNames(
  word: string,
  names: readonly string[],
  options: { readonly limit: number },
): readonly NearName[] {
  if (word.length > LONGEST_NAME) return [];
  const wanted = split(word);
  if (wanted.joined === "") return [];
  const near: NearName[] = [];
  for (const name of names) {
    const judged = judge(wanted, split(name));
    if (judged.score > 0) near.push({ name, ...judged });
  }
  return near.sort((a, b) => b.score - a.score).slice(0, options.limit);
}

function split(text: string): SplitName {
  const words = nameWords(text);
  return { text, words, joined: words.join("") };
}

function judge(wanted: SplitName, name: SplitName): Judgement {
  if (wanted.text === name.text) return { score: 1, why: "same" };
  if (name.joined === "") return { score: 0, why: "partial" };
  if (wanted.joined === name.joined) {
    const onlyCase = wanted.text.toLowerCase() === name.text.toLowerCase();
    return { score: onlyCase ? 0.99 : 0.98, why: "form" };
  }
  if (sameButForNumber(wanted.joined, name.joined)) return { score: 0.95, why: "plural" };
  return [
    typo(wanted, name),
    abbreviation(wanted, name),
    byWords(wanted, name),
    contained(wanted, name),
  ].reduce((best, next) => (next.score > best.score ? next : best));
}

function typo(wanted: SplitName, name: SplitName): Judgement {
  const length = Math.max(wanted.joined.length, name.joined.length);
  const most = Math.floor(length / 2);
  const distance = editDistance(wanted.joined, name.joined, most);
  if (distance > most) return { score: 0, why: "typo" };
  const firstLetter = wanted.joined[0] === name.joined[0] ? 0 : 0.03;
  return { score: Math.max(0, 1 - (1.1 * distance) / length - firstLetter), why: "typo" };
}

function abbreviation(wanted: SplitName, name: SplitName): Judgement {
  const [short, long] = wanted.joined.length < name.joined.length ? [wanted, name] : [name, wanted];
  const abbreviates = !long.words.includes(short.joined) && abbreviatesWords(short.joined, long.words);
  if (!abbreviates) return { score: 0, why: "abbreviation" };
  return { score: short.joined.length * 2 <= long.joined.length ? 0.87 : 0.8, why: "abbreviation" };
}

/** One name inside the other without a word boundary (`hero` in `superhero`), the inner one in singular or plural. */
function contained(wanted: SplitName, name: SplitName): Judgement {
  const [short, long] = wanted.joined.length < name.joined.length ? [wanted, name] : [name, wanted];
  for (const inner of [short.joined, short.joined.replace(/s$/u, ""), short.joined.replace(/es$/u, "")]) {
    if (inner.length >= 4 && long.joined.includes(inner)) {
      return { score: 0.55 + (0.3 * inner.length) / long.joined.length, why: "partial" };
    }
  }
  return { score: 0, why: "partial" };
}

/** Pairs each word with its nearest, and weighs unmatched words by their letters. */
function byWords(wanted: SplitName, name: SplitName): Judgement {
  const free = [...name.words];
  let matched = 0;
  let wantedLetters = 0;
  let total = 0;
  let nameLetters = 0;
  let why: NameNearness = "order";
  for (const word of wanted.words) {
    let best = 0;
    let at = -1;
    for (const [i, other] of free.entries()) {
      const near = wordNearness(word, other);
      if (near > best) [best, at] = [near, i];
    }
    total += word.length;
    if (at < 0 || best < 0.6) continue;
    const [other = ""] = free.splice(at, 1);
    if (best < 1) why = wordWhy(word, other);
    matched++;
    wantedLetters += word.length * best;
    nameLetters += other.length * best;
  }
  if (matched === 0) return { score: 0, why: "partial" };
  const recall = wantedLetters / total;
  const precision = nameLetters / (nameLetters + lettersOf(free));
  if (matched === wanted.words.length && free.length === 0) {
    return { score: 0.94 * recall, why };
  }
  const [more, less] = recall > precision ? [recall, precision] : [precision, recall];
  // A name wholly inside the other is near whatever the rest is; a partial overlap is near only if little is unmatched.
  const contained = matched === wanted.words.length || free.length === 0;
  return { score: contained ? (0.58 + 0.3 * less) * more : 0.85 * more * less, why: "partial" };
}

function wordNearness(a: string, b: string): number {
  if (a === b) return 1;
  if (sameButForNumber(a, b)) return 0.98;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const length = long.length;
  const distance = length < 3 ? length : editDistance(a, b, Math.floor(length / 2));
  const firstLetter = a[0] === b[0] ? 0 : 0.1;
  return Math.max(abbreviatesWord(short, long), 1 - distance / length - firstLetter);
}

function wordWhy(a: string, b: string): NameNearness {
  if (sameButForNumber(a, b)) return "plural";
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return abbreviatesWord(short, long) > 0 ? "abbreviation" : "typo";
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}
