import type { FoundReading } from "../../../../environment/readings.ts";
import { MONTHS } from "../../../../util/month-names.ts";
import type { DatabaseServices } from "../../database-services.ts";
import { cellReading } from "../../readings/reading-of-link.ts";
import { linkOfToken } from "../../readings/reading-token.ts";
import { sameNamedRows } from "../../readings/same-named-rows.ts";
import { valueReadings } from "../../readings/value-readings.ts";
import type { CompileContext } from "../compile/compile-context.ts";
import { queryText } from "../compile/query-writer.ts";
import { isGrammarWord } from "../grammar/parser.ts";
import type { Link, Mention } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { FUNCTION_WORDS } from "../question/english.ts";
import { type QuestionWord, textOf } from "../question/read-words.ts";
import type { Attempt, LinkedQuestion } from "../read-attempt.ts";
import { cellsIn } from "../sql-mentions.ts";
import type { Span } from "./weigh-meanings.ts";

/** How much better than the next a near name has to be to be taken without asking: more than one letter. */
const FAR_AHEAD = 0.15;
const MOST = 12;
/** A word of four letters is near many others. */
const LEAST_LETTERS = 5;

/**
 * Cells that a name may stand for, the best first and none far behind it: of what rows are called by also those that it is a part of. What is
 * stored under the very words is not looked past, unless it is a first or last name alone.
 */
export async function nameMeanings(
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

export interface SameNamed {
  readonly span: Span;
  readonly readings: readonly FoundReading[];
}

/** A name in the query that several rows bear (a film and its remake), with these rows to choose from. */
export async function sameNamed(
  { words, links, choice }: Attempt,
  given: readonly Mention[],
  { services, act }: CompileContext,
): Promise<SameNamed | undefined> {
  if (!choice?.chosen) return undefined;
  const cells = cellsIn(queryText(choice.chosen.value));
  for (const span of words.flatMap((_, at) => links.from(at))) {
    if (
      given.some(
        (each) =>
          each.at < span.end &&
          span.at < each.end &&
          each.links.some((link) => link.kind === "value" && link.with),
      )
    )
      continue;
    for (const link of span.links) {
      if (link.kind !== "value" || link.how !== "cell" || link.with) continue;
      const [value = ""] = link.values;
      // The title or the original title: whichever the query took, the rows are the same.
      if (!cells.get(value)?.some((column) => column.startsWith(`${link.table.name}.`))) continue;
      const rows = (await sameNamedRows(link, value, services, act.signal)) ?? [];
      if (rows.length < 2 || !rows.every(({ told }) => told !== "")) continue;
      const readings = rows.flatMap(({ key, name, told }) =>
        cellReading({ ...link, with: key }, { likeness: "same", score: 1 }, { name, told }),
      );
      return { span, readings };
    }
  }
  return undefined;
}

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
