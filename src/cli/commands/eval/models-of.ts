import { openEmbeddingModel, openModel } from "../../../config/open-policy.ts";

import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Decider } from "../../../evaluation/run/configuration.ts";
import type { EmbeddingModel, LanguageModel } from "../../../model/language-model.ts";

import type { CliIo } from "../../cli-io.ts";
import type { EvalOptions } from "./eval-options.ts";

export interface Deciders {
  readonly decider: Decider;
  /** By the names that manifests have; empty where no model decides. */
  readonly models: ReadonlyMap<string, LanguageModel>;
}

/**
 * Who decides: models that are named, else one of the environment, else who `--policy` names.
 * @throws FuxiError `usage` where both or neither were named, or several beside one recording; as `createModel`
 */
export async function modelsOf(options: EvalOptions, io: CliIo): Promise<Deciders> {
  const { policy, model, modelUrl, record, replay, userModel } = options;
  if (policy !== undefined) {
    const isForUser = userModel !== undefined;
    if (model !== undefined || (!isForUser && [modelUrl, record, replay].some((each) => each !== undefined)))
      throw new FuxiError("usage", `With --policy ${policy} no model decides.`, {
        hint: "Leave out either --policy, or --model and what belongs to it.",
      });
    return { decider: policy, models: new Map() };
  }
  const names = model ?? [undefined];
  if (names.length > 1 && (replay !== undefined || record !== undefined))
    throw new FuxiError("usage", "One recording stands for one model, and several are named.", {
      hint: "Run each model by itself.",
    });
  const opened = await Promise.all(
    names.map((name) =>
      openModel({
        env: io.env,
        ...(name === undefined ? {} : { model: name }),
        ...(modelUrl === undefined ? {} : { modelUrl }),
        ...(record === undefined ? {} : { record }),
        ...(replay === undefined ? {} : { replay }),
      }),
    ),
  );
  const models = new Map<string, LanguageModel>();
  for (const [at, each] of opened.entries()) {
    if (each !== undefined) models.set(names[at] ?? io.env["FUXI_MODEL"] ?? each.modelId, each);
  }
  if (models.size > 0) return { decider: "model", models };
  throw new FuxiError("model-not-configured", "An evaluation needs somebody who decides.", {
    hint: "Name a model (--model, --model-url), --policy built-in for the rules that need none, or --policy oracle for the benchmark's gold.",
  });
}

/**
 * Who plays the user where the data's own readings do not settle a question; recorded and replayed as the models that decide are.
 * @throws FuxiError `usage` where nobody is asked; as `createModel`
 */
export async function userModelOf(
  { userModel, modelUrl, record, replay, ask, askBoth }: EvalOptions,
  io: CliIo,
): Promise<LanguageModel | undefined> {
  if (userModel === undefined) return undefined;
  if (ask !== true && askBoth !== true)
    throw new FuxiError("usage", "--user-model plays the user who is asked, and nobody is asked.", {
      hint: "Add --ask, or --ask-both, or leave --user-model out.",
    });
  return await openModel({
    env: io.env,
    model: userModel,
    ...(modelUrl === undefined ? {} : { modelUrl }),
    ...(record === undefined ? {} : { record }),
    ...(replay === undefined ? {} : { replay }),
  });
}

/**
 * What ranks the triples of `triples-prompt`. A name with its provider is that provider's model; a bare name is asked of the server of `--model-url`.
 * @throws FuxiError `usage` where no strategy ranks triples; as `createEmbeddingModel`
 */
export async function embeddingOf(
  { embeddingModel, strategy, modelUrl }: EvalOptions,
  io: CliIo,
): Promise<EmbeddingModel | undefined> {
  if (embeddingModel === undefined) return undefined;
  if (!strategy.includes("triples-prompt"))
    throw new FuxiError("usage", "--embedding-model ranks the triples of triples-prompt, which is not run.", {
      hint: "Add --strategy triples-prompt, or leave --embedding-model out.",
    });
  const url = embeddingModel.includes("/") ? undefined : (modelUrl ?? io.env["FUXI_MODEL_URL"]);
  return await openEmbeddingModel({
    model: embeddingModel,
    env: io.env,
    ...(url === undefined ? {} : { modelUrl: url }),
  });
}
