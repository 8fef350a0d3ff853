import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { Task } from "../environment/task.ts";
import type { Clarification } from "../trajectory/clarification.ts";
import type { Outcome } from "../trajectory/outcome.ts";
import type { RunEvent } from "../trajectory/run-event.ts";
import type { Json } from "../util/json.ts";
import type { PolicyRequest } from "./policy-request.ts";

/** What a strategy wants done. Ids are the strategy's own, unique in the run and the same on every replay. */
export type Command =
  | { readonly type: "model"; readonly id: string; readonly role: string; readonly request: PolicyRequest }
  | { readonly type: "act"; readonly id: string; readonly role: string; readonly action: Action }
  | {
      readonly type: "conclude";
      readonly id: string;
      readonly role: string;
      readonly environment: string;
      readonly claim: Claim;
    }
  | {
      readonly type: "ask";
      readonly id: string;
      readonly role: string;
      readonly clarification: Clarification;
    }
  | { readonly type: "finish"; readonly outcome: Outcome };

/**
 * How a run is organised around policies, as a pure state machine: no clock, no randomness, no I/O, and state that is JSON. So the state
 * is the fold of the run's events through `next`, and pausing, resuming, replaying and branching are the loop's work (run-loop.ts).
 *
 * `next` is called with every event in order of `seq`. Commands that it returns in one call may run in parallel.
 */
export interface Strategy<S extends Json = Json> {
  readonly name: string;
  start(task: Task): S;
  next(state: S, event: RunEvent): { readonly state: S; readonly commands: readonly Command[] };
}
