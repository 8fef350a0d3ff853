import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification, ClarificationReply } from "../trajectory/clarification.ts";
import { isObject } from "../util/is-object.ts";
import type { Json } from "../util/json.ts";
import { writtenAnswer } from "./written-answer.ts";

type Answered = Extract<ClarificationReply, { type: "answered" }>;

/**
 * The reply, where it can be one to the question: so that what cannot be used is refused before the question counts as answered.
 * @throws FuxiError `usage` for a place that no reading has, for an answer that says nothing, and for what is no reply at all
 */
export function usableReply(reply: ClarificationReply, clarification: Clarification): ClarificationReply {
  // Whoever writes plain JavaScript gives what they like.
  const given = reply as unknown as Json | undefined;
  if (isObject(given)) {
    if (given.type === "declined" || given.type === "unavailable") return reply;
    if (given.type === "answered") return usableAnswer(reply as Answered, clarification);
  }
  throw new FuxiError("usage", "What the user proxy gave is no reply to a question.", {
    hint: 'Give { type: "answered", text }, { type: "declined" } or { type: "unavailable" }.',
  });
}

/**
 * An answer as it was written: a text alone that is the number of a reading, counted from 1, chooses it.
 * @throws FuxiError `usage` as `usableReply` does, and for a number alone that no reading has
 */
export function usableWrittenAnswer(answer: Answered, clarification: Clarification): Answered {
  const usable = usableAnswer(answer, clarification);
  if (usable.choice !== undefined) return usable;
  const { readings } = clarification;
  const written = writtenAnswer(usable.text, readings);
  if (written !== undefined) return { ...usable, ...written };
  throw new FuxiError("usage", `There is no choice ${usable.text.trim()}.`, {
    hint: `Name one from 1 to ${readings.length}, or answer in words.`,
  });
}

function usableAnswer(answer: Answered, { readings, permission }: Clarification): Answered {
  const { text, choice } = answer as Partial<Answered>;
  if (choice !== undefined) {
    const reading = Number.isInteger(choice) ? readings[choice] : undefined;
    if (reading === undefined) throw noSuchReading(choice, readings.length, permission !== undefined);
    return { ...answer, text: text ?? reading.replacement ?? reading.text };
  }
  if (typeof text === "string" && text.trim() !== "") return answer;
  throw new FuxiError("usage", "The answer says nothing.", {
    hint: "Give the person's words as text, or the place of a reading as choice; declined where they do not want to say.",
  });
}

function noSuchReading(choice: number, readings: number, asksForLeave: boolean): FuxiError {
  const places = readings === 1 ? "0" : `0 to ${readings - 1}`;
  return new FuxiError("usage", `The question has no reading at place ${choice}.`, {
    hint: asksForLeave
      ? 'Give text: "yes" or "no".'
      : readings === 0
        ? "Give text alone: the question offers no readings."
        : `Give choice as ${places}, or text alone.`,
  });
}
