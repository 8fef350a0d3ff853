import type { Usage } from "../../model/usage.ts";
import type { Configuration } from "./configuration.ts";
import type { Manifest } from "./manifest.ts";

/** What a model costs per million tokens, in the currency of the manifest. */
export type Price = Manifest["prices"][string];

const MILLION = 1_000_000;

/** Cached input costs what other input does where its price is not known; absent where the provider did not tell the tokens. */
export function costOf(usage: Usage, { input, output, cachedInput = input }: Price): number | undefined {
  if (usage.calls === 0) return 0;
  const { inputTokens, outputTokens, cachedInputTokens = 0 } = usage;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const fresh = Math.max(0, inputTokens - cachedInputTokens);
  return (fresh * input + cachedInputTokens * cachedInput + outputTokens * output) / MILLION;
}

/** What a usage cost under a configuration: nothing where no model decides, absent where the price of its model is not known. */
export function costUnder(
  { model }: Pick<Configuration, "model">,
  usage: Usage,
  prices: Manifest["prices"],
): number | undefined {
  if (usage.calls === 0) return 0;
  const price = model === undefined ? undefined : prices[model];
  return price === undefined ? undefined : costOf(usage, price);
}

/** Input and output together, as far as the provider tells. */
export function tokensOf({ inputTokens = 0, outputTokens = 0 }: Usage): number {
  return inputTokens + outputTokens;
}
