import { abbreviatesWords } from "../../../../util/abbreviation.ts";
import { sameButForNumber } from "../../../../util/plural.ts";

/** Verbs whose forms do not show what they belong to. */
const IRREGULAR: ReadonlyMap<string, string> = new Map(
  `born birth|died death|dead death|sold sale|sell sale|wrote write|written write|paid pay|payed pay|payment pay|bought buy|won win|
  held hold|spent spend|built build|began begin|begun begin|left leave|made make|taught teach|ran run|spoken speak|speak language|
  weigh weight|weighs weight|weighed weight|weighing weight|flew flight|fly flight|grew grow|sang sing|drove drive|chose choose`
    .split(/[|\n]\s*/u)
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

/** 1 for the same word, 0.97 for singular and plural, 0.85 for forms of one stem; 0 for different words. */
export function wordLikeness(asked: string, name: string): number {
  if (asked === name) return 1;
  if (sameButForNumber(asked, name)) return 0.97;
  return asked.length > 3 && name.length > 3 && stem(asked) === stem(name) ? 0.85 : 0;
}

/** What regular forms of a word have in common: `releas` of released, releases, release. */
export function stem(word: string): string {
  const known = IRREGULAR.get(word) ?? word;
  return known
    .replace(/(?<=.{3})(ies|ied)$/u, "y")
    .replace(/(?<=.{3})(ings?|ed|es|s)$/u, "")
    .replace(/(?<=.{4})(ment|ation|ion|ance|ence|ory)s?$/u, "")
    .replace(/(?<=.{4})(y|e|i)$/u, "")
    .replace(/([bdgmnprt])\1$/u, "$1");
}

const SMALL_WORDS = new Set(["of", "the", "in", "a", "an", "for", "s", "and", "to"]);
const KEEPS_APART = new Set(["the", "per", "by"]);

/**
 * How well words of a question name what has that name, both as folded words: 1 for the same words, a little less in another order or
 * number, less for abbreviations. 0 where a word on either side has no partner.
 */
export function nameLikeness(asked: readonly string[], name: readonly string[]): number {
  if (name.length === 0 || asked.length === 0) return 0;
  const inOrder = paired(asked, name);
  // "templates of the type" are not template types, and "films per genre" no film genres.
  if (inOrder > 0 || asked.some((word) => KEEPS_APART.has(word))) return inOrder;
  const wanted = asked.filter((word) => !SMALL_WORDS.has(word));
  const held = name.filter((word) => !SMALL_WORDS.has(word));
  if (wanted.length === 0 || (wanted.length === asked.length && wanted.length === 1 && held.length === 1))
    return 0;
  return Math.max(0.96 * paired(wanted, held), 0.94 * shuffled(wanted, held), joined(wanted, held));
}

function paired(asked: readonly string[], name: readonly string[]): number {
  if (asked.length !== name.length) return 0;
  return asked.reduce((least, word, i) => Math.min(least, wordLikeness(word, name[i] ?? "")), 1);
}

function shuffled(asked: readonly string[], name: readonly string[]): number {
  if (asked.length !== name.length) return 0;
  const free = [...name];
  let least = 1;
  for (const word of asked) {
    const at = free.findIndex((other) => wordLikeness(word, other) >= 0.9);
    if (at < 0) return 0;
    least = Math.min(least, wordLikeness(word, free[at] ?? ""));
    free.splice(at, 1);
  }
  return least;
}

/** One side written as one word: `hometown` and "home town", `fname` and "first name", `stuid` and "student id". */
function joined(asked: readonly string[], name: readonly string[]): number {
  if (asked.length === name.length) return 0;
  if (wordLikeness(asked.join(""), name.join("")) >= 0.97) return 0.97;
  const [only] = name;
  if (name.length !== 1 || only === undefined || only.length < 3 || only.length > 6) return 0;
  // "cinema altogether" would give `cinema` by its first five letters and one more.
  const isFirstAlone = asked[0]?.startsWith(only.slice(0, -1)) === true;
  if (!isFirstAlone && abbreviatesWords(only, asked)) return 0.85;
  return 0;
}
