import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { Usage } from "../model/usage.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { Wish } from "./clarification.ts";

/** Why a reply could not be used, for the model that wrote it. */
export interface ReplyProblem {
  readonly kind: "no-action" | "malformed-action" | "empty" | "cut-off";
  readonly message: string;
}

/**
 * What a policy decided in one step: `actions` (not empty), `claim`, `wish`, `unanswerable` or `problem`. A claim beside actions is to be handed
 * in if all actions succeed without a warning. A request for a thought is answered likewise, and `thought` alone is enough; for one of several
 * options, by `choice`; for an argument, by `written` or the choice "none".
 */
export interface PolicyReply {
  /** Why, in a sentence or two; may be empty. */
  readonly thought: string;
  /** Independent of each other: they may be taken in parallel. */
  readonly actions: readonly Action[];
  /** The final answer; without `environment`, for the environment that was last used. */
  readonly claim?: { readonly environment?: string; readonly claim: Claim };
  /** Why there is no answer, and the words that nothing here fits. */
  readonly unanswerable?: { readonly reason: string; readonly words: readonly string[] };
  /** The reply could not be used. */
  readonly problem?: ReplyProblem;
  /** The question that the person should be asked before anything else. */
  readonly wish?: Wish;
  /** Assumptions, shown together with the answer. */
  readonly assumptions?: readonly string[];
  /** Index of the chosen option, from 0, or "none" if none of them fits. */
  readonly choice?: number | "none";
  /** The argument that was asked for. */
  readonly written?: Json;
  /** Output of a team's role, in the requested form. */
  readonly output?: JsonObject;
  /** Sum over all model calls for this reply. */
  readonly usage: Usage;
  /** The reply as it was written, where there is such a text. */
  readonly raw?: string;
}
