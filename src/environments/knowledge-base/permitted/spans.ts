import { foldText } from "../../../util/fold-text.ts";
import { contentWords } from "../relevance/question-relevance.ts";

/** A stretch of words that may be a name. */
export interface Span {
  readonly text: string;
  /** Marked as a name by brackets, quotation marks or capital letters. */
  readonly marked: boolean;
}

/** How thoughts begin ("Use find_entities …"); a name that is one of these has to stand in quotation marks. */
const STEP_WORDS: ReadonlySet<string> = new Set(
  "use take get list follow filter count find look next then now first start keep check intersect".split(" "),
);
const LONGEST_NAME = 6;
const LONGEST_TEXT = 100;

/**
 * Stretches of a text that may be names: those in brackets, in quotation marks, with capital letters, then all runs of at most six words of which
 * one means something, those with a capital letter or a number first, then the longest.
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
    .filter((name) => /\s|\p{N}/u.test(name) || contentWords(name).length > 0)
    .filter((name) => !STEP_WORDS.has(name.toLowerCase()));
  const marked = [...bracketed, ...quoted, ...capitalised].map((name) => ({ text: name, marked: true }));
  const runs = wordRuns(text.replace(/[[\]]/gu, " ")).map((name) => ({ text: name, marked: false }));
  // Names may consist of marks alone, standing by themselves.
  const marks = (text.match(/(?<=\s)[^\p{L}\p{N}\s]+(?=\s)/gu) ?? []).map((name) => ({
    text: name,
    marked: false,
  }));
  const seen = new Set<string>();
  return [...marked, ...runs, ...marks].filter((span) => {
    const key = foldText(span.text);
    if (key === "" || span.text.length > LONGEST_TEXT || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function captures(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[2] ?? "").trim());
}

/** Runs with a capital letter or a number first, then the longest. */
function wordRuns(text: string): readonly string[] {
  const words = [...text.matchAll(WORD)].map((match) => ({
    start: match.index,
    ends: endsOf(text, match),
    means: contentWords(match[0]).length > 0 || /^\p{Lu}/u.test(match[0]),
  }));
  const runs: string[] = [];
  for (let length = LONGEST_NAME; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const inner = words.slice(at, at + length);
      const [first, last] = [inner[0], inner.at(-1)];
      if (!first || !last || !inner.some(({ means }) => means)) continue;
      runs.push(...last.ends.map((end) => text.slice(first.start, end)));
    }
  }
  const named = (run: string): boolean => /\p{Lu}|\p{N}/u.test(run);
  return [...runs.filter(named), ...runs.filter((run) => !named(run))];
}

const WORD = /[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}_.'’&-]*[\p{L}\p{M}\p{N}])?/gu;

/** Where a name that ends with this word may end: before or behind a genitive, before or behind marks like those of `Taxi!`. */
function endsOf(text: string, match: RegExpExecArray): readonly number[] {
  const end = match.index + match[0].length;
  const genitive = /['’]s$/u.test(match[0]) ? [end - 2] : [];
  const marks = /^[!?.…)*]+/u.exec(text.slice(end))?.[0].length ?? 0;
  return [...(marks > 0 ? [end + marks] : []), end, ...genitive];
}
