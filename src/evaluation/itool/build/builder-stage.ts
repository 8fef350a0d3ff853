import type { ApiOperation } from "../../../environment/capabilities.ts";
import { foldText } from "../../../util/fold-text.ts";
import type { AskForm } from "../../construction/ask-form.ts";
import type { CallOperation } from "../follow-solution.ts";
import type { ItoolItem } from "../itool-item.ts";

/** What can be made of a clear item. */
export const ITOOL_KINDS = [
  "missing",
  "unclear",
  "problematic",
  "several-meanings",
  "unsupported",
] as const satisfies readonly ItoolItem["category"][];

/** One of `ITOOL_KINDS`: the categories of Itool but `clear`. */
export type ItoolKind = (typeof ITOOL_KINDS)[number];

export interface StageContext {
  readonly ask: AskForm;
  readonly call: CallOperation;
  readonly operations: readonly ApiOperation[];
  /** Operations that a step in plain words may mean, the best first. */
  search(text: string, limit: number): readonly ApiOperation[];
  /** At least 0, less than 1; the same for the same seed, item, kind and try. */
  readonly random: () => number;
  /** What was wrong with the tries before. */
  readonly problems: readonly string[];
}

/** An item with what a person should look at, or why there is none, in words for whoever tries again. */
export type Made =
  | { readonly item: ItoolItem; readonly notes: readonly string[]; readonly problem?: never }
  | { readonly problem: string; readonly item?: never };

/** Makes an unclear item from a clear one: one try. */
export type Stage = (source: ItoolItem, context: StageContext) => Promise<Made>;

/** Words of a text without case, accents and punctuation. */
export function foldedNameWords(text: string): readonly string[] {
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** True where the words stand in the text, one after the other. */
export function holdsWords(text: string, words: string): boolean {
  const wanted = foldedNameWords(words).join(" ");
  return wanted !== "" && ` ${foldedNameWords(text).join(" ")} `.includes(` ${wanted} `);
}

export function isSameName(one: string, other: string): boolean {
  return foldedNameWords(one).join(" ") === foldedNameWords(other).join(" ");
}

/** Words of a name that tell it from others: three letters and more. */
export function tellingWords(name: string): readonly string[] {
  return foldedNameWords(name).filter((word) => [...word].length >= 3 && word !== "the" && word !== "and");
}
