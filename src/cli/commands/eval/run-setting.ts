import { readFile } from "node:fs/promises";
import { load } from "js-yaml";
import { type EvaluationContent, evaluationSchema } from "../../../config/file/configuration-schema.ts";
import { openModel } from "../../../config/open-policy.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Manifest } from "../../../evaluation/run/configuration.ts";
import type { EvaluationProgress } from "../../../evaluation/run/work-through.ts";
import type { LanguageModel } from "../../../model/language-model.ts";
import { given } from "../../../util/given.ts";
import type { CliIo } from "../../cli-io.ts";
import { progressLine } from "../../progress-line.ts";
import type { JudgesOptions } from "./eval-options.ts";

/** The flags that name models. */
type ModelFlags = Pick<JudgesOptions, "model" | "modelUrl" | "record" | "replay">;

/**
 * The named models, else the one of the environment, by the names in manifests. Empty if there is none.
 * @throws FuxiError `usage` if several models share one recording; as `createModel`
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

type Prices = Pick<Manifest, "prices" | "currency">;

/**
 * Prices from a file, else from the configuration. Other models have no price, and their cost is reported as unknown.
 * @throws FuxiError `target-not-found`, `configuration-invalid`
 */
export async function pricesOf(
  path: string | undefined,
  configured: EvaluationContent | undefined,
): Promise<Prices> {
  const { prices = {}, currency = "USD" } = path === undefined ? (configured ?? {}) : await contentOf(path);
  const known = Object.entries(prices).map(([model, { input, output, cachedInput }]) => [
    model,
    { input, output, ...(cachedInput === undefined ? {} : { cachedInput }) },
  ]);
  return { prices: Object.fromEntries(known), currency };
}

async function contentOf(path: string): Promise<EvaluationContent> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new FuxiError("target-not-found", `The prices in ${path} cannot be read.`, {
      cause,
      hint: "Name a YAML or JSON file.",
    });
  });
  const read = evaluationSchema.safeParse(parsed(text, path));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const where = issue?.path.map(String).join(".") ?? "";
  throw invalid(path, `${where === "" ? "" : `${where}: `}${issue?.message ?? "not as expected"}`);
}

function parsed(text: string, path: string): unknown {
  try {
    return load(text);
  } catch (error) {
    throw invalid(path, error instanceof Error ? (error.message.split("\n")[0] ?? "") : "no YAML");
  }
}

function invalid(path: string, why: string): FuxiError {
  return new FuxiError("configuration-invalid", `The prices in ${path} cannot be used: ${why}.`, {
    hint: "Write: prices: {openai/gpt-5-mini: {input: 0.25, output: 2}}, of a million tokens each.",
  });
}

export interface ShownProgress {
  readonly update: (progress: EvaluationProgress) => void;
  /** Prints each warning once: the places of a run repeat warnings. */
  readonly warn: (message: string) => void;
  readonly end: () => void;
}

const CLEAR = "\r\u001b[2K";

/** The progress of a run: a redrawn line for a person, occasional lines in a log. */
export function progressOf(quiet: boolean, io: CliIo): ShownProgress {
  if (quiet) return { update: () => {}, warn: () => {}, end: () => {} };
  const line = progressLine(io);
  const warned = new Set<string>();
  const clear = (): string => (io.interactive ? CLEAR : "");
  return {
    update: (progress) =>
      line.update(lineOf(progress), progress.total === 0 ? 1 : progress.done / progress.total),
    warn(message) {
      if (warned.has(message)) return;
      warned.add(message);
      io.err(`${clear()}${io.colors.yellow("warning:")} ${message}\n`);
    },
    end: () => io.err(clear()),
  };
}

function lineOf({ done, total, running, tokens, cost }: EvaluationProgress): string {
  return [
    `${done} of ${total}`,
    ...(running === 0 ? [] : [`${running} running`]),
    ...(tokens === 0 ? [] : [`${tokens.toLocaleString("en")} tokens`]),
    ...(cost === undefined || cost === 0 ? [] : [`cost ${cost.toFixed(2)}`]),
  ].join(" · ");
}
