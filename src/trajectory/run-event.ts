import type { Action } from "../environment/action.ts";
import type { Answer, Claim, Evidence } from "../environment/answer.ts";
import type { ApiTools } from "../environment/capabilities.ts";
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

/** Content of an event. `command` is the id of the strategy's command that the event answers. */
export type RunEventBody =
  | {
      readonly type: "run-started";
      readonly task: Task;
      readonly strategy: string;
      readonly strategyOptions: JsonObject;
      readonly policy: string;
      /** `egress`: the egress level, if values are withheld from models. `api`: the names of its tools, for an API. */
      readonly environments: readonly {
        readonly id: string;
        readonly kind: string;
        readonly egress?: Withheld;
        readonly api?: ApiTools;
      }[];
      readonly limits: RunLimits;
    }
  | { readonly type: "workspace-opened"; readonly workspace: Workspace }
  | { readonly type: "policy-replied"; readonly command: string; readonly reply: PolicyReply }
  /** The actions permitted in the workspaces at that time, over all environments. */
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
      /** Absent if there are none. */
      readonly warnings?: readonly Finding[];
      readonly notes?: readonly Finding[];
    }
  | {
      readonly type: "claim-refused";
      readonly command: string;
      readonly claim: Claim;
      readonly failure: ToolFailure;
    }
  /** Computed over whole results: profiles and values of sources, in the order requested. */
  | {
      readonly type: "results-computed";
      readonly command: string;
      readonly profiles: readonly TableProfile[];
      readonly derived: readonly Derived[];
    }
  | { readonly type: "question-asked"; readonly command: string; readonly clarification: Clarification }
  | { readonly type: "question-answered"; readonly command: string; readonly reply: ClarificationReply }
  /** The gate's verdict on a wish to ask: the question as it may be put, with the readings found, or why it is needless. */
  | {
      readonly type: "wish-weighed";
      readonly command: string;
      readonly wish: Wish;
      readonly verdict: WishVerdict;
    }
  /** Backtracking: the workspaces are again what they were after the event `asOf`. */
  | { readonly type: "workspaces-restored"; readonly command: string; readonly asOf: number }
  | { readonly type: "run-resumed"; readonly limits: RunLimits }
  | { readonly type: "run-finished"; readonly outcome: Outcome };

/** One entry of a trajectory: append-only, numbered from 1 without gaps. */
export type RunEvent = RunEventBody & {
  readonly seq: number;
  /** The event that caused this one; null for the first. Represents branches and parallel actions. */
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
  /** Time in which the policy or an environment is working; waiting for a person does not count. */
  readonly milliseconds?: number;
  /** Input and output tokens together. */
  readonly tokens?: number;
  /** In the currency of the price table. */
  readonly cost?: number;
}

/** 15 steps, and no other limit. */
export const DEFAULT_RUN_LIMITS: RunLimits = { steps: 15 };
