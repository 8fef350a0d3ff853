import { simulatedUser } from "../../clarification/simulated-user.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Clarification, ClarificationReply, Reading } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { isObject } from "../../util/is-object.ts";
import { sameButForNumber } from "../../util/plural.ts";
import type { BenchmarkTask, IntendedReading } from "../benchmark/benchmark.ts";

/** Whose question it is, and who plays them. */
export interface SimulatedAskerOptions {
  readonly task: Pick<BenchmarkTask, "question" | "intended">;
  /** Plays the person where readings do not settle a question; without one the data's own words are said. */
  readonly model?: LanguageModel;
}

/**
 * The person of a benchmark's question, who knows what was meant: chooses the reading that the gold names, else says the data's own words on what is asked
 * about, and does not know anything else. A model puts that into words and learns no more than it may say: never the tables, columns or relations
 * of the gold. Leave for effects is never given.
 */
export function simulatedAsker({ task, model }: SimulatedAskerOptions): UserProxy {
  const { question, intended } = task;
  return {
    async ask(clarification, signal) {
      if (clarification.permission !== undefined || intended === undefined) return { type: "declined" };
      const meant = meantReading(clarification, intended);
      if (meant !== undefined) return chosen(clarification, meant);
      const text = toldOf(clarification, intended);
      if (model === undefined) return text === undefined ? { type: "declined" } : { type: "answered", text };
      const intent = text ?? unsaidOf(intended, question);
      if (intent === undefined) return { type: "declined" };
      return await simulatedUser({ model, question, intent }).ask(clarification, signal);
    },
  };
}

function chosen({ readings }: Clarification, meant: Reading): ClarificationReply {
  const { replacement, text } = meant;
  return { type: "answered", text: replacement ?? text, choice: readings.indexOf(meant) };
}

/** What the data say about what is asked, and nothing that they say about anything else. */
function toldOf(clarification: Clarification, intended: IntendedReading): string | undefined {
  const { answer, explanations } = intended;
  const isAnswer = answer !== undefined && isAboutTheIntended(clarification, intended);
  return isAnswer ? answer : explanationOf(clarification, explanations);
}

/** What a model may find to be asked in other words than the data's: their answer, and values that the question does not tell yet. */
function unsaidOf({ answer, values = [] }: IntendedReading, question: string): string | undefined {
  const unsaid = [
    ...(answer === undefined ? [] : [answer]),
    ...values.filter((value) => !holdsWords(question, value)),
  ];
  return unsaid.length === 0 ? undefined : unsaid.join("; ");
}

/** Words that stand in nearly every question, and say nothing of what it is about. */
const EMPTY = new Set(
  `a about all am an and any are as at be been but by can could did do does each every for from had has have he her him his how i if in into is it its
  list many me mean more most much my no not of off on one or other our out over please s she show so some such than that the their them then there these
  they this those to was we were what when where which who whom whose will with would you your`.split(/\s+/u),
);

/** The words of a text that say what it is about, in lower case; none of a text of articles and the like alone. */
function contentWords(text: string): readonly string[] {
  return foldedWords(text)
    .split(" ")
    .filter((word) => word !== "" && !EMPTY.has(word));
}

type Asked = Pick<Clarification, "question" | "words">;

const FOR_AN_ID = /\b(?:ids?|identifiers?|uuids?)\b/iu;

/** Whether a question wants an id, which no person knows. What a person's own words about ids mean is another question. */
export const asksForAnId = ({ question, words }: Asked): boolean =>
  FOR_AN_ID.test(question) && !words.some((each) => FOR_AN_ID.test(each));

/** Whether a question, with the words that it says are unclear, holds one of these as words of its own, or is about words within one of them. */
export function asksAbout({ question, words }: Asked, about: readonly string[]): boolean {
  const said = [question, ...words].join(" ");
  const isWithin = (asked: string): boolean =>
    contentWords(asked).length > 0 && about.some((each) => holdsWords(each, asked));
  return about.some((each) => holdsWords(said, each)) || words.some(isWithin);
}

/** Whether a text holds another as words of its own, whatever their case and accents; nothing is held by none. */
export function holdsWords(text: string, wanted: string): boolean {
  const words = foldedWords(wanted);
  return words !== "" && ` ${foldedWords(text)} `.includes(` ${words} `);
}

