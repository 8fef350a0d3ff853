import type { Withheld } from "../environment/egress/egress-level.ts";
import { egressOf, toldKept } from "../environment/egress/told-answer.ts";
import { isUntold } from "../environment/egress/told-text.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary, GlossaryEntry, Settled } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";

import type { Task } from "../environment/task.ts";
import type { Clarification, ClarificationReply, Reading } from "../trajectory/clarification.ts";
import { foldedWords } from "../util/fold-text.ts";

type Answered = Extract<ClarificationReply, { type: "answered" }>;

/** The reading that an answer chooses: by its place, or by being written out so that no other can be meant. */
export function chosenReading({ readings }: Clarification, { text, choice }: Answered): Reading | undefined {
  if (choice !== undefined) return readings[choice];
  const written = folded(text);
  const named = readings.filter((reading) => folded(reading.text) === written);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const meant = readings.filter(
    ({ replacement }) => replacement !== undefined && folded(replacement) === written,
  );
  return meant.length === 1 ? meant[0] : undefined;
}

/** What an answer settles: the question and the answer as one piece of knowledge (Query when need, Section 5.2.5). */
export function settle(clarification: Clarification, reply: Answered): Settled {
  const words = clarification.words.length === 0 ? clarification.question : clarification.words.join(" … ");
  const reading = chosenReading(clarification, reply);
  if (reading === undefined) return { words, meaning: reply.text.trim() };
  const { environment, token } = reading;
  const told = withheldText(reading, reply);
  return {
    words,
    meaning: meaningOf(reading, clarification),
    ...(told === undefined ? {} : { told }),
    environment,
    ...(token === undefined ? {} : { token }),
  };
}

/** An answer as it was understood: in the words of the reading that was chosen, which say where it is found. */
interface Said {
  readonly text: string;
  /** The text as a model may read it, where it may not read all. */
  readonly told?: string;
}

/** What an answer says, for the person and for a model. */
export function whatIsSaid(clarification: Clarification, reply: Answered): Said {
  const reading = chosenReading(clarification, reply);
  if (reading === undefined) return { text: reply.text };
  const told = withheldText(reading, reply);
  return { text: reading.text, ...(told === undefined ? {} : { told }) };
}

/** Of a reading that holds what a model may not read: the form that it was offered in, or the words that it was named by. */
function withheldText({ text, told }: Reading, reply: Answered): string | undefined {
  if (told === undefined || told === text) return undefined;
  return reply.choice === undefined ? reply.text.trim() : told;
}

/** What the words are replaced by, unless that says no more than they do, or no more than another reading. */
function meaningOf(reading: Reading, { readings, words }: Clarification): string {
  const { replacement, text } = reading;
  if (replacement === undefined) return text;
  const meaning = folded(replacement);
  const same = readings.filter((other) => folded(other.replacement ?? other.text) === meaning);
  return same.length > 1 || words.some((each) => folded(each) === meaning) ? text : replacement;
}

/** True only for a plain yes: leave for an effect is never guessed. */
export function allows({ text, choice }: Answered): boolean {
  if (choice !== undefined) return choice === 0;
  return /^\s*(?:y|yes|yes,? please|allow|allowed|ok|okay)\s*[.!]?\s*$/iu.test(text);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}

/** A question that was put to the person in this run, with what came of it. */
export interface AskedBefore {
  readonly words: readonly string[];
  readonly question: string;
  /** In the person's words, or those of the reading that was chosen. */
  readonly reply: string;
  /** The reply as a model may read it, where it may not read all. */
  readonly told?: string;
  readonly declined?: boolean;
}

/** What is known once the person has replied: the question with what came of it, and what the answer settles. An answer to a question for permission settles no meaning. */
export function afterReply(
  { asked, task }: { readonly asked: readonly AskedBefore[]; readonly task: Task | undefined },
  clarification: Clarification,
  reply: ClarificationReply,
): { readonly asked: readonly AskedBefore[]; readonly task: Task | undefined } {
  const { words, question, permission } = clarification;
  if (reply.type !== "answered")
    return { asked: [...asked, { words, question, reply: "", declined: true }], task };
  if (permission !== undefined) return { asked, task };
  const { text, ...told } = whatIsSaid(clarification, reply);
  const settled = [...(task?.settled ?? []), settle(clarification, reply)];
  return { asked: [...asked, { words, question, reply: text, ...told }], task: task && { ...task, settled } };
}

