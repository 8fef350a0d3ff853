import type { ActContext } from "../environment/act-context.ts";
import { toldReading } from "../environment/egress/told-answer.ts";
import type { Environment } from "../environment/environment.ts";
import { type FoundReading, LIKENESSES, type Likeness } from "../environment/readings.ts";
import type { Task } from "../environment/task.ts";
import type { Reading, Wish, WishVerdict } from "../trajectory/clarification.ts";
import { foldedWords } from "../util/fold-text.ts";
import { given } from "../util/given.ts";
import { type AskedBefore, knownAnswer, sameQuestion } from "./settle.ts";

/** Most readings shown to a person; more are too many to choose from. */
const MOST_READINGS = 8;

/** The run as far as the gate needs it. */
export interface GateInput {
  readonly task: Task;
  readonly environments: readonly Environment[];
  /** Questions that were put to the person in this run, with the replies. */
  readonly asked: readonly AskedBefore[];
  /** True if a check has shown that another reading of the question gives another result (docs/asking.md). */
  readonly isOpen?: boolean;
}

/** Words that the wish is about, with what they may mean. */
interface Span {
  readonly words: string;
  readonly readings: readonly Placed[];
}

/**
 * Judges a wish to ask before the person sees it (Query when need, Section 5.2.5: the supervisor's refutation): no questions for ids, no repeated
 * questions, none about words that can mean only one thing here. A question that passes carries the readings found, so that the person can
 * choose.
 */
export async function gate(wish: Wish, input: GateInput, context: ActContext): Promise<WishVerdict> {
  const needless = needlessQuestion(wish) ?? sameQuestion(wish.question, input.asked)?.guidance;
  if (needless !== undefined) return { type: "refuted", guidance: needless };
  const open: Span[] = [];
  const settled: string[] = [];
  for (const words of wish.words) {
    const judged = await openSpan(words, wish, input, context);
    if (typeof judged === "string") settled.push(judged);
    else open.push(judged);
  }
  if (open.length === 0 && settled.length > 0) {
    return { type: "refuted", guidance: [...new Set(settled)].join(" ") };
  }
  const { question, kind } = wish;
  const named = open.filter(({ readings }) => readings.length > 0);
  const asking = named.length === 1 ? named : open;
  const readings =
    wish.readings === undefined
      ? readingsToShow(asking, wish, input)
      : await withRedactedText(wish.readings, input, context);
  const words = asking.map((span) => span.words).filter((each) => standsIn(each, input.task));
  return {
    type: "ask",
    clarification: { question: question.trim(), words, kind, readings: readings.map(plain) },
  };
}

/** The span if it is unclear; otherwise the reason why not, for the policy that wanted to ask. */
async function openSpan(
  words: string,
  wish: Wish,
  { task, environments, asked, isOpen = false }: GateInput,
  context: ActContext,
): Promise<Span | string> {
  const find = (text: string) => spanReadings(text, task, environments, MOST_READINGS, context);
  const known = knownAnswer(words, task, asked);
  if (known !== undefined) {
    const { said } = known;
    if (said === undefined) return known.guidance;
    // What the person said may be unclear in its turn: two of the choices fit it.
    const fitting = (wish.options ?? []).filter((option) =>
      ` ${foldedWords(option)} `.includes(` ${foldedWords(said)} `),
    );
    if (fitting.length > 1 && knownAnswer(said, task, asked) === undefined)
      return { words: said, readings: [] };
    if (foldedWords(said) === foldedWords(words)) return known.guidance;
    if (knownAnswer(said, task, asked) !== undefined) return known.guidance;
    const readings = await find(said);
    return readings.length > 1 && !likeliestAlone(readings) ? { words: said, readings } : known.guidance;
  }
  // How a sentence is read is not decided by what its words are called.
  const isOfSentence = isOpen && (wish.options ?? []).length > 1;
  if (wish.readings !== undefined || isOfSentence) return { words, readings: [] };
  const readings = await find(words);
  const [only] = readings;
  if (only === undefined && isNowhere(words, wish, environments)) {
    return `Nothing here is called "${words}" or anything near it, so an answer about it would not help. If the person has only hinted at a name, ask for the name as something missing. If it stands for several things that are kept here, ask which of them, with those as options. If it is something that is not kept here, end with the reason.`;
  }
  if (only === undefined || !isClear(readings, only, words, wish, context)) {
    return { words, readings: worthOffering(readings, wish) };
  }
  const assume = only.likeness === "same" ? "" : ", and say with the answer that you assumed it";
  return `Here "${words}" can hardly mean anything but ${only.told ?? only.text}. Take that${assume}.`;
}

