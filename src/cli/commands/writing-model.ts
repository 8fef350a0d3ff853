import { openModel } from "../../config/open-policy.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { CliIo } from "../cli-io.ts";

/** Who writes the items of a set. */
export interface WritingOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly record?: string;
  readonly replay?: string;
}

/** @throws FuxiError `model-not-configured` where no model was named */
export async function writingModel(options: WritingOptions, io: CliIo): Promise<LanguageModel> {
  const model = await openModel({ ...options, env: io.env });
  if (model !== undefined) return model;
  throw new FuxiError(
    "model-not-configured",
    "The items of a set are written by a language model, and none was named.",
    { hint: "Name one with --model, or a server with --model-url." },
  );
}

/** The parser cannot demand it: of the commands below this one, some write where they read. */
export function withoutOut(): FuxiError {
  return new FuxiError("usage", "It was not said where the set is to be written.", {
    hint: "Name a place with --out.",
  });
}
