import { readFile } from "node:fs/promises";
import { load } from "js-yaml";
import { type EvaluationContent, evaluationSchema } from "../../../config/file/configuration-schema.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Manifest } from "../../../evaluation/run/configuration.ts";

export type Prices = Pick<Manifest, "prices" | "currency">;

/**
 * What a file says of prices, else the configuration; a model that is not named has none, and its cost is told as unknown.
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
