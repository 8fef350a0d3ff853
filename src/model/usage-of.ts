import type { LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Usage } from "./usage.ts";

/** One call's usage. Some adapters fill in 0 for cached tokens that the provider never mentioned; then it is left out. */
export function usageOf(usage: LanguageModelV4Usage): Usage {
  const { total: inputTokens, cacheRead } = usage.inputTokens;
  const outputTokens = usage.outputTokens.total;
  const told = cacheRead !== 0 || usage.raw === undefined || /cache/iu.test(JSON.stringify(usage.raw));
  return {
    calls: 1,
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
    ...(cacheRead === undefined || !told ? {} : { cachedInputTokens: cacheRead }),
  };
}
