import { abbreviatesWords } from "../../../../util/abbreviation.ts";
import { wordKey } from "../../../../util/english/word-key.ts";
import { sameButForNumber } from "../../../../util/plural.ts";

/** Nouns of columns for verbs of questions. */
const NOUN_OF = new Map(
  "born birth|died death|sell sale|weigh weight|fly flight|speak language"
    .split("|")
    .map((pair) => pair.split(" "))
    .map(([verb = "", noun = ""]) => [wordKey(verb), wordKey(noun)] as const),
);

/** The common key of a verb's forms and of nouns made from it: attended and attendance, born and birth. */
function stemKey(word: string): string {
  const kept = known.get(word);
  if (kept !== undefined) return kept;
  if (known.size > MOST_KNOWN) known.clear();
  const key = wordKey(word.replace(/(?<=.{4})(?:ment|ation|ion|ance|ence|ory)s?$/u, ""));
  const stem = NOUN_OF.get(key) ?? key;
  known.set(word, stem);
  return stem;
}

const MOST_KNOWN = 20_000;
const known = new Map<string, string>();

/** 1 for the same word, 0.97 for singular and plural, 0.85 for forms of one stem; 0 for different words. */
export function wordLikeness(asked: string, name: string): number {
  if (asked === name) return 1;
  if (sameButForNumber(asked, name)) return 0.97;
  return asked.length > 3 && name.length > 3 && stemKey(asked) === stemKey(name) ? 0.85 : 0;
}

const SMALL_WORDS = new Set(["of", "the", "in", "a", "an", "for", "s", "and", "to"]);
const KEEPS_APART = new Set(["the", "per", "by"]);

/**
 * How well a question's words match a name, both as folded words: 1 for the same words, a little less in another number, less for
 * abbreviations. 0 if a word on either side has no partner.
 */
export function nameLikeness(asked: readonly string[], name: readonly string[]): number {
  if (name.length === 0 || asked.length === 0) return 0;
  const inOrder = paired(asked, name);
  // "templates of the type" are not template types, nor "films per genre" film genres.
  if (inOrder > 0 || asked.some((word) => KEEPS_APART.has(word))) return inOrder;
  const wanted = asked.filter((word) => !SMALL_WORDS.has(word));
  const held = name.filter((word) => !SMALL_WORDS.has(word));
  if (wanted.length === 0 || (wanted.length === asked.length && wanted.length === 1 && held.length === 1))
    return 0;
  return Math.max(0.96 * paired(wanted, held), joined(wanted, held));
}

function paired(asked: readonly string[], name: readonly string[]): number {
  if (asked.length !== name.length) return 0;
  return asked.reduce((least, word, i) => Math.min(least, wordLikeness(word, name[i] ?? "")), 1);
}

/** One side written as one word: `hometown` and "home town", `fname` and "first name", `stuid` and "student id". */
function joined(asked: readonly string[], name: readonly string[]): number {
  if (asked.length === name.length) return 0;
  if (wordLikeness(asked.join(""), name.join("")) >= 0.97) return 0.97;
  const [only] = name;
  if (name.length !== 1 || only === undefined || only.length < 3 || only.length > 6) return 0;
  // Otherwise "cinema altogether" would match `cinema` by its first five letters and one more.
  const isFirstAlone = asked[0]?.startsWith(only.slice(0, -1)) === true;
  if (!isFirstAlone && abbreviatesWords(only, asked)) return 0.85;
  return 0;
}
