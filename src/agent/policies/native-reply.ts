import type { LanguageModelV4GenerateResult, LanguageModelV4ToolCall } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import type { JsonObject } from "../../util/json.ts";
import { ASK_USER } from "../text-actions/ask-user-text.ts";
import { claimOf } from "../text-actions/final-answer-text.ts";
import { parseTextReply } from "../text-actions/parse-text-reply.ts";
import { readWish } from "../text-actions/read-wish.ts";
import { stripThinking } from "../text-actions/strip-thinking.ts";
import { signatureOf } from "../text-actions/tool-signature.ts";
import type { ToolNames } from "../tool-names.ts";
import { CONTROL_PARAMETERS, FINAL_ANSWER, GIVE_UP } from "./control-tools.ts";
import { readCallInput } from "./read-call-input.ts";
import { lastReasoning, replyText } from "./reply-text.ts";
import { actionFor, type Decided, decisionReply } from "./text-decision-reply.ts";
import { undecided } from "./undecided.ts";

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
    .map((call): ReadCall => ({ call, given: readCallInput(call.input, schemaOf(call.toolName, names)) }));
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
    const { claim, assumptions } = conclusion(FINAL_ANSWER, last.given ?? {}, thought);
    return { ...decided, ...(claim ? { claim } : {}), ...(assumptions ? { assumptions } : {}) };
  }
  const [control] = calls;
  if (control === undefined || control.given === undefined) return malformed(calls, thought, names, result);
  return conclusion(control.call.toolName, control.given, thought);
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

function conclusion(tool: string, given: JsonObject, thought: string): Decided {
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

function textOf(value: JsonObject[string]): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function texts(value: JsonObject[string]): readonly string[] {
  return (Array.isArray(value) ? value : []).filter((one) => typeof one === "string" && one.trim() !== "");
}
