import { simulatedUser } from "../../clarification/simulated-user.ts";
import type { UserProxy } from "../../clarification/user-proxy.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { Clarification, ClarificationReply, Reading } from "../../trajectory/clarification.ts";
import { foldedWords } from "../../util/fold-text.ts";
import { isObject } from "../../util/is-object.ts";
import { nameWords } from "../../util/name-words.ts";
import { sameButForNumber } from "../../util/plural.ts";
import type { BenchmarkTask, IntendedReading } from "../benchmark/benchmark.ts";

/** The task that the simulated person asked, and the model that plays them. */
export interface SimulatedAskerOptions {
  readonly task: Pick<BenchmarkTask, "question" | "intended">;
  /** Plays the person if no interpretation settles a question. Without a model, the person replies in the data's own words. */
  readonly model?: LanguageModel;
}

/**
 * Simulates the person behind a benchmark's question: chooses the interpretation that the gold names or that a statement of the data words, else quotes the
 * data's explanation of the words asked about, else declines. A model, if given, phrases the reply and learns no more than it may reveal: never tables, columns or relations of the gold.
 * Permission for effects is never given.
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

/** The data's answer or explanation for this question. Undefined if the data say nothing about it. */
function toldOf(clarification: Clarification, intended: IntendedReading): string | undefined {
  const { answer, explanations } = intended;
  const isAnswer = answer !== undefined && isAboutTheIntended(clarification, intended);
  return isAnswer ? answer : explanationOf(clarification, explanations);
}

/** Facts for a model, which may recognise that they are asked about: the data's answer and statements, and values that the question lacks. */
function unsaidOf(
  { answer, explanations = [], values = [] }: IntendedReading,
  question: string,
): string | undefined {
  const unsaid = [
    ...(answer === undefined ? [] : [answer]),
    ...explanations,
    ...values.filter((value) => !holdsWords(question, value)),
  ];
  return unsaid.length === 0 ? undefined : unsaid.join("; ");
}

/** Stop words. */
const EMPTY = new Set(
  `a about all am an and any are as at be been but by can could did do does each every for from had has have he her him his how i if in into is it its
  list many me mean more most much my no not of off on one or other our out over please s she show so some such than that the their them then there these
  they this those to was we were what when where which who whom whose will with would you your`.split(/\s+/u),
);

/** The words of a text without stop words, in lower case. */
function contentWords(text: string): readonly string[] {
  return foldedWords(text)
    .split(" ")
    .filter((word) => word !== "" && !EMPTY.has(word));
}

type Asked = Pick<Clarification, "question" | "words">;

const FOR_AN_ID = /\b(?:ids?|identifiers?|uuids?)\b/iu;

/** Whether a question asks for an id, which no person knows. Questions about the person's own words on ids are excluded. */
export const asksForAnId = ({ question, words }: Asked): boolean =>
  FOR_AN_ID.test(question) && !words.some((each) => FOR_AN_ID.test(each));

/** Whether a question is about one of these phrases: it contains one, or its unclear words are part of one. */
export function asksAbout({ question, words }: Asked, about: readonly string[]): boolean {
  const said = [question, ...words].join(" ");
  const isWithin = (asked: string): boolean =>
    contentWords(asked).length > 0 && about.some((each) => holdsWords(each, asked));
  return about.some((each) => holdsWords(said, each)) || words.some(isWithin);
}

/** Whether a text contains a phrase as whole words, ignoring case and accents. False for an empty phrase. */
export function holdsWords(text: string, wanted: string): boolean {
  const words = foldedWords(wanted);
  return words !== "" && ` ${foldedWords(text)} `.includes(` ${words} `);
}

/** Separates the subject of a statement from its explanation. */
const EXPLAINS = /\b(?:refers? to|stands? for|means?|denotes?|is|are)\b|[=<>]/iu;

/**
 * The statement that explains the words asked about. Undefined if there is none, or if the question is not about words of the person.
 */