/** Drops `related` readings, which are guesses, if there is only one reading or if something is missing. */
function worthOffering(readings: readonly Placed[], { kind }: Wish): readonly Placed[] {
  const named = readings.filter(({ likeness }) => likeness !== "related");
  return kind === "missing" || readings.length === 1 ? named : readings;
}

/** True for a name that no environment knows, if all can look up names and the wish offers no choice: asking changes nothing. */
function isNowhere(
  words: string,
  { kind, options = [] }: Wish,
  environments: readonly Environment[],
): boolean {
  if (kind === "missing" || options.length > 1 || POINTING.test(foldedWords(words))) return false;
  return environments.every(({ capabilities }) => capabilities.readings !== undefined);
}

/** Words that point at something else have no meaning of their own, whatever is called so. */
const POINTING =
  /^(?:(?:his|hers?|him|he|she|its?|they|them|theirs?|that|this|these|those|ones?|there|then|mine|my|ours?|me|us|we|i)(?: |$))+$/u;

/** Kinds of readings that denote one object: it is not missing once it is named. */
const THINGS = ["value", "entity"];

function isClear(
  readings: readonly Placed[],
  only: Placed,
  words: string,
  { kind, options = [] }: Wish,
  { seen }: ActContext,
): boolean {
  if (!likeliestAlone(readings) || POINTING.test(foldedWords(words))) return false;
  const exact = only.likeness === "same" || only.likeness === "form";
  // "Which year?" is no question about what the word year means.
  if (kind === "missing") return exact && THINGS.includes(only.kind);
  return exact || options.filter((option) => seen?.(option) === true).length < 2;
}

/** The readings of the unclear words, followed by options of the policy that are not among them. */
function readingsToShow(
  open: readonly Span[],
  { options = [] }: Wish,
  { environments }: GateInput,
): readonly Reading[] {
  // One choice answers for one span only.
  const [span, ...others] = open;
  const found = span !== undefined && others.length === 0 ? span.readings : [];
  // What the policy has looked at and does not offer is no choice.
  const meantBy = found.filter((reading) => options.some((option) => meant(option, found) === reading));
  const own = (meantBy.length > 1 ? meantBy : found).map((reading) =>
    rewordedByOption(reading, found, options),
  );
  const named = new Set(
    own.flatMap(({ text, replacement = "" }) => [foldedWords(text), foldedWords(replacement)]),
  );
  const added = options
    .filter((option) => !named.has(foldedWords(option)))
    .slice(0, MOST_READINGS)
    .map((text): Reading => ({ environment: environments[0]?.id ?? "", text, replacement: text }));
  return [...own.slice(0, MOST_READINGS - added.length), ...added];
}

/** Adds redacted texts to readings that the policy supplied. Readings found by an environment already have them. */
function withRedactedText(
  readings: readonly Reading[],
  { task: { question }, environments }: GateInput,
  context: ActContext,
): Promise<readonly Reading[]> {
  return Promise.all(
    readings.map(async (reading) => {
      const environment = environments.find(({ id }) => id === reading.environment);
      const told = reading.told ?? (await toldReading(reading.text, [question], environment, context));
      return told === undefined ? reading : { ...reading, told };
    }),
  );
}

/** Rewords a reading by the option that means it and no other reading: the policy's wording says more. */
function rewordedByOption(reading: Placed, all: readonly Placed[], options: readonly string[]): Placed {
  const [option, ...more] = options.filter((each) => meant(each, all) === reading);
  if (option === undefined || more.length > 0) return reading;
  return { ...reading, text: option, ...(reading.told === undefined ? {} : { told: option }) };
}

/** The reading with whose name an option shares the most words: all of it, or at least its last two. */
function meant(option: string, readings: readonly Placed[]): Placed | undefined {
  const said = ` ${foldedWords(option)} `;
  const shared = ({ replacement = "" }: Placed): number => {
    const words = foldedWords(replacement).split(" ");
    const length = words.length - words.findIndex((_, at) => said.includes(` ${words.slice(at).join(" ")} `));
    return length <= words.length && (length > 1 || words.length === 1) ? length : 0;
  };
  const most = Math.max(...readings.map(shared));
  const [reading, ...others] = readings.filter((each) => shared(each) === most);
  return most > 0 && others.length === 0 ? reading : undefined;
}

function standsIn(words: string, { question, oracleKnowledge = "" }: Task): boolean {
  const text = ` ${foldedWords(`${question} ${oracleKnowledge}`)} `;
  return text.includes(` ${foldedWords(words)} `);
}

