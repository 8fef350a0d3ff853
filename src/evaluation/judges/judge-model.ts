import type { LanguageModel } from "../../model/language-model.ts";

/** As verdicts and warnings name it: `provider/model`. */
export function modelName({ provider, modelId }: Pick<LanguageModel, "provider" | "modelId">): string {
  return `${provider.split(".")[0]}/${modelId}`;
}

/** Makers under other names of their models. */
const FAMILIES: readonly (readonly [pattern: RegExp, family: string])[] = [
  [/^(?:gpt|chatgpt|codex|o\d)/u, "gpt"],
  [/llama/u, "llama"],
  [/^(?:\w*mistral|mixtral|codestral|magistral|devstral)/u, "mistral"],
  [/^(?:gemini|gemma)/u, "gemini"],
  [/^(?:qwen|qwq)/u, "qwen"],
];

/** Providers that serve models of their own alone. */
const MAKERS: Readonly<Record<string, string>> = {
  openai: "gpt",
  anthropic: "claude",
  google: "gemini",
  mistral: "mistral",
};

/**
 * What a model is a kin of, by its name: "gpt" for `openai/gpt-5-mini`, "qwen" for `ollama/qwen3:8b`. Undefined where the name tells nothing, as that of a server's
 * only model.
 */
export function modelFamily(name: string): string | undefined {
  const parts = name.toLowerCase().split("/");
  const last = parts.at(-1) ?? "";
  const known = FAMILIES.find(([pattern]) => pattern.test(last))?.[1];
  if (known !== undefined) return known;
  const maker = parts.length > 1 ? MAKERS[parts[0]?.split(".")[0] ?? ""] : undefined;
  if (maker !== undefined) return maker;
  const [word = ""] = /^[a-z]+/u.exec(last) ?? [];
  return word === "" || word === "default" ? undefined : word;
}

/** Whether a judge may favour an agent as its own kin (the paper's limitation of its method). */
export function isSameFamily(judge: string, agent: string): boolean {
  if (judge === agent) return true;
  const family = modelFamily(judge);
  return family !== undefined && family === modelFamily(agent);
}
