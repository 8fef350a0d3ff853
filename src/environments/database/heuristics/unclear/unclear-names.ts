import type { FoundReading } from "../../../../environment/readings.ts";
import { type Token, textBetween } from "../../../../util/english/tokens.ts";
import { FUNCTION_WORDS } from "../../../../util/english/words.ts";
import { MONTHS } from "../../../../util/month-names.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { linkOfToken } from "../../readings/reading-of-link.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import { isGrammarWord } from "../grammar/parser.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { type LinkedQuestion, readAttempt } from "../read-attempt.ts";

type Span = Pick<Mention, "at" | "end" | "text">;

/** Each meaning costs a query, and people cannot choose among more. */
const MOST_MEANINGS = 8;

/** Meanings of a name with which the question can be answered; stops when that takes longer than one action may. */
export async function answeringMeanings(
  linked: LinkedQuestion,
  span: NameSpan,
  given: readonly Mention[],
  context: CompileContext,
): Promise<readonly FoundReading[]> {
  const answering: FoundReading[] = [];
  const deadline = performance.now() + context.act.limits.milliseconds;
  for (const reading of (await nameMeanings(span, context)).slice(0, MOST_MEANINGS)) {
    if (performance.now() > deadline) return [];
    const link = linkOfToken(reading.token, context.services);
    if (link === undefined) continue;
    const { at, end, text } = span;
    const { choice } = await readAttempt(linked, [...given, { at, end, text, links: [link] }], context);
    // "In which region is Neelgarh?" would be answered by "Neelgarh", so that meaning is not offered.
    const [row, ...more] = choice?.chosen ? choice.rows : [];
    const repeats =
      more.length === 0 && row?.length === 1 && link.kind === "value" && link.values[0] === row[0];
    if (choice?.chosen && !repeats) answering.push(reading);
  }
  return answering;
}

/** Lead in score by which a similar name needs no question: more than one letter. */
const FAR_AHEAD = 0.15;
const MOST = 12;
/** Shorter words are similar to many others. */
const LEAST_LETTERS = 5;

/**
 * Cells that a name may stand for, the best first, without any far behind it. Naming columns also match by a part of their value. If the exact words
 * are stored, nothing else matches, unless they are only a first or last name.
 */
async function nameMeanings(
  span: NameSpan,
  { services, act }: CompileContext,
): Promise<readonly FoundReading[]> {
  const found = await valueReadings(span.text, services, act.signal);
  const fitting = found.filter((reading) => {
    const isName = isCalledBy(reading, services);
    if (reading.likeness === "near" && (span.beginsSentence || span.text.length < LEAST_LETTERS))
      return false;
    return isName || (!span.stored && reading.likeness !== "part");
  });
  const sorted = fitting.toSorted((one, other) => other.score - one.score);
  const [best] = sorted;
  const isOpen = ({ likeness, score }: FoundReading): boolean =>
    best !== undefined && score > best.score - FAR_AHEAD && (likeness !== "near" || best.likeness === "near");
  return sorted.filter(isOpen).slice(0, MOST);
}

function isCalledBy({ token }: FoundReading, services: DatabaseServices): boolean {
  const link = linkOfToken(token, services);
  return link?.kind === "value" && namingColumns(link.table).includes(link.column);
}

const DAYS = new Set("monday tuesday wednesday thursday friday saturday sunday".split(" "));
/** Links with a lower score leave the meaning open. */
const KNOWN_BY = 0.85;
const INSIDE_NAMES = new Set(
  "of the and in on at to de la le les del di da du der van von y & - : a an for".split(" "),
);

interface NameSpan extends Span {
  /** True if the capital may come from the sentence. */
  readonly beginsSentence: boolean;
  /** True if cells hold the exact words, as a part of a person's name. */
  readonly stored: boolean;
}

/**
 * Spans that look like names (runs of capitalised words with their connectors) and whose meaning is open: nothing has the whole name, or only people
 * by one of their names.
 */
export function unclearSpans(linked: LinkedQuestion, given: readonly Mention[]): readonly NameSpan[] {
  const { words, question } = linked;
  const spans: NameSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    if (!beginsName(words, at)) continue;
    const end = endOfName(words, at);
    const text = textBetween(question, words, at, end);
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

function beginsName(words: readonly Token[], at: number): boolean {
  const word = words[at];
  if (word === undefined || word.kind === "number" || word.kind === "mark" || !word.capital) return false;
  if (word.kind === "quoted") return true;
  if (isFirst(words, at) && (isGrammarWord(word.folded) || FUNCTION_WORDS.has(word.folded))) return false;
  if (MONTHS.includes(word.folded) || DAYS.has(word.folded)) return false;
  return !FUNCTION_WORDS.has(word.folded) || words[at + 1]?.capital === true;
}

function endOfName(words: readonly Token[], from: number): number {
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

/** True for the first word of a sentence, which is capitalised anyway. */
function isFirst(words: readonly Token[], at: number): boolean {
  return at === 0 || /^[.?!;:]$/u.test(words[at - 1]?.folded ?? "");
}

/** Links for the whole span: cells, a table or column, a code. */
function cellsOf({ at, end }: Span, { links }: LinkedQuestion): readonly Link[] {
  const mention = links.from(at).find((each) => each.end === end);
  return mention?.links.filter((link) => link.score >= KNOWN_BY) ?? [];
}

/** A first or last name alone may belong to several people. */
function isPartOfName(link: Link): boolean {
  return (
    link.kind === "value" &&
    link.how === "cell" &&
    link.with === undefined &&
    namingColumns(link.table).length === 2 &&
    namingColumns(link.table).includes(link.column)
  );
}
