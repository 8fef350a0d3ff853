import type { Action } from "../environment/action.ts";
import type { Claim } from "../environment/answer.ts";
import type { FailureCode } from "../environment/failure-codes.ts";
import type { FindingCode } from "../environment/finding-codes.ts";

/** One thing a policy has seen, in order. */
export type TranscriptItem =
  /** What the policy itself said before: its thought and the actions it chose, each with the id of its command. */
  | {
      readonly type: "step";
      readonly thought: string;
      readonly actions: readonly { readonly id: string; readonly action: Action }[];
      /** The final answer that it gave instead of actions. */
      readonly claim?: Claim;
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
      /** Code of the failure, where it failed. */
      readonly failure?: FailureCode;
      /** Codes of the warnings, where it did not. */
      readonly warnings?: readonly FindingCode[];
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