function plain({ environment, text, told, replacement, token }: Reading): Reading {
  return {
    environment,
    text,
    ...given({ told, replacement, token }),
  };
}

/** A near match is accepted without asking if the next one scores lower by at least this much. */
const FAR_AHEAD = 0.15;

interface Ranked {
  readonly likeness?: Likeness;
  readonly score?: number;
  /** Scores are comparable within the answer of one environment only. */
  readonly environment?: string;
}

/**
 * True where the first of the readings of one span of words, the best first, is meant beyond reasonable doubt: nothing else is called the same, or
 * it is far ahead of the rest (docs/asking.md). Words that are a part of two names are unclear however the two score ("Jennifer"), and other
 * words for a thing are a guess.
 */
export function likeliestAlone(readings: readonly Ranked[]): boolean {
  const [first, ...others] = readings;
  if (first?.likeness === undefined || first.likeness === "related") return false;
  if (isExact(first)) return !others.some(isExact);
  return others.every((other) =>
    first.likeness === "part"
      ? other.likeness === "related" || (other.likeness === "near" && isFarAhead(first, other))
      : isFarAhead(first, other),
  );
}

function isExact({ likeness }: Ranked): boolean {
  return likeness === "same" || likeness === "form";
}

function isFarAhead(first: Ranked, other: Ranked): boolean {
  if (first.environment !== other.environment) return rank(first) < rank(other);
  return (first.score ?? 0) - (other.score ?? 0) >= FAR_AHEAD;
}

function rank({ likeness = "related" }: Ranked): number {
  return LIKENESSES.indexOf(likeness);
}

const ID = String.raw`\b(?:ids?|identifiers?|uuids?|guids?|primary keys?|internal (?:numbers?|codes?))\b`;

/** Questions that ask for an id. A list of readings may show ids, and a question may be about columns of ids. */
const ASKS_FOR_ID: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what|which|whose|provide|give|tell|specify|enter|share|supply|send|state|confirm|need|know)\b[^?.!]*${ID}`,
    "iu",
  ),
  new RegExp(String.raw`${ID}\s+(?:of|for)\b`, "iu"),
  new RegExp(String.raw`^\W*(?:[\p{L}']+\s+){0,3}${ID}\s*\?`, "iu"),
];

/** An id with its value is shown, not asked for. */
const SHOWN_ID = new RegExp(String.raw`${ID}\s*[:=#]?\s*["']?(?=[\w-]*\d)[\w-]+`, "giu");

/** Why a question is needless in any environment, for the policy that wanted to ask it. */
function needlessQuestion(wish: Wish): string | undefined {
  const { question, words, kind } = wish;
  if (foldedWords(question) === "") return "It says nothing. Write the question, or go on.";
  if (kind === "unsupported") {
    return "What cannot be done here is nothing to ask about: give up at once, with the reason.";
  }
  const choices = (wish.options ?? []).map(foldedWords);
  if (new Set(choices).size < choices.length) {
    return "Two of the options read the same. Say with each what tells it apart, such as a year, a place or a job, and ask again.";
  }
  const isAboutIds = words.some((each) => new RegExp(ID, "iu").test(each));
  const asked = question.replace(SHOWN_ID, "");
  if (!isAboutIds && ASKS_FOR_ID.some((form) => form.test(asked))) {
    return "People know names, not ids. Find the id with a tool, by the name that the question gives.";
  }
  return undefined;
}

type Placed = Reading & Pick<FoundReading, "likeness" | "score" | "kind">;

/** What one span of words may mean, over all environments: the likeliest first, each once. */
async function spanReadings(
  words: string,
  task: Task,
  environments: readonly Environment[],
  limit: number,
  context: ActContext,
): Promise<readonly Placed[]> {
  const found = await Promise.all(
    environments.map(async ({ id, capabilities }): Promise<readonly Placed[]> => {
      const readings = (await capabilities.readings?.find(words, task, limit, context)) ?? [];
      return readings.map((reading) => ({ ...reading, environment: id }));
    }),
  );
  const once = new Map<string, Placed>();
  for (const reading of found.flat()) {
    const key = JSON.stringify([reading.environment, reading.text]);
    if (!once.has(key)) once.set(key, reading);
  }
  const rank = ({ likeness }: Placed): number => LIKENESSES.indexOf(likeness);
  return [...once.values()].toSorted((one, other) => rank(one) - rank(other) || other.score - one.score);
}
