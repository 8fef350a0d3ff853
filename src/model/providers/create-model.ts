import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { Dispatcher } from "undici";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { importOptional } from "../../util/import-optional.ts";
import type { LanguageModel } from "../language-model.ts";

/** Which model, where it is served, and the key for it. */
export interface CreateModelOptions {
  /** `provider/model`; with `baseUrl` the model's name alone, as the server knows it (it may contain slashes). */
  readonly name: string;
  /** Address of any OpenAI-compatible server, usually ending in `/v1`. */
  readonly baseUrl?: string;
  /** Without it, the provider's usual environment variable is read; with `baseUrl` only `FUXI_API_KEY`. */
  readonly apiKey?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** In place of `process.env`. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * A model by name. A key from the environment is only ever sent to the provider whose variable held it.
 * @throws FuxiError `usage` for a name without known provider, `model-refused` where the key is missing, `dependency-missing` where the
 * provider's package is not installed, `configuration-invalid` for a base URL that is none
 */
export async function createModel(options: CreateModelOptions): Promise<LanguageModel> {
  const environment = options.environment ?? process.env;
  if (options.name.trim() === "") throw new FuxiError("usage", "The model's name is empty.");
  if (options.baseUrl !== undefined) {
    return compatible("server", options.name, options.baseUrl, options, [
      options.apiKey,
      environment.FUXI_API_KEY,
    ]);
  }
  const slash = options.name.indexOf("/");
  const provider = options.name.slice(0, Math.max(0, slash)).toLowerCase();
  const modelId = options.name.slice(slash + 1);
  if (provider !== "" && modelId !== "") {
    const packaged = PROVIDER_PACKAGES[provider];
    if (packaged) return fromPackage(packaged, provider, modelId, options, environment);
    const server = COMPATIBLE_SERVERS[provider];
    if (server) {
      const keys = [options.apiKey, ...server.keyVariables.map((name) => environment[name])];
      if (server.local !== true && !keys.some(Boolean)) throw missingKey(provider, server.keyVariables);
      return compatible(provider, modelId, server.baseUrl, options, keys);
    }
  }
  const known = [...Object.keys(PROVIDER_PACKAGES), ...Object.keys(COMPATIBLE_SERVERS)].join(", ");
  throw new FuxiError("usage", `"${options.name}" names no known provider.`, {
    hint: `Write provider/model with one of ${known}, or give the address of an OpenAI-compatible server.`,
  });
}

function compatible(
  provider: string,
  modelId: string,
  baseUrl: string,
  options: CreateModelOptions,
  keys: readonly (string | undefined)[],
): LanguageModel {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new FuxiError("configuration-invalid", "The model's base URL is not an http(s) address.", {
      hint: "Give it like http://127.0.0.1:11434/v1",
    });
  }
  const apiKey = keys.find(Boolean);
  return createOpenAICompatible({
    name: provider,
    baseURL: url.href.replace(/\/+(?:chat\/completions\/*)?$/u, ""),
    fetch: patientFetch,
    supportsStructuredOutputs: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(options.headers === undefined ? {} : { headers: { ...options.headers } }),
  }).chatModel(modelId);
}

async function fromPackage(
  { packageName, factory, keyVariables }: ProviderPackage,
  provider: string,
  modelId: string,
  options: CreateModelOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LanguageModel> {
  const module = await importOptional<Record<string, ProviderFactory | undefined>>(
    packageName,
    `to use models of ${provider}`,
  );
  const apiKey = [options.apiKey, ...keyVariables.map((name) => environment[name])].find(Boolean);
  if (apiKey === undefined) throw missingKey(provider, keyVariables);
  const headers = options.headers === undefined ? {} : { headers: options.headers };
  const language = module[factory]?.({ apiKey, ...headers })(modelId);
  if (language?.specificationVersion !== "v4") {
    throw new FuxiError("dependency-missing", `The installed ${packageName} is of another generation.`, {
      hint: `Install the one that belongs to AI SDK 7: npm install ${packageName}@latest`,
    });
  }
  return language;
}

function missingKey(provider: string, variables: readonly string[]): FuxiError {
  return new FuxiError("model-refused", `There is no API key for ${provider}.`, {
    hint: `Set ${variables.join(" or ")}.`,
  });
}

/** A server that speaks OpenAI's chat completions at a known address. */
interface CompatibleServer {
  readonly baseUrl: string;
  readonly keyVariables: readonly string[];
  /** A server on this machine needs no key. */
  readonly local?: true;
}

const COMPATIBLE_SERVERS: Readonly<Record<string, CompatibleServer>> = {
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

let patient: Dispatcher | undefined;

/**
 * `fetch` without the built-in one's limit of 300 seconds until the first byte: a local model on a processor without graphics card, or a person
 * answering in a model's place, may take longer. Cancelling is the caller's signal. Redirects are not followed. undici is loaded with the first call.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const { Agent, fetch: send } = await import("undici");
  patient ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  const url = input instanceof Request ? input.url : input;
  const answer = await send(url, { ...(init as object), redirect: "manual", dispatcher: patient });
  return answer as unknown as Response;
};

/** A provider with a package of its own, which is an optional dependency. */
interface ProviderPackage {
  readonly packageName: string;
  /** Name of the package's function that makes a provider from settings. */
  readonly factory: string;
  /** Environment variables that may hold the key, in order. */
  readonly keyVariables: readonly string[];
}

interface ProviderSettings {
  readonly apiKey?: string;
  readonly baseURL?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What the function named by `factory` is. */
type ProviderFactory = (settings: ProviderSettings) => (modelId: string) => LanguageModel;

const PROVIDER_PACKAGES: Readonly<Record<string, ProviderPackage>> = {
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
