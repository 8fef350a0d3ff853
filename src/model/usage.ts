import { given } from "../util/given.ts";
/** Tokens and calls of a model, as far as the provider reported them; unreported numbers are absent, never 0. */
export interface Usage {
  /** Requests that were answered. */
  readonly calls: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Of the input tokens, those that the provider had cached. */
  readonly cachedInputTokens?: number;
}

export const NO_USAGE: Usage = { calls: 0 };

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined && b === undefined ? undefined : (a ?? 0) + (b ?? 0);

export function addUsage(a: Usage, b: Usage): Usage {
  const inputTokens = sum(a.inputTokens, b.inputTokens);
  const outputTokens = sum(a.outputTokens, b.outputTokens);
  const cachedInputTokens = sum(a.cachedInputTokens, b.cachedInputTokens);
  return {
    calls: a.calls + b.calls,
    ...given({ inputTokens, outputTokens, cachedInputTokens }),
  };
}
