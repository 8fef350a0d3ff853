import type { Edge } from "../grammar/chart.ts";
import type { Noun, Phrase, Verb } from "../grammar/phrase.ts";
import { CLOSED_WORDS, EMPTY_ADJECTIVES, kindsOf } from "../lexicon/kinds.ts";
import { EXTREMES, isComparative, isMeasured, isSuperlative, needsMost, UNITS } from "../lexicon/scales.ts";
import type { Token } from "../question/read-tokens.ts";
import { phraseKey, wordKey } from "../question/word-key.ts";
import type { KnownWords } from "./known-words.ts";
import type { NameSpan } from "./link-names.ts";

const LONGEST_NOUN = 4;
const DECADES = "twenties thirties forties fifties sixties seventies eighties nineties".split(" ");
const POWERS: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 };

/** What single words and names can be, before any rule. */
export function lexicalEdges(
  tokens: readonly Token[],
  names: readonly NameSpan[],
  known: KnownWords,
): (category: string, from: number, to: number) => readonly Edge[] {
  const wordsOf = (from: number, to: number) => tokens.slice(from, to).map(({ folded }) => folded);
  const one = (from: number, to: number): Token | undefined => (to - from === 1 ? tokens[from] : undefined);
  const flat = (value: unknown, cost = 0): readonly Edge[] => (value === undefined ? [] : [{ value, cost }]);
  const when = (holds: boolean, value: unknown): readonly Edge[] => (holds ? [{ value, cost: 0 }] : []);

  return (category, from, to) => {
    const token = one(from, to);
    const word = token?.kind === "word" ? token.folded : undefined;
    switch (category) {
      case "NAME":
        return names
          .filter((each) => each.from === from && each.to === to)
          .map(({ readings, text, cost }) => ({
            value: { is: "name", readings, text } satisfies Phrase,
            cost,
          }));
      case "N":
        return to - from > LONGEST_NOUN ? [] : flat(nounOf(wordsOf(from, to), known));
      case "V":
        return to - from > 2 ? [] : flat(verbOf(wordsOf(from, to), known));
      case "DOING":
        return word?.endsWith("ing") ? flat(verbOf([word], known)) : [];
      case "JOINTV":
        return flat(jointOf(word, (rest) => verbOf([rest], known)));
      case "JOINTN":
        return flat(jointOf(word, (rest) => verbOf([rest], known) ?? nounOf([rest], known)));
      case "EMPTY":
        return when(word !== undefined && EMPTY_ADJECTIVES.has(word), word);
      case "NUMBER":
        return flat(numberOf(tokens, from, to));
      case "DATE":
        return flat(dateOf(token));
      case "DECADE":
        return flat(decadeOf(word));
      case "SUPERLATIVE":
        return when(word !== undefined && isSuperlative(word), word);
      case "COMPARATIVE":
        return when(word !== undefined && isComparative(word), word);
      case "MEASURED":
        return when(word !== undefined && (isMeasured(word) || needsMost(word)), word);
      case "MOST":
        return word !== undefined && EXTREMES.has(word) ? flat(EXTREMES.get(word)) : [];
      case "UNIT":
        return when(word !== undefined && UNITS.has(word), word);
      default:
        return [];
    }
  };
}

/** Nouns that name a class or an end of a relation, or are generic. */
export function nounOf(words: readonly string[], known: KnownWords): Noun | undefined {
  if (words.some((word) => !/[\p{L}]/u.test(word) || word === "'s")) return undefined;
  const text = words.join(" ");
  if (words.length === 1 && CLOSED_WORDS.has(text)) return undefined;
  for (const key of [phraseKey(words), phraseKey(text.split(/[\s_-]+/u))]) {
    if (known.nouns.has(key) || known.classes.has(key)) return { key, text };
  }
  const key = phraseKey(words);
  return words.length === 1 && kindsOf(singular(text)).length > 0 ? { key, text } : undefined;
}

export function singular(noun: string): string {
  const key = wordKey(noun);
  return kindsOf(key).length > 0 ? key : kindsOf(`${key}e`).length > 0 ? `${key}e` : noun;
}

export function verbOf(words: readonly string[], known: KnownWords): Verb | undefined {
  const [first] = words;
  if (first === undefined || (words.length === 1 && CLOSED_WORDS.has(first))) return undefined;
  const key = phraseKey(words);
  return known.verbs.has(key) ? { key, text: words.join(" ") } : undefined;
}

function jointOf(word: string | undefined, read: (rest: string) => Verb | undefined): Verb | undefined {
  const rest = word === undefined ? undefined : /^co-?(\p{L}{3,})$/u.exec(word)?.[1];
  return rest === undefined ? undefined : read(rest);
}

function numberOf(tokens: readonly Token[], from: number, to: number): string | undefined {
  const [first, second] = [tokens[from], tokens[from + 1]];
  if (first?.kind !== "number" || to - from > 2) return undefined;
  if (to - from === 1) return first.folded;
  const power = POWERS[second?.folded ?? ""];
  return power === undefined ? undefined : String(Number(first.folded) * power);
}

function dateOf(token: Token | undefined): Phrase | undefined {
  if (token?.kind !== "number" || !/^[12]\d{3}(?:-\d{2}){0,2}$/u.test(token.folded)) return undefined;
  return { is: "date", value: token.folded };
}

function decadeOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const written = /^(\d{3}0)'?s$/u.exec(word)?.[1];
  if (written !== undefined) return Number(written);
  const at = DECADES.indexOf(word);
  return at < 0 ? undefined : 1920 + at * 10;
}
