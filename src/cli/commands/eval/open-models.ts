import { openModel } from "../../../config/open-policy.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { given } from "../../../util/given.ts";
import type { CliIo } from "../../cli-io.ts";

/** The flags that name models. */
export interface ModelFlags {
  readonly model?: readonly string[];
  readonly modelUrl?: string;
  readonly record?: string;
  readonly replay?: string;
}

/**
 * The models that are named, else the one of the environment, by the names that manifests have; empty where there is none.
 * @throws FuxiError `usage` where several models share one recording; as `createModel`
 */
export async function openModels(
  { model, modelUrl, record, replay }: ModelFlags,
  { env }: Pick<CliIo, "env">,
): Promise<ReadonlyMap<string, LanguageModel>> {
  const names = [...new Set(model ?? [undefined])];
  if (names.length > 1 && (record !== undefined || replay !== undefined))
    throw new FuxiError("usage", "One recording stands for one model, and several are named.", {
      hint: "Name one model, or leave the recording out.",
    });
  const models = new Map<string, LanguageModel>();
  for (const name of names) {
    const opened = await openModel({ env, ...given({ model: name, modelUrl, record, replay }) });
    if (opened !== undefined) models.set(name ?? env["FUXI_MODEL"] ?? opened.modelId, opened);
  }
  return models;
}
