import type {
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { Claim } from "../../environment/answer.ts";
import type { Environment } from "../../environment/environment.ts";
import type { Wish } from "../../trajectory/clarification.ts";
import { isObject } from "../../util/is-object.ts";
import type { JsonObject } from "../../util/json.ts";
import type { TranscriptItem } from "../policy-request.ts";
import { asData } from "../prompts/data-marks.ts";
import { ASK_USER, CONTROL_PARAMETERS, FINAL_ANSWER } from "../text-actions/control-calls.ts";
import { readJson, stripFence, stripThinking } from "../text-actions/literal-reader.ts";
import { parseTextReply } from "../text-actions/parse-text-reply.ts";
import { signatureOf } from "../text-actions/tool-signature.ts";
import type { ToolNames } from "../tool-names.ts";
import {
  actionFor,
  assistantText,
  concluded,
  type Decided,
  decisionReply,
  lastReasoning,
  replyText,
  shortened,
  undecided,
  userText,
} from "./reply-text.ts";

type Step = Extract<TranscriptItem, { type: "step" }>;
type Result = Extract<TranscriptItem, { type: "result" }>;

/** Ids of control calls, apart from those of actions: earlier ones stay as they were when more actions follow, as providers' caches need. */
const FIRST_CONTROL = 50_000;

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
  const conversation = { results, names, callIds };
  let controls = 0;
  const messages: LanguageModelV4Message[] = [];
  for (let i = 0; i < transcript.length; i++) {
    const item = transcript[i];
    if (item?.type !== "step" || (item.claim ?? item.wish) === undefined) {
      if (item !== undefined) messages.push(...itemMessages(item, conversation));
      continue;
    }
    const said = saidAfter(transcript, i);
    const id = callId(series, FIRST_CONTROL + controls++);
    const { thought, claim, wish } = item;
    if (claim !== undefined)
      messages.push(...claimMessages(thought, claim, id, said.text ?? "Not accepted."));
    else if (wish !== undefined)
      messages.push(...wishMessages(thought, wish, id, said.text ?? "(no answer)"));
    i += said.items;
  }
  return messages;
}

/** What became of a final answer or of a wish to ask, and how many items of the transcript say it. */
function saidAfter(
  transcript: readonly TranscriptItem[],
  at: number,
): { readonly text?: string; readonly items: number } {
  const asked = transcript[at + 1]?.type === "question" ? 1 : 0;
  const item = transcript[at + 1 + asked];
  if (item?.type === "answer") return { text: answerText(item.text), items: 1 + asked };
  return item?.type === "feedback" ? { text: item.text, items: 1 + asked } : { items: asked };
}

function answerText(text: string): string {
  return `The person answers: ${text}`;
}

/** A question to the person as the call that it was, with the answer as the result. */
function wishMessages(
  thought: string,
  { question, words, kind, options }: Wish,
  toolCallId: string,
  said: string,
): readonly LanguageModelV4Message[] {
  const input = { question, words, kind, ...(options === undefined ? {} : { options }) };
  return controlMessages(thought, ASK_USER, input, toolCallId, said);
}

/** A final answer as the call that it was, with what became of it as the result. */
export function claimMessages(
  thought: string,
  { text }: Claim,
  toolCallId: string,
  said: string,
): readonly LanguageModelV4Message[] {
  return controlMessages(thought, FINAL_ANSWER, text === undefined ? {} : { answer: text }, toolCallId, said);
}

