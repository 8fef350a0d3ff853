import { foldText } from "../../../util/fold-text.ts";
import { contentWords } from "../relevance/question-relevance.ts";

/** A stretch of words that may be a name. */
export interface Span {
  readonly text: string;
  /** Marked as a name by brackets, quotation marks or capital letters. */
  readonly marked: boolean;
}

const LONGEST_NAME = 6;
const LONGEST_TEXT = 100;

/**
 * Stretches of a text that may be names: those in brackets, in quotation marks, with capital letters, then all runs of at most six words that
 * begin and end with a word that means something, the longest first.
 */
export function spansOf(text: string): readonly Span[] {
  const bracketed = captures(text, /\[([^\]]{1,100})\]/gu);
  const quoted = captures(
    text,
    /["“„«]([^"“”„»]{1,100})["”“»]|(?<![\p{L}\p{N}])'([^']{1,100})'(?![\p{L}\p{N}])/gu,
  );
  const capitalised = (
    text.match(
      /\p{Lu}[\p{L}\p{M}\p{N}.'’&-]*(?:\s+(?:(?:of|the|and|de|la|le|von|van|der|del|di|da|in|on|for|to|a|&)\s+){0,2}(?:\p{Lu}|\p{N})[\p{L}\p{M}\p{N}.'’&-]*)*/gu,
    ) ?? []
  )
    .map((name) => name.replace(/['’]s$|[.'’-]+$/u, ""))
    // Words that only begin a sentence are no names by that.
    .filter((name) => /\s|\p{N}/u.test(name) || contentWords(name).length > 0);
  const marked = [...bracketed, ...quoted, ...capitalised].map((name) => ({ text: name, marked: true }));
  const runs = wordRuns(text.replace(/[[\]]/gu, " ")).map((name) => ({ text: name, marked: false }));
  const seen = new Set<string>();
  return [...marked, ...runs].filter((span) => {
    const key = foldText(span.text);
    if (key === "" || span.text.length > LONGEST_TEXT || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function captures(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? "").trim());
}

function wordRuns(text: string): readonly string[] {
  const words = [...text.matchAll(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_.'’&-]*/gu)].map((match) => ({
    start: match.index,
    end: match.index + match[0].replace(/['’]s$|[.'’-]+$/u, "").length,
    means: contentWords(match[0]).length > 0,
  }));
  const runs: string[] = [];
  for (let length = LONGEST_NAME; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const [first, last] = [words[at], words[at + length - 1]];
      // A name may begin with "the" and the like, but not consist of it.
      const inner = words.slice(at, at + length);
      if (first && last?.means && inner.some(({ means }) => means))
        runs.push(text.slice(first.start, last.end));
    }
  }
  return runs;
}
