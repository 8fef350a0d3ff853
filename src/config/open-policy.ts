import type { Policy } from "../agent/strategy.ts";
import type { ToolSet } from "../agent/tool-names.ts";
import type { LanguageModel } from "../model/language-model.ts";
import { given } from "../util/given.ts";

export interface PolicyChoice {
  /** `provider/model`, or the name alone with `modelUrl`. Absent: the built-in rules. */
  readonly model?: string;
  readonly modelUrl?: string;
  readonly format: "auto" | "native" | "text";
  readonly tools?: ToolSet;
  readonly temperature?: number;
  readonly record?: string;
  readonly replay?: string;
  readonly stepLimit: number;
  readonly env: NodeJS.ProcessEnv;
  readonly onNotice: (notice: string) => void;
}

/** Model name for local servers, many of which ignore it. */
const ANY_MODEL = "default";

/** The language model named by flags or environment. Undefined if none is named. */
export async function openModel(
  choice: Omit<PolicyChoice, "format" | "tools" | "stepLimit" | "onNotice">,
): Promise<LanguageModel | undefined> {
  const { env } = choice;
  const name = choice.model ?? env["FUXI_MODEL"];
  const baseUrl = choice.modelUrl ?? env["FUXI_MODEL_URL"];
  if (choice.replay !== undefined) {
    const { replayingModel } = await import("../model/providers/replaying-model.ts");
    return replayingModel(choice.replay, name === undefined ? {} : { model: name });
  }
  if (name === undefined && baseUrl === undefined) return undefined;
  const { createModel } = await import("../model/providers/create-model.ts");
  const model = await createModel({
    name: name ?? ANY_MODEL,
    environment: env,
    ...(baseUrl === undefined ? {} : { baseUrl }),
  });
  if (choice.record === undefined) return model;
  const { recordingModel } = await import("../model/providers/recording-model.ts");
  return recordingModel(model, choice.record);
}

/**
 * The policy chosen by flags or environment: a language model, a recording of one, or the built-in rules.
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
    ...given({ tools: choice.tools }),
    sampling: { temperature: choice.temperature ?? 0 },
    stepLimit: choice.stepLimit,
    onNotice: choice.onNotice,
  });
}
