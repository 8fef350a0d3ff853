import type { EmbeddingModel } from "../model/embedding-model.ts";
import type { LanguageModel } from "../model/language-model.ts";

/** A provider with a package of its own, which is an optional dependency. */
export interface ProviderPackage {
  readonly packageName: string;
  /** Name of the package's function that makes a provider from settings. */
  readonly factory: string;
  /** Environment variables that may hold the key, in order. */
  readonly keyVariables: readonly string[];
}

export interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the function named by `factory` is. */
export type ProviderFactory = (settings: ProviderSettings) => {
  (modelId: string): LanguageModel;
  readonly embeddingModel?: (modelId: string) => EmbeddingModel;
};

export const PROVIDER_PACKAGES: Readonly<Record<string, ProviderPackage>> = {
  openai: {
    packageName: "@ai-sdk/openai",
    factory: "createOpenAI",
    keyVariables: ["OPENAI_API_KEY"],
  },
  anthropic: {
    packageName: "@ai-sdk/anthropic",
    factory: "createAnthropic",
    keyVariables: ["ANTHROPIC_API_KEY"],
  },
  google: {
    packageName: "@ai-sdk/google",
    factory: "createGoogle",
    keyVariables: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY"],
  },
};