/** What stands before is what a statement explains. */
const EXPLAINS = /\b(?:refers? to|stands? for|means?|denotes?|is|are)\b|[=<>]/iu;

/**
 * Of the statements, the one that says what the words stand for that a question is about, and no other: a person explains what they are asked about.
 * Undefined where none does, and for a question about no words of the person's.
 */
function explanationOf(
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
interface JudgedAsked {
  /**
   * Two readings lead to different results, or what a call needs is not in the question, as the data say. Where they do not say it, one of several readings
   * that were offered was meant.
   */
  readonly needed: boolean;
  /** It names the unclear words or what they are about, and asks for no id (Query when need, Table 6.2, where people judged). */
  readonly relevant: boolean;
}

export function judgeAsked(
  asked: Clarification,
  { intended = { names: [] } }: Pick<BenchmarkTask, "intended">,
): JudgedAsked {
  const { words, needed, mayAsk = false } = intended;
  const isAbout = isAboutTheIntended(asked, intended);
  const isNeeded =
    words === undefined
      ? asked.readings.length > 1 && meantReading(asked, intended) !== undefined
      : isAbout && (mayAsk || needed !== undefined);
  return { needed: isNeeded, relevant: !asksForAnId(asked) && isAbout };
}

/** Whether a question is about what the data explain: one of its readings was meant, or it holds words of which they say what they stand for. */
function isAboutTheIntended(asked: Clarification, intended: IntendedReading): boolean {
  const { words, answer = "", names, explanations } = intended;
  if (words !== undefined) return asksAbout(asked, words);
  if (meantReading(asked, intended) !== undefined) return true;
  if (explanationOf(asked, explanations) !== undefined) return true;
  const explained = [...names, answer].join(" \n ");
  return asked.words.some((each) => contentWords(each).length > 0 && holdsWords(explained, each));
}

/**
 * Of the readings that are offered, the one that was meant: it says the data's own answer, or it is called by a name of the gold. Undefined where none is, and
 * where two are so equally well: the data do not tell then.
 */
function meantReading(
  { readings }: Pick<Clarification, "readings">,
  { names, answer }: IntendedReading,
): Reading | undefined {
  const said = answer === undefined ? [] : readings.filter((reading) => says(reading, answer));
  if (said.length > 0) return said.length === 1 ? said[0] : undefined;
  const folded = new Set(names.map(foldedWords).filter((name) => name !== ""));
  for (const isNamed of [
    (name: string) => names.includes(name),
    (name: string) => folded.has(foldedWords(name)),
  ]) {
    const named = readings.map((reading) => ({ reading, size: namedBy(reading, isNamed) }));
    const most = Math.max(...named.map(({ size }) => size));
    const best = named.filter(({ size }) => size > 0 && size === most);
    if (best.length > 0) return best.length === 1 ? best[0]?.reading : undefined;
  }
  return undefined;
}

/** How many names tell what a reading is, where the gold has all of them: table, column and value, else the name that it is called by. 0 where it has not. */
function namedBy(reading: Reading, isNamed: (name: string) => boolean): number {
  const { token } = reading;
  const parts = isObject(token) ? [token["table"], token["column"], token["value"]] : [];
  const told = parts.filter((part) => typeof part === "string");
  if (told.length > 0) return told.every((part) => isNamed(part)) ? told.length : 0;
  return namesOfReading(reading).some(isNamed) ? 1 : 0;
}

function says({ text, replacement = "" }: Reading, answer: string): boolean {
  return [text, replacement].some(
    (each) => each !== "" && (holdsWords(answer, each) || holdsWords(each, answer)),
  );
}

/** What a reading is called: by what it would put into the question, and by the end of its IRI where it is marked with one. */
function namesOfReading({ text, replacement, token }: Reading): readonly string[] {
  const iri = isObject(token) && typeof token.iri === "string" ? token.iri : undefined;
  const end = iri?.slice(Math.max(iri.lastIndexOf("/"), iri.lastIndexOf("#")) + 1);
  const ends = end === undefined ? [] : [end, decoded(end).replaceAll("_", " ")];
  return [replacement ?? text, ...ends];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