function controlMessages(
  thought: string,
  toolName: string,
  input: object,
  toolCallId: string,
  said: string,
): readonly LanguageModelV4Message[] {
  const call = { type: "tool-call" as const, toolCallId, toolName, input };
  const output = { type: "text" as const, value: said };
  return [
    { role: "assistant", content: [...textParts(thought), call] },
    { role: "tool", content: [{ type: "tool-result", toolCallId, toolName, output }] },
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
      return callIds.has(item.id) ? [] : [userText(`Result of ${name}:\n${asData(item.text)}`)];
    }
    case "feedback":
      return [userText(item.text)];
    case "question":
      return [assistantText(`Question to the person: ${item.text}`)];
    case "answer":
      return [userText(answerText(item.text))];
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
      output: {
        type: result?.failed ? "error-text" : "text",
        value: result ? asData(result.text) : "(no result arrived)",
      },
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

const FORM = "Call a tool, or final_answer to hand in the answer.";

interface ReadCall {
  readonly call: LanguageModelV4ToolCall;
  /** Undefined where the arguments could not be read. */
  readonly given: JsonObject | undefined;
}

/** Reads a reply with the provider's own tool calls; calls written as text are taken as well. */
export function nativeReply(
  result: LanguageModelV4GenerateResult,
  names: ToolNames,
  environments: readonly Environment[],
): Decided {
  const text = stripThinking(replyText(result.content));
  const thought = text === "" ? lastReasoning(result.content) : text;
  const calls = result.content
    .filter((part) => part.type === "tool-call")
    .map((call): ReadCall => ({ call, given: readCallInput(call.input) }));
  if (calls.length === 0) {
    const decided =
      result.finishReason.unified === "length"
        ? undefined
        : decisionReply(parseTextReply(text, names), environments);
    return decided === undefined
      ? { ...undecided(result, thought, FORM), raw: text }
      : { ...decided, raw: text };
  }
  const tools = calls.filter(({ call }) => !isControl(call.toolName));
  if (tools.length > 0) {
    const decided = actions(tools, thought, names, environments, result);
    const last = calls.at(-1);
    if (decided.actions.length === 0 || last?.call.toolName !== FINAL_ANSWER || tools.includes(last))
      return decided;
    const { claim, assumptions } = concluded(FINAL_ANSWER, last.given ?? {}, thought);
    return { ...decided, ...(claim ? { claim } : {}), ...(assumptions ? { assumptions } : {}) };
  }
  const [control] = calls;
  if (control === undefined || control.given === undefined) return malformed(calls, thought, names, result);
  return concluded(control.call.toolName, control.given, thought);
}

function actions(
  calls: readonly ReadCall[],
  thought: string,
  names: ToolNames,
  environments: readonly Environment[],
  result: LanguageModelV4GenerateResult,
): Decided {
  if (calls.every(({ given }) => given === undefined)) return malformed(calls, thought, names, result);
  return {
    thought,
    // Beside calls that can be read, one that cannot still needs a result of its own: the environment refuses the argument.
    actions: calls.map(({ call, given }) =>
      actionFor(
        call.toolName,
        names.find(call.toolName),
        given ?? { unreadable: call.input.slice(0, 200) },
        environments,
      ),
    ),
  };
}

function malformed(
  calls: readonly ReadCall[],
  thought: string,
  names: ToolNames,
  result: LanguageModelV4GenerateResult,
): Decided {
  const raw = [thought, ...calls.map(({ call }) => `${call.toolName}(${call.input})`)]
    .filter(Boolean)
    .join("\n");
  if (result.finishReason.unified === "length") return { ...undecided(result, thought, FORM), raw };
  const [first] = calls;
  const name = first?.call.toolName ?? "";
  const schema = schemaOf(name, names);
  const form = schema === undefined ? "" : ` Its parameters: ${signatureOf(name, schema)}.`;
  const message = `The arguments of ${name} are not a JSON object that can be read.${form} Send the call again with valid JSON.`;
  return { thought, actions: [], problem: { kind: "malformed-action", message }, raw };
}

/** No tool of an environment is offered under such a name (`RESERVED_TOOL_NAMES`). */
function isControl(name: string): boolean {
  return Object.hasOwn(CONTROL_PARAMETERS, name);
}

function schemaOf(name: string, names: ToolNames) {
  return isControl(name) ? CONTROL_PARAMETERS[name] : names.find(name)?.tool;
}

/** The arguments of a provider's tool call, also where they are JSON loosely written or inside JSON. Undefined where they are no object. */
export function readCallInput(written: string): JsonObject | undefined {
  const text = stripFence(written);
  if (text === "") return {};
  const value = readJson(text);
  const inner = typeof value === "string" ? readJson(value) : value;
  if (inner === null) return {};
  return isObject(inner) ? inner : undefined;
}
