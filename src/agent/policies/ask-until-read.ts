import type { LanguageModelV4GenerateResult, LanguageModelV4Message } from "@ai-sdk/provider";
import type { JsonObject } from "../../util/json.ts";
import { assistantText, shortened, userText } from "./message-text.ts";
import type { ModelConversation } from "./model-conversation.ts";
import { replyText } from "./reply-text.ts";

/** Replies that cannot be read before the question is given up. */
const MOST_TRIES = 3;

export interface FormedQuestion<T> {
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
