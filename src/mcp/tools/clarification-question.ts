import type { Clarification, ClarificationReply } from "../../trajectory/clarification.ts";
import { visibleLines } from "../../util/visible-text.ts";
import type { PersonAnswer, PersonQuestion } from "./mcp-tool.ts";
import { visibleSpaces } from "./visible-spaces.ts";

const MOST_CHOICES = 8;

/** Of leave: "No" comes first, because clients choose the first beforehand. */
const YES = 1;

/**
 * A clarification as a question to the person behind the client.
 * @param remembers an answer can be kept for later questions
 */
export function personQuestion(clarification: Clarification, remembers: boolean): PersonQuestion {
  const { question, words, permission } = clarification;
  if (permission !== undefined) {
    const yes = `Yes, and any further ${permission.operation} that it takes`;
    return { message: visibleSpaces(question), choices: ["No", yes], ownWords: false };
  }
  return {
    message: visibleLines(question),
    choices: readingTexts(clarification),
    ownWords: true,
    ...(remembers && words.length > 0 ? { offersToRemember: true } : {}),
  };
}

/** The readings in their own words, with the environment where two are called the same. */
export function readingTexts({ readings }: Clarification): readonly string[] {
  const shown = readings.slice(0, MOST_CHOICES);
  return shown.map(({ text, environment }) =>
    shown.filter((other) => other.text === text).length > 1 ? `${text} (${environment})` : text,
  );
}

/** The same for an agent that hands them on: what it may not read stands in its form. */
export function relayedTexts({ readings, ...rest }: Clarification): readonly string[] {
  return readingTexts({
    ...rest,
    readings: readings.map((each) => ({ ...each, text: each.told ?? each.text })),
  });
}

export type PersonReply = Exclude<ClarificationReply, { type: "unavailable" }>;

/** A form that was closed without a decision is no reply. */
type PersonDecision = Exclude<PersonAnswer, { type: "cancelled" }>;

/** What the person said to a clarification that was put as a `PersonQuestion`. */
export function replyOf(answer: PersonDecision, { readings, permission }: Clarification): PersonReply {
  if (answer.type === "declined") return answer;
  const { text, choice, remember } = answer;
  if (permission !== undefined) return { type: "answered", text: choice === YES ? "yes" : "no" };
  const kept = remember === true ? { remember } : {};
  const reading = choice === undefined ? undefined : readings[choice];
  return reading === undefined || choice === undefined
    ? { type: "answered", text, ...kept }
    : { type: "answered", text: reading.replacement ?? reading.text, choice, ...kept };
}
