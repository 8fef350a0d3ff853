/** A server that speaks OpenAI's chat completions at a known address. */
export interface CompatibleServer {
  readonly baseUrl: string;
  readonly keyVariables: readonly string[];
  /** A server on this machine needs no key. */
  readonly local?: true;
}

export const COMPATIBLE_SERVERS: Readonly<Record<string, CompatibleServer>> = {
  ollama: { baseUrl: "http://127.0.0.1:11434/v1", keyVariables: ["OLLAMA_API_KEY"], local: true },
  lmstudio: { baseUrl: "http://127.0.0.1:1234/v1", keyVariables: [], local: true },
  llamacpp: { baseUrl: "http://127.0.0.1:8080/v1", keyVariables: ["LLAMA_API_KEY"], local: true },
  vllm: { baseUrl: "http://127.0.0.1:8000/v1", keyVariables: ["VLLM_API_KEY"], local: true },
  openrouter: { baseUrl: "https://openrouter.ai/api/v1", keyVariables: ["OPENROUTER_API_KEY"] },
  groq: { baseUrl: "https://api.groq.com/openai/v1", keyVariables: ["GROQ_API_KEY"] },
  mistral: { baseUrl: "https://api.mistral.ai/v1", keyVariables: ["MISTRAL_API_KEY"] },
  deepseek: { baseUrl: "https://api.deepseek.com/v1", keyVariables: ["DEEPSEEK_API_KEY"] },
  together: { baseUrl: "https://api.together.xyz/v1", keyVariables: ["TOGETHER_API_KEY"] },
};
