import type {
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Message,
} from "@ai-sdk/provider";
import type { Action } from "../../environment/action.ts";
import type { Environment } from "../../environment/environment.ts";
import type { PolicyReply, ReplyProblem } from "../../trajectory/policy-reply.ts";
import type { JsonObject } from "../../util/json.ts";
import { ASK_USER, GIVE_UP, readWish, textOf } from "../text-actions/control-calls.ts";
import { claimOf, type TextDecision } from "../text-actions/parse-text-reply.ts";
import type { NamedTool } from "../tool-names.ts";

/** All text of a reply, without reasoning. */
export function replyText(content: readonly LanguageModelV4Content[]): string {
  return content
    .map((part) => (part.type === "text" ? part.text : ""))
    .join("")
    .trim();
}

const LONGEST_THOUGHT = 500;

/** The end of what a model reasoned: a thought to go by where the reply itself has no words. */
export function lastReasoning(content: readonly LanguageModelV4Content[]): string {
  const text = content
    .map((part) => (part.type === "reasoning" ? part.text : ""))
    .join("")
    .trim();
  const last = text.split(/\n\s*\n/u).at(-1) ?? "";
  return last.length > LONGEST_THOUGHT ? `…${last.slice(-LONGEST_THOUGHT)}` : last;
}

export type Decided = Pick<PolicyReply, "thought" | "actions"> & Partial<PolicyReply>;

/** What a reply in words decided, as a policy's reply; undefined where it decided nothing. */
export function decisionReply(
  decision: TextDecision,
  environments: readonly Environment[],
): Decided | undefined {
  const { thought, call, further = [], handIn, control, assumptions } = decision;
  const assumed = assumptions === undefined ? {} : { assumptions };
  if (control !== undefined) return { ...concluded(control.name, control.given, thought), ...assumed };
  if (call === undefined) return undefined;
  if (call.problem !== undefined)
    return { thought, actions: [], problem: { kind: "malformed-action", message: call.problem } };
  const calls = [call, ...further.filter((each) => each.problem === undefined)];
  const actions = calls.map((each) => actionFor(each.name, each.tool, each.arguments, environments));
  const handedIn = handIn === undefined ? {} : { claim: { ...handIn, claim: {} } };
  return { thought, actions, ...handedIn, ...assumed };
}

/** A call that acts on no environment: the answer, giving up, a question to the person. */
export function concluded(tool: string, given: JsonObject, thought: string): Decided {
  const { answer, environment, assumptions, reason, words } = given;
  if (tool === ASK_USER) return { thought, actions: [], ...readWish(given) };
  if (tool === GIVE_UP) {
    return { thought, actions: [], unanswerable: { reason: textOf(reason) || thought, words: texts(words) } };
  }
  const named = typeof environment === "string" && environment !== "" ? { environment } : {};
  const assumed = texts(assumptions);
  return {
    thought,
    actions: [],
    claim: { claim: claimOf(textOf(answer)), ...named },
    ...(assumed.length === 0 ? {} : { assumptions: assumed }),
  };
}

function texts(value: JsonObject[string]): readonly string[] {
  return (Array.isArray(value) ? value : []).filter((one) => typeof one === "string" && one.trim() !== "");
}

/** The action of a call. A tool that does not exist becomes an action all the same: the loop refuses it, with the nearest names. */
export function actionFor(
  name: string,
  tool: NamedTool | undefined,
  given: JsonObject,
  environments: readonly Environment[],
): Action {
  if (tool !== undefined) return { environment: tool.environment, tool: tool.tool.name, arguments: given };
  const meant = environments.find(({ id }) => name.startsWith(`${id}__`)) ?? environments[0];
  return { environment: meant?.id ?? "", tool: name, arguments: given };
}

/** A reply that decided nothing, with advice to its writer. */
export function undecided(result: LanguageModelV4GenerateResult, thought: string, form: string): Decided {
  return { thought, actions: [], problem: problemOf(result, form) };
}

function problemOf({ content, finishReason }: LanguageModelV4GenerateResult, form: string): ReplyProblem {
  if (finishReason.unified === "length") {
    return {
      kind: "cut-off",
      message: `Your reply was cut off because it was too long. Think in one sentence. ${form}`,
    };
  }
  if (finishReason.unified === "content-filter") {
    return { kind: "no-action", message: `The provider withheld your reply. Take another way. ${form}` };
  }
  if (replyText(content) === "") return { kind: "empty", message: `Your reply was empty. ${form}` };
  return { kind: "no-action", message: `Your reply has neither an action nor a final answer. ${form}` };
}

/** Of a reply that could not be used, no more than this goes back to its writer. */
const LONGEST_ECHO = 2000;

export function userText(text: string): LanguageModelV4Message {
  return { role: "user", content: [{ type: "text", text }] };
}

export function assistantText(text: string): LanguageModelV4Message {
  return { role: "assistant", content: [{ type: "text", text }] };
}

export function shortened(text: string): string {
  const trimmed = text.trim();
  return trimmed.length > LONGEST_ECHO ? `${trimmed.slice(0, LONGEST_ECHO)}…` : trimmed;
}

/** Joins neighbours of one role: many chat templates take only turns that alternate. */
export function mergeNeighbours(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const merged: LanguageModelV4Message[] = [];
  for (const message of messages) {
    const last = merged.at(-1);
    const before = last === undefined ? undefined : onlyText(last);
    const text = onlyText(message);
    const same = last?.role === message.role && before !== undefined && text !== undefined;
    if (!same) merged.push(message);
    else
      merged[merged.length - 1] = (message.role === "user" ? userText : assistantText)(
        `${before}\n\n${text}`,
      );
  }
  return merged;
}

function onlyText(message: LanguageModelV4Message): string | undefined {
  if (message.role !== "user" && message.role !== "assistant") return undefined;
  const [part] = message.content;
  return message.content.length === 1 && part?.type === "text" ? part.text : undefined;
}

/** Marks for providers that cache only what is marked: the stable part, and the conversation so far. Others cache prefixes by themselves. */
export function cacheable(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
  return messages.map((message, i) =>
    i === 0 || i === messages.length - 1 ? { ...message, providerOptions: mark } : message,
  );
}
