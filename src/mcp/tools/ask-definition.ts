import type { Environment } from "../../environment/environment.ts";
import { readArguments } from "../../environment/read-arguments.ts";
import type { ToolFailure } from "../../environment/tool-failure.ts";
import type { JsonObject } from "../../util/json.ts";
import type { McpAnnotations, McpToolDefinition } from "./mcp-tool.ts";

const TEXT: JsonObject = { type: "string" };
const TEXTS: JsonObject = { type: "array", items: TEXT };

export function askDefinition(environments: readonly Environment[]): McpToolDefinition {
  const names = environments.map(({ id }) => id).join(", ");
  return {
    name: "ask",
    description: `Answers a whole question about ${names} by itself, with what the answer rests on: another model does the work, which takes a while. On needs-clarification put its question to the person and call again with \`resume\` and their \`answer\`.`,
    inputSchema: {
      type: "object",
      properties: {
        question: TEXT,
        oracle_knowledge: { type: "string", description: "what is known beforehand" },
        resume: { type: "string", description: "an unfinished run" },
        answer: TEXT,
      },
    },
    outputSchema: {
      type: "object",
      properties: {
        text: TEXT,
        outcome: { type: "string", enum: ["answered", "needs-clarification", "unanswerable", "stopped"] },
        answer: {
          type: "object",
          properties: {
            text: TEXT,
            total: { type: "integer" },
            columns: TEXTS,
            rows: { type: "array", items: { type: "array" } },
            members: { type: "array", items: { type: "object" } },
            value: {},
            full: TEXT,
          },
          required: ["text"],
        },
        assumptions: TEXTS,
        evidence: { type: "array", items: { type: "object" } },
        clarification: {
          type: "object",
          properties: { question: TEXT, words: TEXTS, readings: TEXTS },
          required: ["question", "words", "readings"],
        },
        reason: TEXT,
        resume: TEXT,
        usage: { type: "object" },
      },
      required: ["text", "outcome", "usage"],
    },
    annotations: annotationsOver(environments),
  };
}

/** A run's thoughts go to the provider of its model, which is outside; with an API it may change something there, too. */
function annotationsOver(environments: readonly Environment[]): McpAnnotations {
  const changes = environments.some(({ tools }) => tools.some(({ effect }) => effect !== "none"));
  return changes
    ? { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true }
    : { readOnlyHint: true, openWorldHint: true };
}

export type AskInput =
  | { readonly type: "question"; readonly question: string; readonly oracleKnowledge?: string }
  | { readonly type: "resume"; readonly run: string; readonly answer?: string };

type AskRead =
  | { readonly input: AskInput; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly input?: never };

/** The arguments of a call: a question, or a run to go on with. Blank ones count as left out. */
export function readAsk(given: JsonObject, definition: McpToolDefinition): AskRead {
  const written = Object.entries(given).filter(
    ([, value]) => typeof value !== "string" || value.trim() !== "",
  );
  const read = readArguments(definition, Object.fromEntries(written));
  if (read.failure !== undefined) return read;
  const {
    question,
    oracle_knowledge: knowledge,
    resume,
    answer,
  } = read.input as Record<string, string | undefined>;
  if (resume !== undefined) {
    if (question !== undefined)
      return wrong("question", "Give a question, or a run to resume; the run has its question already.");
    return { input: { type: "resume", run: resume.trim(), ...(answer === undefined ? {} : { answer }) } };
  }
  if (question === undefined) return wrong("question", "ask lacks a question, or a run to resume.");
  if (answer !== undefined) {
    return wrong("answer", "An answer belongs to a run: name it with resume, as the call that asked said.");
  }
  const oracleKnowledge = knowledge === undefined ? {} : { oracleKnowledge: knowledge };
  return { input: { type: "question", question: question.trim(), ...oracleKnowledge } };
}

function wrong(argument: string, message: string): { readonly failure: ToolFailure } {
  return { failure: { code: "invalid-arguments", message, part: { argument }, suggestions: [] } };
}
