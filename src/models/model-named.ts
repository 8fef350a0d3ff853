import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { NoSuchModelError } from "@ai-sdk/provider";
import { FuxiError } from "../errors/fuxi-error.ts";
import type { EmbeddingModel } from "../model/embedding-model.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { importOptional } from "../util/import-optional.ts";
import { COMPATIBLE_SERVERS } from "./compatible-servers.ts";
import { patientFetch } from "./patient-fetch.ts";
import { PROVIDER_PACKAGES, type ProviderFactory, type ProviderPackage } from "./provider-packages.ts";

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

/** A model that was named, at whoever serves it. */
export interface NamedModel {
  language(): LanguageModel;
  /** Undefined where the provider has no embedding models. */
  embedding(): EmbeddingModel | undefined;
}

/**
 * Who serves a model, by its name. A key from the environment is only ever sent to the provider whose variable held it.
 * @throws FuxiError as `createModel`
 */
export async function modelNamed(options: CreateModelOptions): Promise<NamedModel> {
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
): NamedModel {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) {
    throw new FuxiError("configuration-invalid", "The model's base URL is not an http(s) address.", {
      hint: "Give it like http://127.0.0.1:11434/v1",
    });
  }
  const apiKey = keys.find(Boolean);
  const served = createOpenAICompatible({
    name: provider,
    baseURL: url.href.replace(/\/+(?:(?:chat\/completions|embeddings)\/*)?$/u, ""),
    fetch: patientFetch,
    supportsStructuredOutputs: true,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(options.headers === undefined ? {} : { headers: { ...options.headers } }),
  });
  return { language: () => served.chatModel(modelId), embedding: () => served.embeddingModel(modelId) };
}

async function fromPackage(
  { packageName, factory, keyVariables }: ProviderPackage,
  provider: string,
  modelId: string,
  options: CreateModelOptions,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<NamedModel> {
  const module = await importOptional<Record<string, ProviderFactory | undefined>>(
    packageName,
    `to use models of ${provider}`,
  );
  const apiKey = [options.apiKey, ...keyVariables.map((name) => environment[name])].find(Boolean);
  if (apiKey === undefined) throw missingKey(provider, keyVariables);
  const headers = options.headers === undefined ? {} : { headers: options.headers };
  const made = module[factory]?.({ apiKey, ...headers });
  const language = made?.(modelId);
  if (made === undefined || language?.specificationVersion !== "v4") {
    throw new FuxiError("dependency-missing", `The installed ${packageName} is of another generation.`, {
      hint: `Install the one that belongs to AI SDK 7: npm install ${packageName}@latest`,
    });
  }
  return { language: () => language, embedding: () => embeddingOf(made, modelId) };
}

/** Providers without embedding models say so by an error of the SDK. */
function embeddingOf(made: ReturnType<ProviderFactory>, modelId: string): EmbeddingModel | undefined {
  try {
    return made.embeddingModel?.(modelId);
  } catch (error) {
    if (NoSuchModelError.isInstance(error)) return undefined;
    throw error;
  }
}

function missingKey(provider: string, variables: readonly string[]): FuxiError {
  return new FuxiError("model-refused", `There is no API key for ${provider}.`, {
    hint: `Set ${variables.join(" or ")}.`,
  });
}
