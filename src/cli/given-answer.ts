import { openQuestion as openIn } from "../clarification/open-question.ts";
import { type WrittenAnswer, writtenAnswer } from "../clarification/written-answer.ts";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";

/** The question of a run that has no answer yet. */
export function openQuestion(events: readonly RunEvent[]): Clarification | undefined {
  return openIn(events)?.clarification;
}

/**
 * An answer as it was written: the number of a choice, or words.
 * @throws FuxiError `usage` for one that says nothing, and for a number that no choice has
 */
export function givenAnswer(written: string, question: Clarification | undefined): WrittenAnswer {
  if (written.trim() === "") {
    throw new FuxiError("usage", "The answer is empty.", { hint: 'Write: --answer "…"' });
  }
  const readings = question?.readings ?? [];
  const answer = writtenAnswer(written, readings);
  if (answer !== undefined) return answer;
  throw new FuxiError("usage", `There is no choice ${written.trim()}.`, {
    hint: `Name one from 1 to ${readings.length}, or answer in words.`,
  });
}
