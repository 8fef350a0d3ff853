import type { Action } from "../environment/action.ts";

/** One thing a policy has seen, in order. */
export type TranscriptItem =
  /** What the policy itself said before: its thought and the actions it chose, each with the id of its command. */
  | {
      readonly type: "step";
      readonly thought: string;
      readonly actions: readonly { readonly id: string; readonly action: Action }[];
      /** The reply as written, where it was not usable. */
      readonly raw?: string;
    }
  /** What became of one of those actions. */
  | {
      readonly type: "result";
      readonly id: string;
      readonly action: Action;
      readonly text: string;
      readonly failed: boolean;
    }
  /** What the strategy has to say: a reply could not be used, an answer was refused, the limit is near. */
  | { readonly type: "feedback"; readonly text: string }
  | { readonly type: "question"; readonly text: string }
  | { readonly type: "answer"; readonly text: string };

/** What a strategy asks of a policy. Instructions, schema and tools are added by the policy from the environments. */
export interface PolicyRequest {
  readonly transcript: readonly TranscriptItem[];
  /** True one step before the limit: only a final answer is of use now. */
  readonly mustConclude: boolean;
}
