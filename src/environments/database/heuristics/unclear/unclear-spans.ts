import { MONTHS } from "../../../../util/month-names.ts";
import { isGrammarWord } from "../grammar/parser.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { FUNCTION_WORDS } from "../question/english.ts";
import { type QuestionWord, textOf } from "../question/question-word.ts";
import type { LinkedQuestion } from "../read-attempt.ts";
import type { Span } from "./weigh-meanings.ts";

const DAYS = new Set("monday tuesday wednesday thursday friday saturday sunday".split(" "));
/** Links less like the words than this leave open what they mean. */
const KNOWN_BY = 0.85;
const INSIDE_NAMES = new Set(
  "of the and in on at to de la le les del di da du der van von y & - : a an for".split(" "),
);

export interface NameSpan extends Span {
  /** Its capital may come from the sentence. */
  readonly beginsSentence: boolean;
  /** Cells hold the very words, as a part of what a person is called. */
  readonly stored: boolean;
}

/**
 * Spans that look like names (runs of capitalised words with what joins them) and whose meaning is open: nothing has the whole name, or only people
 * by one of their names.
 */
export function unclearSpans(linked: LinkedQuestion, given: readonly Mention[]): readonly NameSpan[] {
  const { words, question } = linked;
  const spans: NameSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!beginsName(words, at)) continue;
    const end = endOfName(words, at);
    const text = textOf(question, words, at, end);
    const settled = given.some((each) => at < each.end && each.at < end);
    const holding = cellsOf({ at, end, text }, linked);
    if (!settled && !holding.some((link) => !isPartOfName(link)))
      spans.push({
        at,
        end,
        text,
        stored: holding.length > 0,
        beginsSentence: end === at + 1 && isFirst(words, at),
      });
    at = end - 1;
  }
  return spans;
}

function beginsName(words: readonly QuestionWord[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.kind === "number" || word.kind === "mark" || !word.capital) return false;
  if (word.kind === "quoted") return true;
  if (isFirst(words, at) && (isGrammarWord(word.folded) || FUNCTION_WORDS.has(word.folded))) return false;
  if (MONTHS.includes(word.folded) || DAYS.has(word.folded)) return false;
  return !FUNCTION_WORDS.has(word.folded) || words[at + 1]?.capital === true;
}

function endOfName(words: readonly QuestionWord[], from: number): number {
  if (words[from]?.kind === "quoted") return from + 1;
  let end = from + 1;
  for (let at = end; at < words.length; at++) {
    const word = words[at];
    if (word === undefined || word.kind === "quoted") break;
    if (word.capital && word.kind === "word") end = at + 1;
    else if (word.kind === "number" && at === end && !/^\d{4}$/u.test(word.folded)) end = at + 1;
    else if (!INSIDE_NAMES.has(word.folded)) break;
  }
  return end;
}

/** The first word of a sentence has its capital from that. */
function isFirst(words: readonly QuestionWord[], at: number): boolean {
  return at === 0 || /^[.?!;:]$/u.test(words[at - 1]?.folded ?? "");
}

/** What goes by the whole name: cells, a table or column, a code. */
function cellsOf({ at, end }: Span, { links }: LinkedQuestion): readonly Link[] {
  const mention = links.from(at).find((each) => each.end === end);
  return mention?.links.filter((link) => link.score >= KNOWN_BY) ?? [];
}

/** A first or last name alone is one of many. */
function isPartOfName(link: Link): boolean {
  return (
    link.kind === "value" &&
    link.how === "cell" &&
    link.with === undefined &&
    namingColumns(link.table).length === 2 &&
    namingColumns(link.table).includes(link.column)
  );
}
