import type { Usage } from "../../../model/usage.ts";
import type { JsonObject } from "../../../util/json.ts";

/** Tokens as Inspect counts them; it has no word for what is not known, which is 0 there. */
export function modelUsage(usage: Usage, cost?: number): JsonObject {
  const { inputTokens = 0, outputTokens = 0, cachedInputTokens } = usage;
  return {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    ...(cachedInputTokens === undefined ? {} : { input_tokens_cache_read: cachedInputTokens }),
    ...(cost === undefined ? {} : { total_cost: cost }),
  };
}

/** With an offset, as Inspect writes times. */
export function utc(at: string): string {
  return new Date(at).toISOString().replace("Z", "+00:00");
}