interface KnownAnswer {
  /** In words for whoever wanted to ask again. */
  readonly guidance: string;
  /** What the person wrote, where no reading was chosen: it may be unclear itself. */
  readonly said?: string;
}

/** What the person has said of these words before, in this run, in the one before it, or in the glossary. */
export function knownAnswer(
  words: string,
  task: Task,
  asked: readonly AskedBefore[],
): KnownAnswer | undefined {
  const wanted = foldedWords(words);
  const known = [...(task.settled ?? []), ...(task.previous?.settled ?? [])].findLast(
    (each) => foldedWords(each.words) === wanted,
  );
  const before = asked.findLast((each) =>
    each.words.length === 0
      ? ` ${foldedWords(each.question)} `.includes(` ${wanted} `)
      : each.words.some((one) => foldedWords(one) === wanted),
  );
  if (before !== undefined) return { ...askedAlready(before), ...saidOf(before, known) };
  return known === undefined
    ? undefined
    : { guidance: `"${known.words}" is known to mean: ${known.told ?? known.meaning}. Go on with that.` };
}

/** The very same question was put before. */
export function sameQuestion(question: string, asked: readonly AskedBefore[]): KnownAnswer | undefined {
  const before = asked.findLast((each) => foldedWords(each.question) === foldedWords(question));
  return before && askedAlready(before);
}

function askedAlready({ question, reply, told = reply, declined }: AskedBefore): KnownAnswer {
  const guidance = declined
    ? `This was asked before ("${question}"), and the person did not want to say. Go on with the likeliest meaning and say it as an assumption, or give up with the reason.`
    : `This was asked before ("${question}"), and the person said: ${told}. Go on with that.`;
  return { guidance };
}

function saidOf(
  { reply, told, declined }: AskedBefore,
  known: Settled | undefined,
): { readonly said?: string } {
  const isOwn = !declined && told === undefined && known?.environment === undefined;
  return isOwn && reply.trim() !== "" ? { said: reply } : {};
}

/** What the glossary holds for the environments: given knowledge of every question, which a model reads as far as it may. */
export async function settledBefore(
  glossary: Glossary,
  environments: readonly Environment[],
  principal: Principal,
): Promise<Pick<Task, "settled">> {
  const lists = await Promise.all(environments.map(({ id }) => glossary.list(id, principal)));
  const level = egressOf(environments);
  const settled = lists.flat().map((entry) => settledForLevel(entry, level));
  return settled.length === 0 ? {} : { settled };
}

function settledForLevel({ at: _, told, ...entry }: GlossaryEntry, level: Withheld | undefined): Settled {
  if (level === undefined) return entry;
  return { ...entry, told: told !== undefined && holds(told, entry, level) ? told : formOf(entry, level) };
}

/** `told` was made under the egress level of the day it was kept: under `schema`, the form that `masked` shows is too much. */
const holds = (told: string, { meaning }: Settled, level: Withheld): boolean =>
  level === "masked" || told === meaning || isUntold(told);

/** Of a meaning that was kept where all may be told, or before it was kept what may. */
const formOf = ({ words, meaning }: Settled, level: Withheld): string => toldKept(meaning, [words], level);

interface RememberedIn {
  readonly glossary?: Glossary | undefined;
  readonly environments: readonly Pick<Environment, "id">[];
  readonly principal: Principal;
}

/** Keeps what an answer says of words in the glossary, where the person wants that and there is one. */
export async function rememberReply(
  clarification: Clarification,
  reply: ClarificationReply,
  { glossary, environments, principal }: RememberedIn,
): Promise<void> {
  if (reply.type !== "answered" || reply.remember !== true || glossary === undefined) return;
  if (clarification.words.length === 0 || clarification.permission !== undefined) return;
  const settled = settle(clarification, reply);
  const environment = settled.environment ?? environments[0]?.id;
  // A reading may be made of values; what the person has written may be told wherever it is read again.
  const isOwn = chosenReading(clarification, reply) === undefined;
  const told = settled.told ?? (isOwn ? settled.meaning : undefined);
  if (environment !== undefined)
    await glossary.remember({ ...settled, ...(told === undefined ? {} : { told }), environment }, principal);
}
