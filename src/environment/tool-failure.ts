import type { FailureCode } from "./failure-codes.ts";
import type { FindingCode } from "./finding-codes.ts";

/** Where in the action something is wrong. `start` and `end` are UTF-16 offsets into the argument's text. */
export interface FailingPart {
  /** Of a query: "select", "where", … */
  readonly clause?: string;
  /** Its name. */
  readonly argument?: string;
  /** What stands there. */
  readonly text?: string;
  readonly start?: number;
  readonly end?: number;
}

/** One way to mend it; lists of suggestions are ordered best first. */
export interface Suggestion {
  /** Ready to be written in place of `replaces` (or of the failing part's text), or a permitted action. */
  readonly text: string;
  /** Text of the action that it stands in place of. */
  readonly replaces?: string;
  /** Why this could be meant, in a few words: "column of superhero", "12 rows". */
  readonly reason?: string;
}

/** An error the model can act on. It never carries stack traces, paths, credentials or raw driver objects. */
export interface ToolFailure {
  /** One of `FAILURE_CODES`. */
  readonly code: FailureCode;
  /** What is wrong, in one or two sentences for the model. */
  readonly message: string;
  /** Where in the action. */
  readonly part?: FailingPart;
  /** Of `permission-needed`: where the effect would take place, for the person who is asked: `POST https://api.example.com/lists`. Holds no secrets. */
  readonly destination?: string;
  /** The best first; none where nothing is known to help. */
  readonly suggestions: readonly Suggestion[];
  /** True where the code is for records alone, and no prompt shows it: studies without error feedback. */
  readonly bare?: boolean;
}

/** Something an otherwise successful action has to say about its own result. */
export interface Finding {
  /** One of `FINDING_CODES`. */
  readonly code: FindingCode;
  /** One or two sentences for the model. */
  readonly message: string;
  readonly part?: FailingPart;
  readonly suggestions: readonly Suggestion[];
}
