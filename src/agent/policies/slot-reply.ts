import type { LanguageModelV4Message } from "@ai-sdk/provider";
import type { Environment } from "../../environment/environment.ts";
import type { PermittedSlot } from "../../environment/permitted-action.ts";
import type { Tool } from "../../environment/tool.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { Json, JsonObject } from "../../util/json.ts";
import type { PolicyContext } from "../policy.ts";
import type { SlotRequest } from "../policy-request.ts";
import { slotPrompt } from "../prompts/slot-prompt.ts";
import { readWritten } from "../text-actions/read-written.ts";
import { toolNames } from "../tool-names.ts";
import { askUntilRead } from "./ask-until-read.ts";
import { userText } from "./message-text.ts";
import type { ModelConversation } from "./model-conversation.ts";

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
