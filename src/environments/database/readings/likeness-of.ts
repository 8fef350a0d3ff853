import type { Likeness } from "../../../environment/readings.ts";
import { editDistance } from "../../../util/edit-distance.ts";
import { foldText } from "../../../util/fold-text.ts";
import { sameButForNumber } from "../../../util/plural.ts";
import { wordsOf } from "../../../value-index/words-of.ts";

export interface Alike {
  readonly likeness: Likeness;
  /** 0 to 1. */
  readonly score: number;
}

/** Nobody calls a thing by a part of a text longer than this. */
const MOST_WORDS = 10;
const ARTICLES = new Set(["the", "a", "an", "le", "la", "les", "l", "el", "der", "die", "das", "il"]);
/** What one letter that differs costs: more than the lead by which a near name is taken without asking. */
const PER_EDIT = 0.16;
const MOST_EDITS = 4;

/** How a stored name goes by the words of a person; undefined where it does not. */
export function likenessOf(asked: string, stored: string): Alike | undefined {
  if (asked === stored) return { likeness: "same", score: 1 };
  const [one, other] = [wordsIn(asked), wordsIn(stored)];
  if (one.length === 0 || other.length === 0) return undefined;
  if (sameForm(one, other)) return { likeness: "form", score: 0.96 };
  return other.length > MOST_WORDS ? undefined : (partOf(bare(one), other) ?? nearTo(bare(one), other));
}

/** What is elided is a word of its own: "L'Étoile" is "Étoile" with its article. */
function wordsIn(text: string): readonly string[] {
  return wordsOf(foldText(text).replace(/(?<!\p{L})([dl])'(?=\p{L})/gu, "$1 "));
}

function sameForm(one: readonly string[], other: readonly string[]): boolean {
  if (one.join("") === other.join("")) return true;
  const [a, b] = [bare(one), bare(other)];
  if (a.length !== b.length) return false;
  const [last = "", lastOther = ""] = [a.at(-1), b.at(-1)];
  if (a.slice(0, -1).join(" ") === b.slice(0, -1).join(" ") && sameButForNumber(last, lastOther)) return true;
  return [...a].sort().join(" ") === [...b].sort().join(" ");
}

/** "Lanterna" of "Lanterna Midi": all words asked for stand in the name beside each other, better at its edge. */
function partOf(asked: readonly string[], name: readonly string[]): Alike | undefined {
  const at = name.findIndex((_, from) => asked.every((word, i) => name[from + i] === word));
  if (at < 0 || asked.every((word) => ARTICLES.has(word) || /^\p{N}+$/u.test(word))) return undefined;
  const share = asked.join("").length / name.join("").length;
  const edge = at === 0 || at + asked.length === name.length ? 0.03 : 0;
  return { likeness: "part", score: 0.72 + 0.1 * share + edge };
}

/** A slip of the pen in the whole name or, a little worse, in a part of it. Another number is another thing. */
function nearTo(asked: readonly string[], name: readonly string[]): Alike | undefined {
  let best: Alike | undefined;
  for (let from = 0; from + asked.length <= name.length; from++) {
    const part = name.slice(from, from + asked.length);
    const isWhole = part.length === name.length || part.join() === bare(name).join();
    const edits = editsByWord(asked, part);
    const score = edits === undefined ? 0 : (isWhole ? 0.85 : 0.69) - PER_EDIT * (edits - 1);
    if (score > (best?.score ?? 0)) best = { likeness: "near", score };
  }
  return best;
}

/** Undefined where more letters of a word, or of all of them, differ than a slip would change. */
function editsByWord(asked: readonly string[], name: readonly string[]): number | undefined {
  const most = Math.min(MOST_EDITS, Math.floor(asked.join("").length / 4));
  let edits = 0;
  for (const [at, word] of asked.entries()) {
    const other = name[at] ?? "";
    if (word === other) continue;
    const allowed = Math.min(3, Math.floor(Math.max(word.length, other.length) / 3));
    if (/\p{N}/u.test(word + other)) return undefined;
    edits += editDistance(word, other, allowed);
    if (editDistance(word, other, allowed) > allowed || edits > most) return undefined;
  }
  return edits > 0 ? edits : undefined;
}

/** Without an article in front. */
function bare(words: readonly string[]): readonly string[] {
  return words.length > 1 && ARTICLES.has(words[0] ?? "") ? words.slice(1) : words;
}
