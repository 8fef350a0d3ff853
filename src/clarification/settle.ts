import type { Withheld } from "../environment/egress/egress-level.ts";
import { isUntold } from "../environment/egress/marks.ts";
import { egressOf, toldKept } from "../environment/egress/told-answer.ts";
import type { Environment } from "../environment/environment.ts";
import type { Glossary, GlossaryEntry, Settled } from "../environment/glossary.ts";
import type { Principal } from "../environment/principal.ts";

import type { Task } from "../environment/task.ts";
import type { Clarification, ClarificationReply, Reading } from "../trajectory/clarification.ts";
import { foldedWords } from "../util/fold-text.ts";

type Answered = Extract<ClarificationReply, { type: "answered" }>;

/** The reading that an answer chooses: by its index, or by its unambiguous text. */
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

/**
 * The question to put once more where an answer in words fits several readings: with these alone to choose from. Undefined where it fits one or
 * none, or has been put already.
 */
export function followUp(clarification: Clarification, reply: Answered): Clarification | undefined {
  if (clarification.permission !== undefined || chosenReading(clarification, reply) !== undefined)
    return undefined;
  const said = foldedWords(reply.text);
  const readings = clarification.readings.filter(({ text }) =>
    ` ${foldedWords(text)} `.includes(` ${said} `),
  );
  const question = `Several of these are "${reply.text.trim()}". Which one?`;
  if (said === "" || readings.length < 2 || question === clarification.question) return undefined;
  return { ...clarification, question, readings };
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
  /** The text redacted for models, where egress withholds values. */
  readonly told?: string;
}

/** What an answer says, for the person and for a model. */
export function whatIsSaid(clarification: Clarification, reply: Answered): Said {
  const reading = chosenReading(clarification, reply);
  if (reading === undefined) return { text: reply.text };
  const told = withheldText(reading, reply);
  return { text: reading.text, ...(told === undefined ? {} : { told }) };
}

/** The text for a model of a reading with withheld values: the redacted form, or the person's own words that named it. */
function withheldText({ text, told }: Reading, reply: Answered): string | undefined {
  if (told === undefined || told === text) return undefined;
  return reply.choice === undefined ? reply.text.trim() : told;
}

/** The reading's replacement; its full text if the replacement equals the unclear words or another reading's. */
function meaningOf(reading: Reading, { readings, words }: Clarification): string {
  const { replacement, text } = reading;
  if (replacement === undefined) return text;
  const meaning = folded(replacement);
  const same = readings.filter((other) => folded(other.replacement ?? other.text) === meaning);
  return same.length > 1 || words.some((each) => folded(each) === meaning) ? text : replacement;
}

/** True only for a plain yes: permission for an effect is never guessed. */
export function allows({ text, choice }: Answered): boolean {
  if (choice !== undefined) return choice === 0;
  return /^\s*(?:y|yes|yes,? please|allow|allowed|ok|okay)\s*[.!]?\s*$/iu.test(text);
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}

/** A question that was put to the person in this run, with the reply. */
export interface AskedBefore {
  readonly words: readonly string[];
  readonly question: string;
  /** In the person's words, or those of the reading that was chosen. */
  readonly reply: string;
  /** The reply redacted for models, where egress withholds values. */
  readonly told?: string;
  readonly declined?: boolean;
}

/**
 * The knowledge after a reply: the question with the reply, and the meaning that the answer settles. An answer to a question for permission
 * settles no meaning.
 */
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
  /** Advice for the policy that wanted to ask again. */
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

/** The reply to the very same question, if it was put before. */
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

/** The glossary's entries for the environments, as knowledge for every question; redacted for the egress level. */
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

/**
 * True if `told` may be shown at this level. It was redacted for the level at which it was stored: the form shown under `masked` reveals too much
 * under `schema`.
 */
const holds = (told: string, { meaning }: Settled, level: Withheld): boolean =>
  level === "masked" || told === meaning || isUntold(told);

/** Redacts a meaning that was stored under level `all`, or before redacted meanings were stored. */
const formOf = ({ words, meaning }: Settled, level: Withheld): string => toldKept(meaning, [words], level);

interface RememberedIn {
  readonly glossary?: Glossary | undefined;
  readonly environments: readonly Pick<Environment, "id">[];
  readonly principal: Principal;
}

/** Stores the meaning from an answer in the glossary, if the person wants that and there is a glossary. */
export async function rememberReply(
  clarification: Clarification,
  reply: ClarificationReply,
  { glossary, environments, principal }: RememberedIn,
): Promise<void> {
  if (reply.type !== "answered" || reply.remember !== true || glossary === undefined) return;
  if (clarification.words.length === 0 || clarification.permission !== undefined) return;
  const settled = settle(clarification, reply);
  const environment = settled.environment ?? environments[0]?.id;
  // A reading may contain values; the person's own words may be shown to any model later.
  const isOwn = chosenReading(clarification, reply) === undefined;
  const told = settled.told ?? (isOwn ? settled.meaning : undefined);
  if (environment !== undefined)
    await glossary.remember({ ...settled, ...(told === undefined ? {} : { told }), environment }, principal);
}
