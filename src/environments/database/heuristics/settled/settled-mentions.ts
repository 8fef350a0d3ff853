import { foldText } from "../../../../util/fold-text.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { type QuestionWord, textOf } from "../question/question-word.ts";
import { readWords } from "../question/read-words.ts";

export interface SettledLink {
  readonly words: string;
  readonly link: Link;
}

/** The spans of the question whose meaning the person has said. */
export function settledMentions(
  words: readonly QuestionWord[],
  question: string,
  settled: readonly SettledLink[],
): readonly Mention[] {
  const found: Mention[] = [];
  for (const { words: said, link } of settled) {
    const wanted = foldedWords(said);
    if (wanted.length === 0) continue;
    for (let at = 0; at < words.length; at++) {
      const end = endOf(words, at, wanted);
      if (end === undefined || found.some((other) => at < other.end && other.at < end)) continue;
      found.push({ at, end, text: textOf(question, words, at, end), links: [link] });
    }
  }
  return found;
}

/** Quotes around words make them one word of the question. */
function endOf(words: readonly QuestionWord[], from: number, wanted: readonly string[]): number | undefined {
  let left = wanted;
  for (let at = from; at < words.length; at++) {
    const own = foldedWords(words[at]?.folded ?? "");
    if (own.length === 0 || !own.every((word, i) => left[i] === word)) return undefined;
    left = left.slice(own.length);
    if (left.length === 0) return at + 1;
  }
  return undefined;
}

function foldedWords(text: string): readonly string[] {
  return readWords(foldText(text))
    .filter(({ kind }) => kind !== "mark")
    .map(({ folded }) => folded);
}
