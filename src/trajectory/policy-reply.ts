import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { Usage } from "../model/usage.ts";
import type { Json, JsonObject } from "../util/json.ts";
import type { Wish } from "./clarification.ts";

/** Why a reply could not be used, to be told to whoever wrote it. */
export interface ReplyProblem {
  readonly kind: "no-action" | "malformed-action" | "empty" | "cut-off";
  readonly message: string;
}

/**
 * What a policy decided in one step: `actions` (not empty), `claim`, `wish`, `unanswerable` or `problem`. A claim beside actions is to be handed in
 * if they all go through without failure and warning. Where only the thought was asked for, `thought`, `claim`, `unanswerable` or `problem`;
 * where one of several options was, `choice`; where an argument was, `written`, or the choice "none".
 */
export interface PolicyReply {
  /** Why, in a sentence or two; may be empty. */
  readonly thought: string;
  /** Independent of each other: they may be taken in parallel. */
  readonly actions: readonly Action[];
  /** The final answer; without `environment`, the one that was last used. */
  readonly claim?: { readonly environment?: string; readonly claim: Claim };
  /** Why there is no answer, and the words that nothing here fits. */
  readonly unanswerable?: { readonly reason: string; readonly words: readonly string[] };
  /** The reply could not be used. */
  readonly problem?: ReplyProblem;
  /** What the person should be asked before anything else. */
  readonly wish?: Wish;
  /** What was taken for granted, said together with the answer. */
  readonly assumptions?: readonly string[];
  /** Place of the chosen option, from 0, or that none of them was meant. */
  readonly choice?: number | "none";
  /** The argument that was asked for. */
  readonly written?: Json;
  /** What a role of a team wrote, in the form that was asked for. */
  readonly output?: JsonObject;
  /** Where the model was asked several times for this reply, of all of them. */
  readonly usage: Usage;
  /** The reply as it was written, where there is such a text. */
  readonly raw?: string;
}
