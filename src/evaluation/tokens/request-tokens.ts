import type { LanguageModelV4CallOptions, LanguageModelV4Message } from "@ai-sdk/provider";
import type { PolicyRequest, TranscriptItem } from "../../agent/policy-request.ts";
import type { CountTokens } from "./count-tokens.ts";
import { NO_TOKENS, type PartTokens } from "./prompt-parts.ts";

/** Around each message of a chat, as OpenAI's cookbook counts them (three, and one for the role). */
const FRAME = 4;
const DATA = /<data>\n[\s\S]*?\n<\/data>/gu;
const TOOL_LIST = /^(?:Tools \(a parameter|What can be done:)[^\n]*(?:\n(?!#)[^\n]+)*/gmu;

/** The input tokens of a request that `sentRequest` made, part by part. */
export function requestTokens(
  request: PolicyRequest,
  { prompt, tools = [], responseFormat }: LanguageModelV4CallOptions,
  count: CountTokens,
): PartTokens {
  const frame = prompt.length * FRAME;
  if (request.kind === "choice" || request.kind === "slot") {
    const form = responseFormat?.type === "json" ? count(JSON.stringify(responseFormat.schema)) : 0;
    const choices = prompt.reduce((sum, message) => sum + messageTokens(message, count), form);
    return { ...NO_TOKENS, choices, frame };
  }
  const [system, question, ...turns] = prompt;
  const systemText = system === undefined ? "" : textOf(system);
  const questionText = question === undefined ? "" : textOf(question);
  const described = sum(matches(systemText, DATA), count) + sum(matches(questionText, DATA), count);
  const listed = sum(matches(systemText, TOOL_LIST), count);
  const called = tools.length === 0 ? 0 : count(JSON.stringify(tools.map(asSent)));
  const said = turns.filter(({ role }) => role === "assistant");
  const told = turns.filter(({ role }) => role !== "assistant");
  const shown = told.reduce((all, message) => all + messageTokens(message, count), 0);
  const feedback = Math.min(shown, sum(feedbackIn(request.transcript), count));
  return {
    ...NO_TOKENS,
    instructions: count(systemText.replace(DATA, "").replace(TOOL_LIST, "")),
    tools: listed + called,
    schema: described,
    question: count(questionText.replace(DATA, "")),
    actions: said.reduce((all, message) => all + messageTokens(message, count), 0),
    observations: shown - feedback,
    feedback,
    frame,
  };
}

/** As servers with OpenAI's interface are sent a tool. */
function asSent(tool: NonNullable<LanguageModelV4CallOptions["tools"]>[number]): object {
  if (tool.type !== "function") return tool;
  const { name, description, inputSchema } = tool;
  return { name, description, parameters: inputSchema };
}

function feedbackIn(transcript: readonly TranscriptItem[]): readonly string[] {
  return transcript.flatMap((item) => {
    if (item.type === "feedback") return [item.text];
    return item.type === "result" && item.failed ? [item.text] : [];
  });
}

function messageTokens(message: LanguageModelV4Message, count: CountTokens): number {
  if (typeof message.content === "string") return count(message.content);
  return message.content.reduce((all, part) => all + count(partText(part)), 0);
}

function textOf(message: LanguageModelV4Message): string {
  return typeof message.content === "string" ? message.content : message.content.map(partText).join("\n");
}

type Part = Exclude<LanguageModelV4Message["content"], string>[number];

function partText(part: Part): string {
  switch (part.type) {
    case "text":
    case "reasoning":
      return part.text;
    case "tool-call":
      return `${part.toolName}${JSON.stringify(part.input)}`;
    case "tool-result":
      return part.output.type === "text" || part.output.type === "error-text"
        ? part.output.value
        : JSON.stringify(part.output);
    default:
      return "";
  }
}

function matches(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found);
}

function sum(texts: readonly string[], count: CountTokens): number {
  return texts.reduce((all, text) => all + count(text), 0);
}
