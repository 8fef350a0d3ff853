import type { FailureCode } from "../../../environment/tool-failure.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";
import type { Measure, Scores } from "../../benchmark/benchmark.ts";

export const CORRECT_PATH: Measure = {
  id: "correct-path",
  name: "Path",
  description:
    "Correct path: the gold's operations were called in its order, whatever was called between them (RestGPT, Song et al., 2023, Section 4.1).",
  unit: "share",
};

export const EXTRA_CALLS: Measure = {
  id: "extra-calls",
  name: "Extra calls",
  description:
    "Calls beyond those of the gold, where the path is correct. RestGPT (Song et al., 2023, Section 4.1) takes this difference over runs that people found successful.",
  unit: "count",
};

/** Both scores of a run. Extra calls are scored for correct paths only. */
export function pathScores(gold: readonly string[], called: readonly string[]): Scores {
  const right = isCorrectPath(gold, called);
  return {
    [CORRECT_PATH.id]: Number(right),
    ...(right ? { [EXTRA_CALLS.id]: extraCalls(gold, called) } : {}),
  };
}

/** Codes of failures of requests that were sent, or that reached no server. */
const SENT: readonly FailureCode[] = ["response-error", "server-unreachable", "time-limit", "effect-unknown"];

/**
 * The called operations in order, regardless of their results, as RestGPT counts them (Song et al., 2023, Section 4.1). A call that was refused before it was
 * sent does not count; the pages of a list count once; calls before a backtrack count.
 */
export function operationsCalled(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === "action-observed") {
      const { status, operation } = event.observation.data;
      return typeof status === "number" ? [String(operation)] : [];
    }
    if (event.type !== "action-failed" || !SENT.includes(event.failure.code)) return [];
    const { operation } = event.action.arguments;
    return typeof operation === "string" ? [event.failure.part?.text ?? operation] : [];
  });
}

/**
 * Whether the gold path is a subsequence of the operations called: all of its operations, in its order, with any others between them (RestGPT, Song
 * et al., 2023, Section 4.1, correct path rate). An empty gold path always is. Their repository (Yifan-Song793/RestGPT) has the queries and the gold, and
 * no code that computes this or any other measure; Query when need names neither.
 */
export function isCorrectPath(gold: readonly string[], called: readonly string[]): boolean {
  let at = 0;
  for (const each of called) if (each === gold[at]) at++;
  return at === gold.length;
}

/**
 * Calls beyond those of the gold path: its Δ solution length, whose mean the paper takes over runs that people found successful. Negative where fewer
 * were made.
 */
export function extraCalls(gold: readonly string[], called: readonly string[]): number {
  return called.length - gold.length;
}
