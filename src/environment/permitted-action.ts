import type { JsonObject } from "../util/json.ts";
import type { Action } from "./action.ts";

/** An action that can work in the workspace as it is now (the rules M of decoupled generation, Middleware, Section 3.2). */
export interface PermittedAction {
  readonly type: "action";
  readonly action: Action;
  /** How the choice reads in a list. */
  readonly label: string;
}

/** A tool whose remaining argument is still to be written, under a constraint. */
export interface PermittedSlot {
  readonly type: "slot";
  /** Id of the environment. */
  readonly environment: string;
  readonly tool: string;
  /** Arguments that are fixed already. */
  readonly arguments: JsonObject;
  /** Name of the argument to be written. */
  readonly argument: string;
  /** JSON Schema of the argument to be written. */
  readonly constraint: JsonObject;
  /** How the choice reads in a list. */
  readonly label: string;
}
