import type { Usage } from "../../model/usage.ts";

/** `perfect`: it meets every criterion of the sub-task. */
export type ReviewVerdict = "perfect" | "imperfect";

/** What one reviewer or meta-reviewer said of a sub-task. `malformed`: it was asked three times, and no verdict could be read. */
export type Review = {
  /** `provider/model`. */
  readonly model: string;
  readonly usage: Usage;
} & (
  | { readonly type: "verdict"; readonly verdict: ReviewVerdict; readonly rationale: string }
  | { readonly type: "malformed"; readonly problem: string }
);
