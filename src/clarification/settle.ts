import type { Settled } from "../environment/settled.ts";
import type { Clarification, ClarificationReply, Reading } from "../trajectory/clarification.ts";

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
export interface Said {
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
