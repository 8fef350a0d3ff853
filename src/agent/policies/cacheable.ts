import type { LanguageModelV4Message } from "@ai-sdk/provider";

/** Marks for providers that cache only what is marked: the stable part, and the conversation so far. Others cache prefixes by themselves. */
export function cacheable(messages: readonly LanguageModelV4Message[]): LanguageModelV4Message[] {
  const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
  return messages.map((message, i) =>
    i === 0 || i === messages.length - 1 ? { ...message, providerOptions: mark } : message,
  );
}
