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

/** How a stored name goes by the words of a person; undefined where it does not. */
export function likenessOf(asked: string, stored: string): Alike | undefined {
  if (asked === stored) return { likeness: "same", score: 1 };
  const [one, other] = [wordsOf(foldText(asked)), wordsOf(foldText(stored))];
  if (one.length === 0 || other.length === 0) return undefined;
  if (sameForm(one, other)) return { likeness: "form", score: 0.96 };
  return other.length > MOST_WORDS ? undefined : (partOf(bare(one), other) ?? nearTo(bare(one), other));
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
  const text = asked.join(" ");
  let best: Alike | undefined;
  for (let from = 0; from + asked.length <= name.length; from++) {
    const part = name.slice(from, from + asked.length);
    const isWhole = part.length === name.length || part.join() === bare(name).join();
    const edits = editsBetween(text, part.join(" "));
    const score = edits === undefined ? 0 : (isWhole ? 0.9 : 0.74) - PER_EDIT * (edits - 1) - 0.05;
    if (score > (best?.score ?? 0)) best = { likeness: "near", score };
  }
  const whole = editsBetween(text, bare(name).join(" "));
  const score = whole === undefined ? 0 : 0.85 - PER_EDIT * (whole - 1);
  return score > (best?.score ?? 0) ? { likeness: "near", score } : best;
}

/** Undefined where more letters differ than a slip would change. */
function editsBetween(asked: string, stored: string): number | undefined {
  const numbers = (text: string): string => (text.match(/\p{N}+/gu) ?? []).join(" ");
  if (numbers(asked) !== numbers(stored)) return undefined;
  const length = Math.max(asked.length, stored.length);
  const allowed = length < 4 ? 0 : length < 8 ? 1 : length < 12 ? 2 : length < 20 ? 3 : 4;
  const edits = editDistance(asked, stored, allowed);
  return edits <= allowed && edits > 0 ? edits : undefined;
}

/** Without an article in front. */
function bare(words: readonly string[]): readonly string[] {
  return words.length > 1 && ARTICLES.has(words[0] ?? "") ? words.slice(1) : words;
}
