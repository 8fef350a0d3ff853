import type { Clarification, Reading } from "../../trajectory/clarification.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { sameButForNumber } from "../../util/plural.ts";
import type { BenchmarkTask, IntendedReading } from "../benchmark/benchmark.ts";
import { asksAbout, asksForAnId, holdsWords } from "./asked-words.ts";
import { contentWords } from "./content-words.ts";
import { markOf } from "./marked-readings.ts";
import { isMarkedAs, meantReading } from "./meant-reading.ts";
import { namesOfReading } from "./names-of-reading.ts";

/** What stands before is what a statement explains. */
const EXPLAINS = /\b(?:refers? to|stands? for|means?|denotes?|is|are)\b|[=<>]/iu;

/**
 * Of the statements, the one that says what the words stand for that a question is about, and no other: a person explains what they are asked about.
 * Undefined where none does, and for a question about no words of the person's.
 */
export function explanationOf(
  { question, words }: Pick<Clarification, "question" | "words">,
  explanations: readonly string[] = [],
): string | undefined {
  const asked = words.length === 0 ? contentWords(question) : words.flatMap(contentWords);
  const found = explanations.flatMap((statement) => {
    const subject = contentWords(statement.split(EXPLAINS)[0] ?? "");
    if (subject.length === 0 || asked.length === 0) return [];
    // A whole question holds more words than those that it asks about.
    const isAbout = words.length === 0 ? areAmong(subject, asked) : areAmong(asked, subject);
    return isAbout ? [{ statement, size: subject.length }] : [];
  });
  return found.toSorted((one, other) => one.size - other.size)[0]?.statement;
}

function areAmong(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => sameButForNumber(word, other)));
}

/** How well was asked. */
export interface JudgedAsked {
  /**
   * Two readings lead to different results, or what a call needs is not in the question: as the data say, and it asks about that. Where they do not, one of the readings that
   * were offered was meant and another was not, so that they lead to different queries, and the person's question does not say by itself which.
   */
  readonly needed: boolean;
  /** It names the unclear words or what they are about, and asks for no id (Query when need, Table 6.2, where people judged). */
  readonly relevant: boolean;
}

export function judgeAsked(
  asked: Clarification,
  { question, intended = { names: [] } }: Pick<BenchmarkTask, "question" | "intended">,
): JudgedAsked {
  const { words, needed, mayAsk = false } = intended;
  const isAbout = isAboutTheIntended(asked, intended);
  const isNeeded =
    words === undefined
      ? choosesBetween(asked, intended, question)
      : isAbout && (mayAsk || needed !== undefined);
  return { needed: isNeeded, relevant: !asksForAnId(asked) && isAbout };
}

/** Whether a question is about what the data explain: one of its readings was meant, or it holds words of which they say what they stand for. */
export function isAboutTheIntended(asked: Clarification, intended: IntendedReading): boolean {
  const { words, answer = "", names, explanations } = intended;
  if (words !== undefined) return asksAbout(asked, words);
  if (meantReading(asked, intended) !== undefined) return true;
  if (explanationOf(asked, explanations) !== undefined) return true;
  const explained = [...names, answer].join(" \n ");
  return asked.words.some((each) => contentWords(each).length > 0 && holdsWords(explained, each));
}

function choosesBetween(asked: Clarification, intended: IntendedReading, question: string): boolean {
  const meant = meantReading(asked, intended);
  if (meant === undefined || isSaid(meant, asked, question)) return false;
  const mark = ({ environment, token, replacement, text }: Clarification["readings"][number]): string =>
    JSON.stringify([environment, token ?? replacement ?? text]);
  return asked.readings.some((reading) => mark(reading) !== mark(meant) && !isMarkedAs(reading, intended));
}

interface Asked {
  readonly words: readonly string[];
  readonly readings: readonly Reading[];
}

/**
 * Whether the person's question says by itself that it is this reading: its whole name stands there ("Howard Keel", where "Howard" is asked about), and that of
 * no other one but as a part of it.
 */
function isSaid(meant: Reading, { words, readings }: Asked, question: string): boolean {
  const name = nameIn(question, meant);
  if (name === undefined) return false;
  // The words that are asked about say nothing of themselves.
  const asked = words.flatMap(contentWords);
  if (contentWords(name).every((word) => asked.some((each) => sameButForNumber(each, word)))) return false;
  return readings.every((other) => {
    const told = other === meant ? undefined : nameIn(question, other);
    return told === undefined || isPartOf(told, name);
  });
}

function isPartOf(part: string, name: string): boolean {
  return foldedWords(part) !== foldedWords(name) && holdsWords(name, part);
}

function nameIn(question: string, reading: Reading): string | undefined {
  const names = namesOfReading(reading);
  const whole = names.find((name) => holdsWords(question, name));
  if (whole !== undefined) return whole;
  const mark = markOf(reading);
  if (mark?.column === undefined || mark.value !== undefined) return undefined;
  // "The names of the visitors" says "visitor name" in the language's own order.
  const said = foldedWords(question).split(" ");
  return names.find((name) =>
    foldedWords(name)
      .split(" ")
      .every((word) => said.some((each) => sameButForNumber(each, word))),
  );
}

/** In a team the supervisor puts every question; the role that met the difficulty is what the paper counts (Query when need, Table 6.2). */
export function wisherOf(
  asked: Extract<RunEvent, { type: "question-asked" }>,
  events: readonly RunEvent[],
): string {
  const difficult = events.findLast(
    (event) =>
      event.seq < asked.seq &&
      event.type === "policy-replied" &&
      event.role !== "supervisor" &&
      event.reply.output?.difficulty !== undefined,
  );
  return difficult?.role ?? asked.role;
}

/**
 * The whole name that the words are a part of in the person's own question ("Charlie Kaufman" for "Charlie"), where it is one that the gold has: what a person says
 * whose name was torn apart. Undefined where the words stand elsewhere in the question as well, or in two such names.
 */
export function nameSaid(
  { words }: Pick<Clarification, "words">,
  { question, intended }: Pick<BenchmarkTask, "question" | "intended">,
): string | undefined {
  const [asked, ...more] = words;
  if (asked === undefined || more.length > 0 || contentWords(asked).length === 0) return undefined;
  const { names = [], marks } = intended ?? {};
  const known = marks === undefined ? names : marks.flatMap(({ value = [] }) => value);
  const said = ` ${foldedWords(question)} `;
  const found = new Set(
    known.filter((name) => {
      const isWhole = holdsWords(question, name) && foldedWords(name) !== foldedWords(asked);
      return isWhole && holdsWords(name, asked) && !holdsWords(said.replace(foldedWords(name), "|"), asked);
    }),
  );
  const [only, ...others] = found;
  return others.length === 0 ? only : undefined;
}
