import type { ItoolItem } from "../itool-item.ts";

/** Kinds of items that can be made from a clear one. */
export const ITOOL_KINDS = [
  "missing",
  "unclear",
  "problematic",
  "several-meanings",
  "unsupported",
] as const satisfies readonly ItoolItem["category"][];

/** One of `ITOOL_KINDS`: the categories of Itool but `clear`. */
export type ItoolKind = (typeof ITOOL_KINDS)[number];
