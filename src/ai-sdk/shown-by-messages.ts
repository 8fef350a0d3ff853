import type { ModelMessage, ToolResultPart } from "ai";

export interface Shown {
  readonly text: string;
  /** The tool that showed it; absent for what the person wrote. */
  readonly tool?: string;
}

/**
 * What the messages of a conversation have said or shown: the person's words and the results of tools. What the model wrote shows nothing, nor
 * does a failure, which repeats the model's words.
 */
export function shownByMessages(messages: readonly ModelMessage[]): readonly Shown[] {
  return messages.flatMap(({ role, content }): readonly Shown[] => {
    if (role === "user") {
      if (typeof content === "string") return [{ text: content }];
      return content.flatMap((part) => (part.type === "text" ? [{ text: part.text }] : []));
    }
    if (role !== "tool") return [];
    return content.flatMap((part) =>
      part.type === "tool-result" ? [{ text: textOf(part.output), tool: part.toolName }] : [],
    );
  });
}

function textOf(output: ToolResultPart["output"]): string {
  switch (output.type) {
    case "text":
      return output.value;
    case "json":
      return JSON.stringify(output.value);
    case "content":
      return output.value.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    default:
      return "";
  }
}
