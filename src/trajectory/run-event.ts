import type { Action } from "../environment/action.ts";
import type { Answer, Claim, Evidence } from "../environment/answer.ts";
import type { Withheld } from "../environment/egress/egress-level.ts";
import type { Observation } from "../environment/observation.ts";
import type { PermittedAction, PermittedSlot } from "../environment/permitted-action.ts";
import type { Task } from "../environment/task.ts";
import type { Finding, ToolFailure } from "../environment/tool-failure.ts";
import type { Workspace } from "../environment/workspace.ts";
import type { JsonObject } from "../util/json.ts";
import type { Clarification, ClarificationReply, Wish, WishVerdict } from "./clarification.ts";
import type { Derived, TableProfile } from "./long-form-answer.ts";
import type { Outcome } from "./outcome.ts";
import type { PolicyReply } from "./policy-reply.ts";

/** What happened. `command` is the id of the strategy's command that it answers. */
export type RunEventBody =
  | {
      readonly type: "run-started";
      readonly task: Task;
      readonly strategy: string;
      readonly strategyOptions: JsonObject;
      readonly policy: string;
      /** `egress`: what of it may reach a model, where that is not everything. */
      readonly environments: readonly {
        readonly id: string;
        readonly kind: string;
        readonly egress?: Withheld;
      }[];
      readonly limits: RunLimits;
      readonly traceparent?: string;
    }
  | { readonly type: "workspace-opened"; readonly workspace: Workspace }
  | { readonly type: "policy-replied"; readonly command: string; readonly reply: PolicyReply }
  /** What could work in the workspaces as they were, over all environments. */
  | {
      readonly type: "actions-permitted";
      readonly command: string;
      readonly options: readonly (PermittedAction | PermittedSlot)[];
    }
  /** Written before an action with an external effect; without a result on resume it is the failure `effect-unknown`. */
  | { readonly type: "effect-intended"; readonly command: string; readonly action: Action }
  | {
      readonly type: "action-observed";
      readonly command: string;
      readonly action: Action;
      readonly observation: Observation;
      /** Only where the action wrote. */
      readonly workspace?: Workspace;
    }
  | {
      readonly type: "action-failed";
      readonly command: string;
      readonly action: Action;
      readonly failure: ToolFailure;
    }
  | {
      readonly type: "claim-accepted";
      readonly command: string;
      readonly claim: Claim;
      readonly answer: Answer;
      readonly evidence: Evidence;
      /** Absent where the environment had none. */
      readonly warnings?: readonly Finding[];
      readonly notes?: readonly Finding[];
    }
  | {
      readonly type: "claim-refused";
      readonly command: string;
      readonly claim: Claim;
      readonly failure: ToolFailure;
    }
  /** Computed over whole results: profiles and what sources come to, in the order in which they were asked for. */
  | {
      readonly type: "results-computed";
      readonly command: string;
      readonly profiles: readonly TableProfile[];
      readonly derived: readonly Derived[];
    }
  | { readonly type: "question-asked"; readonly command: string; readonly clarification: Clarification }
  | { readonly type: "question-answered"; readonly command: string; readonly reply: ClarificationReply }
  /** What the gate says to a wish to ask: the question as it may be put, with the readings found, or why it need not be. */
  | {
      readonly type: "wish-weighed";
      readonly command: string;
      readonly wish: Wish;
      readonly verdict: WishVerdict;
    }
  /** Backtracking: the workspaces are again what they were after the event `asOf`. */
  | { readonly type: "workspaces-restored"; readonly command: string; readonly asOf: number }
  /** `traceparent`, here and in `run-started`: where the run was traced, for a later one that goes on with it. */
  | { readonly type: "run-resumed"; readonly limits: RunLimits; readonly traceparent?: string }
  | { readonly type: "run-finished"; readonly outcome: Outcome };

/** One entry of a trajectory: append-only, numbered from 1 without gaps. */
export type RunEvent = RunEventBody & {
  readonly seq: number;
  /** The event whose consequence this is; null for the first. Gives branches and parallel actions their shape. */
  readonly parentSeq: number | null;
  /** Which part of a strategy it belongs to: "agent", "planner", … */
  readonly role: string;
  readonly environment?: string;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** How long the reply or the action took. */
  readonly milliseconds?: number;
};

/** Bounds of one run. Absent means unbounded. */
export interface RunLimits {
  /** Replies of the policy, 15 by default (Middleware, Section 5; the papers' limit). */
  readonly steps: number;
  /** In which the policy or an environment is working; waiting for a person does not count. */
  readonly milliseconds?: number;
  /** Input and output tokens together. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly cost?: number;
}

/** 15 steps, nothing else. */
export const DEFAULT_RUN_LIMITS: RunLimits = { steps: 15 };
