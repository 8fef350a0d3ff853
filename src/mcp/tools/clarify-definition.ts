import { invalidArgument, type OrFailure, type ToolFailure } from "../../environment/tool-failure.ts";
import type { Clarification, ClarificationReply } from "../../trajectory/clarification.ts";
import type { JsonObject } from "../../util/json.ts";
import { visibleLines } from "../../util/visible-text.ts";
import {
  LOOKING,
  type McpToolDefinition,
  type PersonAnswer,
  type PersonQuestion,
  readInput,
} from "./mcp-tool.ts";
import { visibleSpaces } from "./open-workspace-tool.ts";

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };

export const CLARIFY: McpToolDefinition = {
  name: "clarify",
  description:
    "Asks the person what words of the question mean where they could mean several things here, or for what is missing in it, if the answer depends on that; not for what can be looked up. On ask-the-person ask them yourself and call again with their `answer`.",
  inputSchema: {
    type: "object",
    properties: {
      workspace: TEXT,
      words: { type: "string", description: "as in the question; none for what is missing" },
      question: TEXT,
      options: TEXTS,
      answer: TEXT,
    },
    required: ["workspace", "question"],
  },
  outputSchema: {
    type: "object",
    properties: {
      text: TEXT,
      status: { type: "string", enum: ["clear", "settled", "declined", "ask-the-person"] },
      workspace: TEXT,
      meaning: TEXT,
      question: TEXT,
      readings: TEXTS,
    },
    required: ["text", "status", "workspace"],
  },
  annotations: LOOKING,
};

export interface ClarifyInput {
  readonly workspace: string;
  readonly question: string;
  readonly words?: string;
  readonly options?: readonly string[];
  readonly answer?: string;
}

const LONGEST = { words: 300, question: 1000, answer: 2000 } as const;
const LONGEST_OPTION = 300;
const MOST_OPTIONS = 8;

/** Reads the arguments of a call. Blank ones count as missing. */
export function readClarify(given: JsonObject): OrFailure<{ readonly input: ClarifyInput }> {
  const read = readInput(CLARIFY, given);
  if (read.failure !== undefined) return read;
  const input = read.input as unknown as ClarifyInput;
  for (const [name, most] of Object.entries(LONGEST)) {
    const { length = 0 } = input[name as keyof typeof LONGEST] ?? {};
    if (length > most)
      return tooLong(name, `has ${length} characters; ${most} are taken. Say it more briefly.`);
  }
  const { options = [] } = input;
  if (options.length > MOST_OPTIONS || options.some(({ length }) => length > LONGEST_OPTION)) {
    return tooLong("options", `are at most ${MOST_OPTIONS}, in a few words each.`);
  }
  return { input };
}

function tooLong(argument: string, message: string): { readonly failure: ToolFailure } {
  return { failure: invalidArgument(argument, `Argument "${argument}" of clarify ${message}`) };
}

const MOST_CHOICES = 8;

/** Index of "Yes" in a question for permission. "No" comes first, because clients preselect the first choice. */
const YES = 1;

/**
 * A clarification as a question to the person behind the client.
 * @param remembers true if the answer can be stored for later questions
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

/** The texts of the interpretations. Equal texts are followed by their environment. */
export function readingTexts({ readings }: Clarification): readonly string[] {
  const shown = readings.slice(0, MOST_CHOICES);
  return shown.map(({ text, environment }) =>
    shown.filter((other) => other.text === text).length > 1 ? `${text} (${environment})` : text,
  );
}

/** As `readingTexts`, for an agent that relays the question: withheld values are redacted. */
export function relayedTexts({ readings, ...rest }: Clarification): readonly string[] {
  return readingTexts({
    ...rest,
    readings: readings.map((each) => ({ ...each, text: each.told ?? each.text })),
  });
}

/** The failure for an answer with the number of an interpretation that was not shown. */
export function noSuchReading(answer: string, clarification: Clarification, more = ""): ToolFailure {
  const texts = relayedTexts(clarification);
  return {
    code: "invalid-arguments",
    message: `There is no reading ${answer.trim()}: name one from 1 to ${texts.length}, or hand on the person's words.${more}`,
    part: { argument: "answer", text: answer },
    suggestions: texts.map((text, at) => ({ text: String(at + 1), reason: text })),
  };
}

export type PersonReply = Exclude<ClarificationReply, { type: "unavailable" }>;

/** A person's answer with a decision: a form that was merely closed is no reply. */
type PersonDecision = Exclude<PersonAnswer, { type: "cancelled" }>;

/** Converts the answer to a `PersonQuestion` into a reply to its clarification. */
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