function explanationOf(
  { question, words }: Pick<Clarification, "question" | "words">,
  explanations: readonly string[] = [],
): string | undefined {
  const asked = words.flatMap(contentWords);
  const said = contentWords(question);
  const found = explanations.flatMap((statement) => {
    const subject = contentWords(statement.split(EXPLAINS)[0] ?? "");
    if (subject.length === 0) return [];
    const isOfWords = asked.length > 0 && areAmong(asked, subject);
    // A question contains more words than those that it asks about, so it has to hold the whole subject.
    if (!isOfWords && !areAmong(subject, said)) return [];
    return [{ statement, rank: isOfWords ? 0 : 1, size: subject.length }];
  });
  return found.toSorted((one, other) => one.rank - other.rank || one.size - other.size)[0]?.statement;
}

function areAmong(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => sameButForNumber(word, other)));
}

/** Assessment of a question to the person. */
interface JudgedAsked {
  /**
   * According to the data, interpretations lead to different results, or the question lacks what a call needs. If the data do not say: one of several
   * offered interpretations was meant.
   */
  readonly needed: boolean;
  /** It names the unclear words or their subject, and asks for no id (Query when need, Table 6.2, where people judged). */
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

/** Whether a question is about something that the data explain: one of its interpretations was meant, or its words are explained. */
function isAboutTheIntended(asked: Clarification, intended: IntendedReading): boolean {
  const { words, answer = "", names, explanations } = intended;
  if (words !== undefined) return asksAbout(asked, words);
  if (meantReading(asked, intended) !== undefined) return true;
  if (explanationOf(asked, explanations) !== undefined) return true;
  const explained = [...names, answer].join(" \n ");
  return asked.words.some((each) => contentWords(each).length > 0 && holdsWords(explained, each));
}

/**
 * The offered interpretation that was meant: the one with the data's answer, or with a name of the gold. Undefined if there is none, or if two fit equally
 * well.
 */
function meantReading(asked: Clarification, intended: IntendedReading): Reading | undefined {
  const { readings } = asked;
  const { names, answer, explanations = [], words } = intended;
  const said = answer === undefined ? [] : readings.filter((reading) => says(reading, answer));
  if (said.length > 0) return said.length === 1 ? said[0] : undefined;
  const isAbout = words !== undefined && asksAbout(asked, words);
  const worded =
    answer !== undefined && isAbout ? nearestInWords(readings, [answer], asked.words) : undefined;
  if (worded !== undefined) return worded;
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
  return nearestInWords(readings, explanations);
}

/** Stop words that tell apart how a sentence is read. */
const TELLING = new Set("all any both each every most not only".split(" "));

/**
 * The reading that shares most of the words by which the readings differ with one of the texts. Undefined if two share as many. The unclear words
 * themselves decide nothing.
 */
function nearestInWords(
  readings: readonly Reading[],
  texts: readonly string[],
  unclear: readonly string[] = [],
): Reading | undefined {
  const tellingWords = (text: string): readonly string[] =>
    nameWords(text).filter((word) => TELLING.has(word) || !EMPTY.has(word));
  const wordsOf = readings.map(({ text, replacement = "" }) => tellingWords(`${text} ${replacement}`));
  const asked = unclear.flatMap(nameWords);
  const said = texts.map((text) => tellingWords(text).filter((word) => !asked.includes(word)));
  const shared = readings.map((reading, at) => {
    const own = [...new Set(wordsOf[at])].filter((word) => !wordsOf.every((each) => each.includes(word)));
    const size = Math.max(0, ...said.map((words) => own.filter((word) => words.includes(word)).length));
    return { reading, size };
  });
  const most = Math.max(0, ...shared.map(({ size }) => size));
  const best = shared.filter(({ size }) => size === most);
  return most > 0 && best.length === 1 ? best[0]?.reading : undefined;
}

/** Number of names (table, column, value) by which an interpretation matches the gold; 0 if the gold lacks one of them. */
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

/** Names of an interpretation: its replacement in the question, and the local name of its IRI. */
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
