import type { ApiOperation } from "../../../environment/capabilities.ts";
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
