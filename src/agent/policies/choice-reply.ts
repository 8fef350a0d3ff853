import type { LanguageModelV4GenerateResult, LanguageModelV4Message } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import type { PermittedSlot } from "../../environment/permitted-action.ts";
import type { Tool } from "../../environment/tool.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { ChoiceRequest, Permitted, SlotRequest } from "../policy-request.ts";
import { choicePrompt, slotPrompt } from "../prompts/choice-prompts.ts";
import type { PolicyContext } from "../strategy.ts";
import { optionLetters, readChoice, readWritten } from "../text-actions/read-choice.ts";
import { renderCall } from "../text-actions/tool-signature.ts";
import { toolNames } from "../tool-names.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { assistantText, replyText, shortened, userText } from "./reply-text.ts";

/** One of the options, by its letter, in a context of its own; what cannot be read as a choice is none of them. */
export async function choiceReply(
  { thought, options }: ChoiceRequest,
  { environments }: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const letters = optionLetters(options.length + 1);
  const noneLetter = letters.at(-1) ?? "";
  const choosable = { letters: letters.slice(0, -1), noneLetter, texts: options.map(textsOf) };
  const several = environments.length > 1;
  const { found, raw } = await askUntilRead(conversation, {
    name: "choice",
    schema: {
      type: "object",
      properties: { choice: { type: "string", enum: letters } },
      required: ["choice"],
      additionalProperties: false,
    },
    prompt: async (structured) =>
      choicePrompt({ thought, options, letters, several, form: structured ? "json" : "letter" }),
    read: (text) => {
      const choice = readChoice(text, choosable);
      return choice === undefined
        ? { problem: `That is none of the letters. Reply with one letter from a to ${noneLetter}.` }
        : { found: choice };
    },
  });
  return { thought: "", actions: [], choice: found ?? "none", raw, usage: conversation.usage };
}

function textsOf(option: Permitted): readonly string[] {
  if (option.type === "slot") return [option.label, `${option.tool}(`];
  const { tool, arguments: given } = option.action;
  const values = Object.values(given).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return [option.label, renderCall(tool, given), `${tool}(${values.join(", ")})`];
}

/** The open argument of a chosen tool, written under its constraint. */
export async function slotReply(
  { thought, slot, transcript }: SlotRequest,
  context: PolicyContext,
  conversation: ModelConversation,
): Promise<PolicyReply> {
  const names = toolNames(context.environments);
  const { environment, tool } = toolOf(slot, context);
  const schema = await schemaFor(slot, environment, tool, context);
  const { found, raw } = await askUntilRead<{ readonly value?: Json }>(conversation, {
    name: "argument",
    schema: {
      type: "object",
      properties: { [slot.argument]: formOf(slot.constraint) },
      required: [slot.argument],
      additionalProperties: false,
    },
    prompt: async (structured): Promise<readonly LanguageModelV4Message[]> => {
      const form = structured ? "json" : "text";
      const { task } = context;
      const { system, text } = slotPrompt({
        ...{ slot, environment, tool, thought, task, transcript, form },
        ...(schema === undefined ? {} : { schema }),
      });
      return [{ role: "system", content: system }, userText(text)];
    },
    read: (text) => {
      const written = readWritten(text, slot, names);
      if (written.problem !== undefined)
        return { problem: `${written.problem} Write ${slot.argument} again.` };
      return { found: written.value === undefined ? {} : { value: written.value } };
    },
  });
  const reply = { thought: "", actions: [], raw, usage: conversation.usage };
  return found?.value === undefined ? { ...reply, choice: "none" } : { ...reply, written: found.value };
}

function toolOf(
  slot: PermittedSlot,
  { environments }: PolicyContext,
): { readonly environment: Environment; readonly tool: Tool } {
  const environment = environments.find(({ id }) => id === slot.environment);
  const tool = environment?.tools.find(({ name }) => name === slot.tool);
  if (environment !== undefined && tool !== undefined) return { environment, tool };
  throw new FuxiError("internal", `The permitted tool ${slot.tool} of "${slot.environment}" does not exist.`);
}

/** A constraint that is described says which names may be written; otherwise whoever builds something has to see what there is. */
async function schemaFor(
  { constraint }: PermittedSlot,
  environment: Environment,
  { group }: Tool,
  { task, act }: PolicyContext,
): Promise<string | undefined> {
  if (group !== "functional" || typeof constraint.description === "string") return undefined;
  const whole = await environment.describe("schema", undefined, act);
  return whole.truncation === undefined ? whole.text : (await environment.describe("task", task, act)).text;
}

const KEPT = ["type", "enum", "const", "items", "anyOf"] as const;

/** Of the constraint, what providers take as a form; the words about it stand in the prompt. */
function formOf(constraint: JsonObject): JsonObject {
  return Object.fromEntries(KEPT.flatMap((name) => (name in constraint ? [[name, constraint[name]]] : [])));
}

/** Replies that cannot be read before the question is given up. */
const MOST_TRIES = 3;

interface FormedQuestion<T> {
  /** The form of the reply, for models that keep to a schema. */
  readonly schema: JsonObject;
  /** What the form is called towards the provider. */
  readonly name: string;
  prompt(structured: boolean): Promise<readonly LanguageModelV4Message[]>;
  /** What the reply says, or what its writer is told. */
  read(text: string): { readonly found: T } | { readonly problem: string };
}

/**
 * Puts a question whose answer has a form: by schema where the model keeps to one, else in words; again where the answer cannot be read.
 * Undefined where it never can.
 */
export async function askUntilRead<T>(
  conversation: ModelConversation,
  { schema, name, prompt, read }: FormedQuestion<T>,
): Promise<{ readonly found: T | undefined; readonly raw: string }> {
  const { abilities } = conversation;
  const again: LanguageModelV4Message[] = [];
  let raw = "";
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    let structured = false;
    const result = await conversation.ask(
      async () => {
        structured = abilities.structured;
        return {
          prompt: [...(await prompt(structured)), ...again],
          ...conversation.settings(),
          ...(structured ? { responseFormat: { type: "json" as const, name, schema: schema as never } } : {}),
        };
      },
      () => ({ structured }),
    );
    raw = replyOf(result);
    const answer = read(raw);
    if ("found" in answer) return { found: answer.found, raw };
    again.push(assistantText(shortened(raw) || "(empty)"), userText(answer.problem));
  }
  return { found: undefined, raw };
}

/** Some models answer by a call of their own making; its arguments are the answer. */
function replyOf({ content }: LanguageModelV4GenerateResult): string {
  const text = replyText(content);
  return text !== "" ? text : (content.find((part) => part.type === "tool-call")?.input ?? "");
}
