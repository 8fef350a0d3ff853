import { setTimeout as sleep } from "node:timers/promises";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { EmbeddingModel } from "./language-model.ts";
import { ModelError, providerFailure } from "./provider-failure.ts";

const MOST_AT_ONCE = 100;
const TRIES = 4;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;

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
    const { embeddings, usage } = await inTheEnd(model, values, signal);
    if (embeddings.length !== values.length) {
      const message = `${embeddings.length} vectors came for ${values.length} texts.`;
      throw new ModelError(nameOf(model), { kind: "unavailable", message, retryable: false });
    }
    vectors.push(...embeddings);
    if (usage !== undefined) tokens = (tokens ?? 0) + usage.tokens;
  }
  return { vectors, ...(tokens === undefined ? {} : { tokens }) };
}

async function inTheEnd(model: EmbeddingModel, values: string[], signal: AbortSignal) {
  for (let tried = 1; ; tried++) {
    if (signal.aborted) throw cancelled();
    try {
      return await model.doEmbed({ values, abortSignal: signal });
    } catch (error) {
      if (signal.aborted) throw cancelled();
      const failure = FuxiError.isInstance(error) ? undefined : providerFailure(error);
      if (failure === undefined) throw error;
      const wait = failure.retryAfterMilliseconds ?? FIRST_WAIT * 2 ** (tried - 1);
      if (!failure.retryable || tried === TRIES || wait > LONGEST_WAIT) {
        throw new ModelError(nameOf(model), failure);
      }
      await sleep(wait, undefined, { signal }).catch(() => {});
    }
  }
}

const nameOf = ({ provider, modelId }: EmbeddingModel): string => `${provider}/${modelId}`;

const cancelled = (): FuxiError => new FuxiError("cancelled", "The call of the model was cancelled.");
