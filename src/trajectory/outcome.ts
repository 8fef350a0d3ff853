import type { Answer, Evidence } from "../environment/answer.ts";
import type { ErrorCode } from "../errors/fuxi-error.ts";
import type { Clarification } from "./clarification.ts";
import type { LongFormAnswer } from "./long-form-answer.ts";

/**
 * Why a run was stopped: a limit, the caller, or a policy that makes no progress. Such a run can be resumed, with a higher limit where one was
 * reached.
 */
export type StopReason =
  | "steps"
  | "time"
  | "tokens"
  | "cost"
  | "cancelled"
  /** The same action was taken again and again. */
  | "repetition"
  /** The policy kept sending replies that are neither an action nor an answer. */
  | "no-action";

/** How a run ended; never one dressed up as another. */
export type Outcome =
  | {
      readonly type: "answered";
      readonly answer: Answer;
      readonly evidence: readonly Evidence[];
      /** Assumptions, one sentence each. */
      readonly assumptions: readonly string[];
      /** A long-form answer as data; `answer.text` says the same in words, without its sources. */
      readonly report?: LongFormAnswer;
    }
  | { readonly type: "needs-clarification"; readonly clarification: Clarification }
  | {
      readonly type: "unanswerable";
      readonly reason: string;
      /** Words of the question that were not understood. */
      readonly words: readonly string[];
    }
  | { readonly type: "stopped"; readonly reason: StopReason; readonly message: string }
  | { readonly type: "failed"; readonly code: ErrorCode; readonly message: string; readonly hint?: string };
