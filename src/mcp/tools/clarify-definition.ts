import { readArguments } from "../../environment/read-arguments.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { JsonObject } from "../../util/json.ts";
import { LOOKING } from "./annotations-of.ts";
import type { McpToolDefinition } from "./mcp-tool.ts";

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

type ClarifyRead =
  | { readonly input: ClarifyInput; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly input?: never };

const LONGEST = { words: 300, question: 1000, answer: 2000 } as const;
const LONGEST_OPTION = 300;
const MOST_OPTIONS = 8;

/** The arguments of a call; blank ones count as left out. */
export function readClarify(given: JsonObject): ClarifyRead {
  const read = readArguments(CLARIFY, withoutBlank(given));
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

function withoutBlank(given: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => typeof value !== "string" || value.trim() !== ""),
  );
}

function tooLong(argument: string, message: string): { readonly failure: ToolFailure } {
  return {
    failure: {
      code: "invalid-arguments",
      message: `Argument "${argument}" of clarify ${message}`,
      part: { argument },
      suggestions: [],
    },
  };
}
