import type {
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
  LanguageModelV4TextPart,
  LanguageModelV4ToolCall,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import { given } from "../../util/given.ts";
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
    messages.push(...stepMessages(item, conversation, { id, said: said.text }));
    i += said.items;
  }
  return messages;
}

/** What became of a final answer or of a wish to ask, and how many items of the transcript say it; results of the same step are among them. */
function saidAfter(
  transcript: readonly TranscriptItem[],
  at: number,
): { readonly text?: string; readonly items: number } {
  let before = 0;
  while (/^(?:result|question)$/u.test(transcript[at + 1 + before]?.type ?? "")) before++;
  const item = transcript[at + 1 + before];
  if (item?.type === "answer") return { text: answerText(item.text), items: before + 1 };
  return item?.type === "feedback" ? { text: item.text, items: before + 1 } : { items: before };
}

function answerText(text: string): string {
  return `The person answers: ${text}`;
}

interface ControlCall {
  readonly id: string;
  readonly said: string | undefined;
}

/** A final answer or a question to the person as the call that it was, with what became of it as the result. */
function controlParts({ claim, assumptions, wish }: Step, { id, said }: ControlCall) {
  const { readings: _, ...asked } = wish ?? {};
  const [toolName, input, nothing] =
    claim === undefined
      ? ([ASK_USER, asked, "(no answer)"] as const)
      : ([FINAL_ANSWER, given({ answer: claim.text, assumptions }), "Not accepted."] as const);
  const call = { type: "tool-call" as const, toolCallId: id, toolName, input };
  const output = { type: "text" as const, value: said ?? nothing };
  return { call, result: { type: "tool-result" as const, toolCallId: id, toolName, output } };
}

/** Nine letters and digits: one provider takes no other ids. */
function callId(series: number, index: number): string {
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
  step: Step,
  { results, names, callIds }: Conversation,
  control?: ControlCall,
): readonly LanguageModelV4Message[] {
  const { thought, actions, raw } = step;
  if (actions.length === 0 && control === undefined)
    return [assistantText(shortened(raw ?? thought) || "(empty)")];
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
  const last = control === undefined ? undefined : controlParts(step, control);
  return [
    { role: "assistant", content: [...textParts(thought), ...calls, ...(last ? [last.call] : [])] },
    { role: "tool", content: [...outputs, ...(last ? [last.result] : [])] },
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
