/** What a question took, in the order of tables. */
export const EFFICIENCY = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "rounds",
  "actions",
  "milliseconds",
  "cost",
] as const;

/** One of `EFFICIENCY`. */
export type EfficiencyName = (typeof EFFICIENCY)[number];
