import { addUsage, NO_USAGE } from "../../model/usage.ts";
import type { ItemRecord } from "../run/item-record.ts";
import type { ConfigurationReport } from "./report.ts";

/** Who judged the answers, how many have no verdict, and what it took; nothing where nobody did. */
export function judgingOf(records: readonly ItemRecord[]): Pick<ConfigurationReport, "judging"> {
  const judged = records.flatMap((record) => record.judged ?? []);
  if (judged.length === 0) return {};
  return {
    judging: {
      by: [...new Set(judged.map(({ by }) => by))],
      answers: judged.length,
      withoutVerdict: judged.filter(({ verdict }) => verdict === undefined).length,
      usage: judged.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    },
  };
}
