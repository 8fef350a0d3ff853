import type { LanguageModelV4 } from "@ai-sdk/provider";

/**
 * The model port is the AI SDK's own interface: any provider package, and any OpenAI-compatible server by base URL. A model is always an
 * object; a bare model id would be sent to a hosted gateway.
 */
export type LanguageModel = LanguageModelV4;
