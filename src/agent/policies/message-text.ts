import type { LanguageModelV4Message } from "@ai-sdk/provider";

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
