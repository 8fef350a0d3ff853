import { FuxiError } from "../errors/fuxi-error.ts";
import type { Clarification, ClarificationReply, Reading } from "../trajectory/clarification.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import { isObject } from "../util/is-object.ts";
import type { Json } from "../util/json.ts";
import type { UserProxy } from "./user-proxy.ts";

/** Messages are one line for a person, so longer ones are cut. */
const LONGEST_MESSAGE = 500;

/**
 * Asks the person through the user proxy. A failure of the proxy is reported as such, since it is the application's code; the question stays
 * open.
 *
 * @throws FuxiError `usage` for an invalid reply and for a proxy that fails; errors after `signal` is aborted, and every FuxiError of the proxy,
 * are rethrown unchanged
 */
export async function askPerson(
  userProxy: UserProxy,
  clarification: Clarification,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  return usableReply(await replyOf(userProxy, clarification, signal), clarification);
}

async function replyOf(
  userProxy: UserProxy,
  clarification: Clarification,
  signal: AbortSignal,
): Promise<ClarificationReply> {
  try {
    return await userProxy.ask(clarification, signal);
  } catch (error) {
    if (signal.aborted || FuxiError.isInstance(error)) throw error;
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    const message = `The user proxy failed: ${words.replace(/\s+/gu, " ").slice(0, LONGEST_MESSAGE)}`;
    throw new FuxiError("usage", message, {
      hint: 'Mend its ask(); where nobody can be asked, it gives { type: "unavailable" }. The question stands.',
      cause: error,
    });
  }
}

type Answered = Extract<ClarificationReply, { type: "answered" }>;

/**
 * Checks a reply, so that an unusable one is refused before the question counts as answered.
 * @throws FuxiError `usage` for an index without a reading, for an empty answer, and for anything that is no reply
 */
export function usableReply(reply: ClarificationReply, clarification: Clarification): ClarificationReply {
  // Callers in plain JavaScript may pass anything.
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
 * Checks a typed answer. A text that is only the number of a reading, counted from 1, chooses this reading.
 * @throws FuxiError `usage` as `usableReply` does, and for a single digit that is no reading's number
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

function noSuchReading(choice: number, readings: number, asksForPermission: boolean): FuxiError {
  const places = readings === 1 ? "0" : `0 to ${readings - 1}`;
  return new FuxiError("usage", `The question has no reading at place ${choice}.`, {
    hint: asksForPermission
      ? 'Give text: "yes" or "no".'
      : readings === 0
        ? "Give text alone: the question offers no readings."
        : `Give choice as ${places}, or text alone.`,
  });
}

export interface WrittenAnswer {
  readonly text: string;
  /** Index of the chosen reading, from 0. */
  readonly choice?: number;
}

/**
 * Interprets a typed answer: the number of a reading, counted from 1, or words. Undefined for a single digit without a reading, and for empty
 * text.
 */
export function writtenAnswer(written: string, readings: readonly Reading[]): WrittenAnswer | undefined {
  const text = written.trim();
  if (text === "") return undefined;
  // The name of a reading may be a number, such as a year.
  const named = readings.some((reading) => [reading.text, reading.replacement].includes(text));
  if (readings.length === 0 || named || !/^\d+$/u.test(text)) return { text };
  const choice = Number(text) - 1;
  const reading = readings[choice];
  if (reading !== undefined) return { text: reading.replacement ?? reading.text, choice };
  // Two digits and more are rather a year or an amount in the person's own words.
  return text.length > 1 ? { text } : undefined;
}

export interface OpenQuestion {
  /** The strategy's command that asked. */
  readonly command: string;
  readonly clarification: Clarification;
}

/** The question of a run that has no answer yet. */
export function openQuestion(events: readonly RunEvent[]): OpenQuestion | undefined {
  const answered = new Set(
    events.flatMap((event) => (event.type === "question-answered" ? [event.command] : [])),
  );
  const asked = events.findLast((event) => event.type === "question-asked" && !answered.has(event.command));
  if (asked?.type !== "question-asked") return undefined;
  const { command, clarification } = asked;
  return { command, clarification };
}
