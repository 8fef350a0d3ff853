import type { LanguageModelV4Content } from "@ai-sdk/provider";

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
