import type { ClauseText } from "./query-tree.ts";

/** A text on its own, or a clause of a longer text: spans then count from the start of the longer one. */
export type SqlText = string | ClauseText;
