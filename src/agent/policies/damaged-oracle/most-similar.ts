import type { Action } from "../../../environment/action.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { Permitted } from "../../policy-request.ts";
import { renderCall } from "../../text-actions/tool-signature.ts";
import { longestText } from "./follow-advice.ts";

/**
 * Place of the option whose words are most like those of a wanted action (Dice coefficient of letter pairs); undefined where none has any. An
 * option with an open argument is looked at as it would be with the action's text in it.
 */
export function mostSimilar(wanted: Action, options: readonly Permitted[]): number | undefined {
  const pairs = pairsOf(renderCall(wanted.tool, wanted.arguments));
  const text = longestText(wanted) ?? "";
  let best: { readonly at: number; readonly score: number } | undefined;
  for (const [at, option] of options.entries()) {
    const score = dice(pairs, pairsOf(labelOf(option, text)));
    if (score > (best?.score ?? 0)) best = { at, score };
  }
  return best?.at;
}

function labelOf(option: Permitted, text: string): string {
  if (option.type === "action") return option.label;
  return renderCall(option.tool, { ...option.arguments, [option.argument]: text });
}

function pairsOf(text: string): ReadonlyMap<string, number> {
  const pairs = new Map<string, number>();
  for (const word of nameWords(text)) {
    const padded = ` ${word} `;
    for (let at = 0; at + 1 < padded.length; at++) {
      const pair = padded.slice(at, at + 2);
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  return pairs;
}

function dice(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const size = (pairs: ReadonlyMap<string, number>) =>
    [...pairs.values()].reduce((sum, count) => sum + count, 0);
  let common = 0;
  for (const [pair, count] of a) common += Math.min(count, b.get(pair) ?? 0);
  const total = size(a) + size(b);
  return total === 0 ? 0 : (2 * common) / total;
}
