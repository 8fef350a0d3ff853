import type { TranscriptItem } from "../policy-request.ts";

type Result = Extract<TranscriptItem, { type: "result" }>;

/** How far a plan of one action per reply has been followed, read from the transcript: policies keep no state. */
export interface PlanPosition {
  /** Actions that have been taken. */
  readonly taken: number;
  readonly last: Result | undefined;
  /** Why the answer was refused, where it was. */
  readonly refusal: string | undefined;
}

export function planPosition(transcript: readonly TranscriptItem[]): PlanPosition {
  const results = transcript.filter((item) => item.type === "result");
  const claimed = transcript.findLastIndex((item) => item.type === "step" && item.claim !== undefined);
  const feedback =
    claimed < 0 ? undefined : transcript.slice(claimed).find((item) => item.type === "feedback");
  return { taken: results.length, last: results.at(-1), refusal: feedback?.text };
}
