import { editDistance } from "../../../../util/edit-distance.ts";
import { nearestNames } from "../../../../util/nearest-names.ts";

export interface RankedName {
  readonly name: string;
  readonly score: number;
}

/**
 * Names near a word of a statement. One or two slips of the pen in a long word come before a name that is its beginning: `membershp` is
 * "membership" rather than "member".
 */
export function nearNames(word: string, names: readonly string[], limit: number): readonly RankedName[] {
  const lower = word.toLowerCase();
  const most = lower.length >= 8 ? 2 : lower.length >= 4 ? 1 : 0;
  return nearestNames(word, names, { limit: limit + 5 })
    .map(({ name, score }) => {
      const distance = editDistance(lower, name.toLowerCase(), most);
      const isSlip = distance > 0 && distance <= most;
      return { name, score: isSlip ? Math.max(score, 0.975 - 0.01 * distance) : score };
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
}
