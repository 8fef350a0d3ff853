import type { Action } from "../environment/action.ts";
import type { Observation } from "../environment/observation.ts";
import type { ToolFailure } from "../environment/tool-failure.ts";
import { actionKey } from "./action-key.ts";

/** What each action of a run came to when it was last taken. */
export class ActionHistory {
  readonly #last = new Map<string, { readonly data?: string; readonly failure?: ToolFailure }>();

  observed(action: Action, observation: Observation): void {
    this.#last.set(actionKey(action), { data: JSON.stringify(observation.data) });
  }

  failed(action: Action, failure: ToolFailure): void {
    this.#last.set(actionKey(action), { failure });
  }

  /** After going back nothing has been taken yet on the new way, and doing the same as on the old one is no repetition. */
  forget(): void {
    this.#last.clear();
  }

  /** True when the same action gave the same data when it was last taken. */
  gave(action: Action, observation: Observation): boolean {
    return this.#last.get(actionKey(action))?.data === JSON.stringify(observation.data);
  }

  /** True when the same action failed for the same reason when it was last taken. */
  refused(action: Action, failure: ToolFailure): boolean {
    return this.#last.get(actionKey(action))?.failure?.code === failure.code;
  }
}
