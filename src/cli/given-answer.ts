import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";

export interface GivenAnswer {
  readonly text: string;
  /** Place of the chosen reading, from 0. */
  readonly choice?: number;
}

/** The question of a run that has no answer yet. */
export function openQuestion(events: readonly RunEvent[]): Clarification | undefined {
  const answered = new Set(
    events.flatMap((event) => (event.type === "question-answered" ? [event.command] : [])),
  );
  const asked = events.findLast((event) => event.type === "question-asked" && !answered.has(event.command));
  return asked?.type === "question-asked" ? asked.clarification : undefined;
}

/**
 * An answer as it was written: the number of a choice, or words.
 * @throws FuxiError `usage` for one that says nothing, and for a number that no choice has
 */
export function givenAnswer(written: string, question: Clarification | undefined): GivenAnswer {
  const text = written.trim();
  if (text === "") {
    throw new FuxiError("usage", "The answer is empty.", { hint: 'Write: --answer "…"' });
  }
  const readings = question?.readings ?? [];
  // A choice may be called by a number itself, such as a year.
  const named = readings.some((reading) => [reading.text, reading.replacement].includes(text));
  if (readings.length === 0 || named || !/^\d+$/u.test(text)) return { text };
  const choice = Number(text) - 1;
  const reading = readings[choice];
  if (reading !== undefined) return { text: reading.replacement ?? reading.text, choice };
  // Two digits and more are rather a year or an amount in the person's own words.
  if (text.length > 1) return { text };
  throw new FuxiError("usage", `There is no choice ${text}.`, {
    hint: `Name one from 1 to ${readings.length}, or answer in words.`,
  });
}
