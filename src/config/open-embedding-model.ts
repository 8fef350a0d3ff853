import type { EmbeddingModel } from "../model/embedding-model.ts";

export interface EmbeddingChoice {
  /** `provider/model`, or the name alone with `modelUrl`. */
  readonly model: string;
  readonly modelUrl?: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @throws FuxiError as `createEmbeddingModel` */
export async function openEmbeddingModel({ model, modelUrl, env }: EmbeddingChoice): Promise<EmbeddingModel> {
  const { createEmbeddingModel } = await import("../models/create-embedding-model.ts");
  return await createEmbeddingModel({
    name: model,
    environment: env,
    ...(modelUrl === undefined ? {} : { baseUrl: modelUrl }),
  });
}
