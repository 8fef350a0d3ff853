import { existsSync, readFileSync } from "node:fs";
import { openModel } from "../../config/open-policy.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { LanguageModel } from "../../model/language-model.ts";
import type { CliIo } from "../cli-io.ts";

/** The model that writes the items of a set. */
export interface WritingOptions {
  readonly model?: string;
  readonly modelUrl?: string;
  readonly record?: string;
  readonly replay?: string;
}

/** @throws FuxiError `model-not-configured` if no model was named */
export async function writingModel(options: WritingOptions, io: CliIo): Promise<LanguageModel> {
  const model = await openModel({ ...options, env: io.env });
  if (model !== undefined) return model;
  throw new FuxiError(
    "model-not-configured",
    "The items of a set are written by a language model, and none was named.",
    { hint: "Name one with --model, or a server with --model-url." },
  );
}

/** The error for a missing --out. The parser cannot require it, since some subcommands write to the file that they read. */
export function withoutOut(): FuxiError {
  return new FuxiError("usage", "It was not said where the set is to be written.", {
    hint: "Name a place with --out.",
  });
}

/** @throws FuxiError `target-not-found` */
export function givenText(file: string): string {
  if (!existsSync(file)) throw new FuxiError("target-not-found", `There is no file ${file}.`);
  return readFileSync(file, "utf8");
}
