import type { ActContext } from "../environment/act-context.ts";
import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { Environment } from "../environment/environment.ts";
import type { Task } from "../environment/task.ts";
import type { Workspace } from "../environment/workspace.ts";
import type { Clarification, Wish } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { PolicyReply } from "../trajectory/policy-reply.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { JsonObject } from "../util/json.ts";
import type { PolicyRequest } from "./policy-request.ts";

/**
 * An instruction of a strategy to the run loop. Ids are the strategy's own, unique in the run and the same on every replay. A command replaces a
 * pending one with the same id (after `run-resumed`, when a request has to state new limits).
 */
export type Command =
  | { readonly type: "model"; readonly id: string; readonly role: string; readonly request: PolicyRequest }
  | { readonly type: "act"; readonly id: string; readonly role: string; readonly action: Action }
  /** Lists the actions permitted now in all environments, ranked by the thought; at most `limit`, shared fairly. */
  | {
      readonly type: "permit";
      readonly id: string;
      readonly role: string;
      readonly thought: string;
      /** Actions that the thought wrote out in full. */
      readonly written?: readonly Action[];
      readonly limit: number;
    }
  | {
      readonly type: "conclude";
      readonly id: string;
      readonly role: string;
      readonly environment: string;
      readonly claim: Claim;
    }
  /**
   * Reads the whole tables of accepted claims, to profile them and to evaluate sources over them. `claim`: id of the command that handed in the
   * claim.
   */
  | {
      readonly type: "compute";
      readonly id: string;
      readonly role: string;
      readonly tables: readonly { readonly name: string; readonly claim: string }[];
      /** Names of the tables that are to be profiled. */
      readonly profiles: readonly string[];
      /** Sources, as `source-expression.ts` reads them. */
      readonly sources: readonly string[];
    }
  | {
      readonly type: "ask";
      readonly id: string;
      readonly role: string;
      readonly clarification: Clarification;
    }
  /** Lets the gate judge a wish to ask before the person sees it (docs/asking.md). */
  | { readonly type: "weigh"; readonly id: string; readonly role: string; readonly wish: Wish }
  /** Restores the workspaces as they were after the event `asOf`; external effects are not undone. */
  | { readonly type: "restore"; readonly id: string; readonly role: string; readonly asOf: number }
  | { readonly type: "finish"; readonly outcome: Outcome };

/**
 * How a run is organised around policies, as a pure state machine: no clock, no randomness, no I/O, and state that is JSON (the
 * conformance suite holds it to that). So the state
 * is the fold of the run's events through `next`, and pausing, resuming, replaying and branching are the loop's work (run-loop.ts).
 *
 * `next` is called with every event but `run-finished`, in order of `seq`. Commands that it returns in one call may run in parallel; their
 * results come in the order of the commands, and what they do to a workspace is as if they had run in that order.
 */
export interface Strategy<S = unknown> {
  /** Kept with the run: it can only be resumed with a strategy of that name. */
  readonly name: string;
  /** Options it was created with, recorded in `run-started`. */
  readonly options?: JsonObject;
  /** The state before the first event. */
  start(task: Task): S;
  /** The state after an event, and what is to be done because of it. */
  next(state: S, event: RunEvent): { readonly state: S; readonly commands: readonly Command[] };
}

/** What a policy may look at beside the request. */
export interface PolicyContext {
  readonly task: Task;
  /** The part of the strategy that asks: "agent", "planner", … */
  readonly role: string;
  /** Id of the command, stable over replays. */
  readonly command: string;
  readonly environments: readonly Environment[];
  /** The newest workspace of each environment, by its id. */
  readonly workspaces: ReadonlyMap<string, Workspace>;
  /** For calls into the environments. */
  readonly act: ActContext;
}

/**
 * Decides the next step: a language model, the built-in rules, a script, a recording, an oracle. Apart from caches a policy keeps no state
 * between calls: the request holds everything it needs to know of the run, so that a run can be resumed in another process.
 *
 * @throws FuxiError where the run cannot continue (`model-unavailable`, `model-refused`, `context-too-long`, `replay-miss`, `cancelled`)
 */
export interface Policy {
  /** Kept with the run: "built-in", "oracle", "llm:provider/model". */
  readonly id: string;
  /** Decides one step. */
  reply(request: PolicyRequest, context: PolicyContext): Promise<PolicyReply>;
}
