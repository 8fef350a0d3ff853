import type {
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { Claim } from "../../environment/answer.ts";
import type { TranscriptItem } from "../policy-request.ts";
import type { ToolNames } from "../tool-names.ts";
import { FINAL_ANSWER } from "./control-tools.ts";
import { assistantText, shortened, userText } from "./message-text.ts";

type Step = Extract<TranscriptItem, { type: "step" }>;
type Result = Extract<TranscriptItem, { type: "result" }>;

/**
 * The transcript as a conversation with the provider's own tool calls; every call is followed by its result, as providers demand.
 * @param series keeps the calls of several transcripts in one conversation apart
 */
export function nativeMessages(
  transcript: readonly TranscriptItem[],
  names: ToolNames,
  series = 0,
): readonly LanguageModelV4Message[] {
  const results = new Map(transcript.filter((item) => item.type === "result").map((item) => [item.id, item]));
  const steps = transcript.filter((item) => item.type === "step");
  const ids = steps.flatMap(({ actions }) => actions.map(({ id }) => id));
  const callIds = new Map(ids.map((id, i) => [id, callId(series, i)]));
  let claims = 0;
  return transcript.flatMap((item, i) => {
    const before = transcript[i - 1];
    if (item.type === "step" && item.claim !== undefined) {
      const next = transcript[i + 1];
      const said = next?.type === "feedback" ? next.text : "Not accepted.";
      return claimMessages(item.thought, item.claim, callId(series, ids.length + claims++), said);
    }
    if (item.type === "feedback" && before?.type === "step" && before.claim !== undefined) return [];
    return itemMessages(item, { results, names, callIds });
  });
}

/** A final answer as the call that it was, with what became of it as the result. */
export function claimMessages(
  thought: string,
  { text }: Claim,
  toolCallId: string,
  said: string,
): readonly LanguageModelV4Message[] {
  const input = text === undefined ? {} : { answer: text };
  const call = { type: "tool-call" as const, toolCallId, toolName: FINAL_ANSWER, input };
  const output = { type: "text" as const, value: said };
  return [
    { role: "assistant", content: [...textParts(thought), call] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName: FINAL_ANSWER, output }] },
  ];
}

/** Nine letters and digits: one provider takes no other ids. */
export function callId(series: number, index: number): string {
  return `c${String(series).padStart(3, "0")}${String(index).padStart(5, "0")}`;
}

interface Conversation {
  readonly results: ReadonlyMap<string, Result>;
  readonly names: ToolNames;
  readonly callIds: ReadonlyMap<string, string>;
}

function itemMessages(item: TranscriptItem, conversation: Conversation): readonly LanguageModelV4Message[] {
  const { names, callIds } = conversation;
  switch (item.type) {
    case "step":
      return stepMessages(item, conversation);
    case "result": {
      const name = names.nameOf(item.action.environment, item.action.tool);
      return callIds.has(item.id) ? [] : [userText(`Result of ${name}:\n${item.text}`)];
    }
    case "feedback":
      return [userText(item.text)];
    case "question":
      return [assistantText(`Question to the person: ${item.text}`)];
    case "answer":
      return [userText(`The person answers: ${item.text}`)];
  }
}

function stepMessages(
  { thought, actions, raw }: Step,
  { results, names, callIds }: Conversation,
): readonly LanguageModelV4Message[] {
  if (actions.length === 0) return [assistantText(shortened(raw ?? thought) || "(empty)")];
  const calls = actions.map(({ id, action }) => ({
    type: "tool-call" as const,
    toolCallId: callIds.get(id) ?? id,
    toolName: names.nameOf(action.environment, action.tool),
    input: action.arguments,
  }));
  const outputs = actions.map(({ id, action }): LanguageModelV4ToolResultPart => {
    const result = results.get(id);
    return {
      type: "tool-result",
      toolCallId: callIds.get(id) ?? id,
      toolName: names.nameOf(action.environment, action.tool),
      output: { type: result?.failed ? "error-text" : "text", value: result?.text ?? "(no result arrived)" },
    };
  });
  return [
    { role: "assistant", content: [...textParts(thought), ...calls] },
    { role: "tool", content: outputs },
  ];
}

function textParts(thought: string): readonly LanguageModelV4TextPart[] {
  const text = thought.trim();
  return text === "" ? [] : [{ type: "text", text }];
}
