import type { Policy } from "../agent/strategy.ts";
import type { EmbeddingModel, LanguageModel } from "../model/language-model.ts";

export interface PolicyChoice {
  /** `provider/model`, or the name alone with `modelUrl`. Absent: the built-in rules. */
  readonly model?: string;
  readonly modelUrl?: string;
  readonly format: "auto" | "native" | "text";
  readonly temperature?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly stepLimit: number;
  readonly env: NodeJS.ProcessEnv;
  readonly onNotice: (notice: string) => void;
}

/** Many local servers serve one model whatever its name. */
const ANY_MODEL = "default";

/** The language model that the flags and the environment name; undefined where they name none. */
export async function openModel(
  choice: Omit<PolicyChoice, "format" | "stepLimit" | "onNotice">,
): Promise<LanguageModel | undefined> {
  const { env } = choice;
  const name = choice.model ?? env["FUXI_MODEL"];
  const baseUrl = choice.modelUrl ?? env["FUXI_MODEL_URL"];
  if (choice.replay !== undefined) {
    const { replayingModel } = await import("../models/replaying-model.ts");
    return replayingModel(choice.replay, name === undefined ? {} : { model: name });
  }
  if (name === undefined && baseUrl === undefined) return undefined;
  const { createModel } = await import("../models/create-model.ts");
  const model = await createModel({
    name: name ?? ANY_MODEL,
    environment: env,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  if (choice.record === undefined) return model;
  const { recordingModel } = await import("../models/recording-model.ts");
  return recordingModel(model, choice.record);
}

/**
 * The policy that the flags and the environment name: a language model, a recording of one, or the built-in rules.
 * @throws FuxiError as `createModel` and `replayingModel`
 */
export async function openPolicy(choice: PolicyChoice): Promise<Policy> {
  const model = await openModel(choice);
  if (model === undefined) {
    const { builtInPolicy } = await import("../agent/policies/built-in-policy.ts");
    return builtInPolicy();
  }
  const { llmPolicy } = await import("../agent/policies/llm-policy.ts");
  return llmPolicy({
    model,
    format: choice.format,
    sampling: { temperature: choice.temperature ?? 0 },
    stepLimit: choice.stepLimit,
    onNotice: choice.onNotice,
  });
}

interface EmbeddingChoice {
  /** `provider/model`, or the name alone with `modelUrl`. */
  readonly model: string;
  readonly modelUrl?: string;
  readonly env: NodeJS.ProcessEnv;
}

/** @throws FuxiError as `createEmbeddingModel` */
export async function openEmbeddingModel({ model, modelUrl, env }: EmbeddingChoice): Promise<EmbeddingModel> {
  const { createEmbeddingModel } = await import("../models/create-model.ts");
  return await createEmbeddingModel({
    name: model,
    environment: env,
    ...(modelUrl === undefined ? {} : { baseUrl: modelUrl }),
  });
}
