import { FuxiError } from "../errors/fuxi-error.ts";
import type { EmbeddingModel } from "../model/embedding-model.ts";
import { type CreateModelOptions, modelNamed } from "./model-named.ts";

/**
 * An embedding model by name, as `createModel` takes names.
 * @throws FuxiError as `createModel`; `usage` also for a provider that has no embedding models
 */
export async function createEmbeddingModel(options: CreateModelOptions): Promise<EmbeddingModel> {
  const model = (await modelNamed(options)).embedding();
  if (model !== undefined) return model;
  throw new FuxiError("usage", `The provider of "${options.name}" has no embedding models.`, {
    hint: "Name one of another provider, or of an OpenAI-compatible server.",
  });
}
