import { FUNCTION_WORDS } from "../heuristics/question/english.ts";
import { type QuestionWord, textOf } from "../heuristics/question/question-word.ts";
import { readWords } from "../heuristics/question/read-words.ts";

/** A stretch of a text that may name a cell value. */
export interface TaskSpan {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly words: number;
  readonly quoted: boolean;
  /** All its words that carry meaning begin with a capital letter, and not only because a sentence begins there. */
  readonly named: boolean;
  /** It neither begins nor ends with a function word. */
  readonly whole: boolean;
}

const LONGEST_SPAN = 8;
const MOST_WORDS = 120;

/** All stretches of up to eight words that may name a value, longest first. Function words alone name none, nor do marks. */
export function taskSpans(text: string): readonly TaskSpan[] {
  const words = readWords(text).slice(0, MOST_WORDS);
  const spans: TaskSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    for (let end = at + 1; end <= Math.min(words.length, at + LONGEST_SPAN); end++) {
      const span = words.slice(at, end);
      if (!mayName(span)) continue;
      const [first, last] = [span[0] as QuestionWord, span.at(-1) as QuestionWord];
      const quoted = span.length === 1 && first.kind === "quoted";
      spans.push({
        text: textOf(text, words, at, end),
        start: first.start,
        end: last.end,
        words: quoted ? first.folded.split(" ").length : span.length,
        quoted,
        whole: !isFunction(first) && !isFunction(last),
        named: isNamed(span, beginsSentence(words, at)),
      });
    }
  }
  return spans.sort((a, b) => b.words - a.words || a.start - b.start);
}

/** The longest runs of words that carry meaning: `dog pets`, `raised`, `female students`. */
export function contentRuns(text: string): readonly TaskSpan[] {
  const all = taskSpans(text).filter(({ text: each }) =>
    readWords(each).every((word) => word.kind === "word" && !FUNCTION_WORDS.has(word.folded)),
  );
  return all.filter((span) => !all.some((other) => other !== span && covers(other, span)));
}

export function covers(outer: TaskSpan, inner: TaskSpan): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function mayName(span: readonly QuestionWord[]): boolean {
  const [first, last] = [span[0], span.at(-1)];
  if (!first || !last) return false;
  if (span.some(({ kind }) => kind === "quoted")) return span.length === 1;
  if (first.kind === "mark" || (last.kind === "mark" && last.folded !== ")")) return false;
  if (last.folded === "'s" || span.some(({ folded }) => folded === "?" || folded === ";")) return false;
  if (span.length < 3)
    return !span.some((word) => FUNCTION_WORDS.has(word.folded) && (span.length === 1 || isFunction(word)));
  return !span.every((word) => FUNCTION_WORDS.has(word.folded) || word.kind === "mark");
}

function isFunction({ folded, capital }: QuestionWord): boolean {
  return FUNCTION_WORDS.has(folded) && !capital;
}

function isNamed(span: readonly QuestionWord[], atStart: boolean): boolean {
  const telling = span.filter(({ kind, folded }) => kind === "word" && !FUNCTION_WORDS.has(folded));
  return telling.length > 0 && telling.every(({ capital }) => capital) && !(atStart && telling.length === 1);
}

function beginsSentence(words: readonly QuestionWord[], at: number): boolean {
  const before = words[at - 1];
  return before === undefined || (before.kind === "mark" && /[.?!:]/u.test(before.folded));
}
