/** Why words are unclear: the four kinds of Itool (Query when need, Chapter 4). */
export type ClarificationKind = "missing" | "problematic" | "several-meanings" | "unsupported";

/** One way to understand unclear words, found in an environment. */
export interface Reading {
  readonly environment: string;
  readonly text: string;
}

/** A question to the person. */
export interface Clarification {
  readonly question: string;
  /** The unclear words, as they stand in the task's question. */
  readonly words: readonly string[];
  readonly kind: ClarificationKind;
  readonly readings: readonly Reading[];
}

export type ClarificationReply =
  | { readonly type: "answered"; readonly text: string; readonly choice?: number }
  | { readonly type: "declined" }
  | { readonly type: "unavailable" };
