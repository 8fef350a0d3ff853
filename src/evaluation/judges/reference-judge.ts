import type { Usage } from "../../model/usage.ts";

/** Whether a question demands one outcome or allows several (*Database question answering*, Section 2.2). */
export const QUESTION_TYPES = ["conclusive", "interpretive"] as const;

/** One of `QUESTION_TYPES`. */
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** What is judged, and against what. */
export interface ReferenceCase {
  readonly type: QuestionType;
  readonly question: string;
  readonly reference: string;
  readonly answer: string;
}

/** What a judge that knows the reference says (Section 4.2.1). `malformed`: it was asked again, and no verdict could be read. */
export type ReferenceVerdict = { readonly usage: Usage } & (
  | { readonly type: "match"; readonly match: boolean; readonly rationale: string }
  /** 1 (almost nothing of the reference) to 5 (all of it, and nothing else). */
  | { readonly type: "grade"; readonly grade: number; readonly rationale: string }
  | { readonly type: "malformed"; readonly problem: string }
);

/** Holds an answer against a reference: `match` for conclusive questions, `grade` for interpretive ones. */
export interface ReferenceJudge {
  /** Provider and model: a judge of the agent's own family is reported with a warning. */
  readonly id: string;
  /** @throws FuxiError `model-unavailable`, `model-refused`, `context-too-long`, `replay-miss`, `cancelled` */
  judge(given: ReferenceCase, signal: AbortSignal): Promise<ReferenceVerdict>;
}
