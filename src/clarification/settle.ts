import type { Settled } from "../environment/settled.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";

type Answered = Extract<ClarificationReply, { type: "answered" }>;

/** The reading that an answer chooses: by its place, or by being written out. */
export function chosenReading({ readings }: Clarification, { text, choice }: Answered) {
  if (choice !== undefined) return readings[choice];
  const written = folded(text);
  return readings.find(
    (reading) =>
      folded(reading.text) === written ||
      (reading.replacement !== undefined && folded(reading.replacement) === written),
  );
}

/** What an answer settles: the question and the answer as one piece of knowledge (Query when need, Section 5.2.5). */
export function settle(clarification: Clarification, reply: Answered): Settled {
  const words = clarification.words.length === 0 ? clarification.question : clarification.words.join(" … ");
  const reading = chosenReading(clarification, reply);
  if (reading === undefined) return { words, meaning: reply.text };
  const { environment, token } = reading;
  const meaning = reading.replacement ?? reading.text;
  return { words, meaning, environment, ...(token === undefined ? {} : { token }) };
}

/** True only for a plain yes: leave for an effect is never guessed. */
export function allows({ text, choice }: Answered): boolean {
  return choice === undefined ? /^\s*(?:y|yes|allow|ok|okay)\s*[.!]?\s*$/iu.test(text) : choice === 0;
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}
