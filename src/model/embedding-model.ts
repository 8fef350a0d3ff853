import type { EmbeddingModelV4 } from "@ai-sdk/provider";

/** Any embedding model of the AI SDK, generation 7. */
export type EmbeddingModel = EmbeddingModelV4;
