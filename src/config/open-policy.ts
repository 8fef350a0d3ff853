import { builtInPolicy } from "../agent/policies/built-in-policy.ts";
import { llmPolicy } from "../agent/policies/llm-policy.ts";
import type { Policy } from "../agent/policy.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { createModel } from "../models/create-model.ts";
import { recordingModel } from "../models/recording-model.ts";
import { replayingModel } from "../models/replaying-model.ts";

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
  if (choice.replay !== undefined)
    return replayingModel(choice.replay, name === undefined ? {} : { model: name });
  if (name === undefined && baseUrl === undefined) return undefined;
  const model = await createModel({
    name: name ?? ANY_MODEL,
    environment: env,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  return choice.record === undefined ? model : recordingModel(model, choice.record);
}

/**
 * The policy that the flags and the environment name: a language model, a recording of one, or the built-in rules.
 * @throws FuxiError as `createModel` and `replayingModel`
 */
export async function openPolicy(choice: PolicyChoice): Promise<Policy> {
  const model = await openModel(choice);
  if (model === undefined) return builtInPolicy();
  return llmPolicy({
    model,
    format: choice.format,
    sampling: { temperature: choice.temperature ?? 0 },
    stepLimit: choice.stepLimit,
    onNotice: choice.onNotice,
  });
}
