import { triedAgain } from "./call-model.ts";
import type { EmbeddingModel } from "./language-model.ts";
import { ModelError } from "./provider-failure.ts";

const MOST_AT_ONCE = 100;

/**
 * A vector for each text, and the tokens that they took where the provider tells.
 * @throws FuxiError `cancelled`, or its subclass ModelError: `model-unavailable`, `model-refused`
 */
export async function embedTexts(
  model: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly vectors: readonly (readonly number[])[]; readonly tokens?: number }> {
  const size = Math.min(MOST_AT_ONCE, (await model.maxEmbeddingsPerCall) ?? MOST_AT_ONCE);
  const vectors: (readonly number[])[] = [];
  let tokens: number | undefined;
  for (let at = 0; at < texts.length; at += size) {
    const values = texts.slice(at, at + size);
    const { embeddings, usage } = await triedAgain(
      model,
      () => model.doEmbed({ values, abortSignal: signal }),
      { signal },
    );
    if (embeddings.length !== values.length) {
      const message = `${embeddings.length} vectors came for ${values.length} texts.`;
      throw new ModelError(nameOf(model), { kind: "unavailable", message, retryable: false });
    }
    vectors.push(...embeddings);
    if (usage !== undefined) tokens = (tokens ?? 0) + usage.tokens;
  }
  return { vectors, ...(tokens === undefined ? {} : { tokens }) };
}

const nameOf = ({ provider, modelId }: EmbeddingModel): string => `${provider}/${modelId}`;
