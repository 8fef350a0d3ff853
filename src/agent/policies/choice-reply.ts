import type { PolicyReply } from "../../trajectory/policy-reply.ts";
import type { PolicyContext } from "../policy.ts";
import type { ChoiceRequest, Permitted } from "../policy-request.ts";
import { choicePrompt } from "../prompts/choice-prompt.ts";
import { optionLetters } from "../text-actions/option-letters.ts";
import { readChoice } from "../text-actions/read-choice.ts";
import { renderCall } from "../text-actions/render-call.ts";
import { askUntilRead } from "./ask-until-read.ts";
import type { ModelConversation } from "./model-conversation.ts";

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
