import type { ItemRecord } from "../run/item-record.ts";
import type { EfficiencyName } from "./efficiency.ts";

const tokens =
  (name: "inputTokens" | "cachedInputTokens" | "outputTokens") =>
  ({ usage }: ItemRecord): number | undefined =>
    usage[name] ?? (usage.calls === 0 ? 0 : undefined);

/** What one answer took; undefined where it is not known. */
export const efficiencyValues: Readonly<Record<EfficiencyName, (record: ItemRecord) => number | undefined>> =
  {
    inputTokens: tokens("inputTokens"),
    cachedInputTokens: tokens("cachedInputTokens"),
    outputTokens: tokens("outputTokens"),
    rounds: ({ rounds }) => rounds,
    actions: ({ actions }) => actions,
    milliseconds: ({ milliseconds }) => milliseconds,
    cost: ({ cost }) => cost,
  };
