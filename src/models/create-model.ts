import type { LanguageModel } from "../model/language-model.ts";
import { type CreateModelOptions, modelNamed } from "./model-named.ts";

export type { CreateModelOptions } from "./model-named.ts";

/**
 * A model by name. A key from the environment is only ever sent to the provider whose variable held it.
 * @throws FuxiError `usage` for a name without known provider, `model-refused` where the key is missing, `dependency-missing` where the
 * provider's package is not installed, `configuration-invalid` for a base URL that is none
 */
export async function createModel(options: CreateModelOptions): Promise<LanguageModel> {
  return (await modelNamed(options)).language();
}
