import type { RunResult } from "../../agent/run-options.ts";
import { NO_PROGRESS, progressAfter } from "../../agent/run-progress.ts";
import type { RunEvent } from "../../trajectory/run-event.ts";

/** The result of a run that has come to its end, with an answer or without any to be had; undefined of one that can be gone on with. */
export function endedRun(runId: string, events: readonly RunEvent[]): RunResult | undefined {
  const last = events.at(-1);
  if (last?.type !== "run-finished") return undefined;
  const { outcome } = last;
  if (outcome.type !== "answered" && outcome.type !== "unanswerable") return undefined;
  return { runId, outcome, usage: events.reduce(progressAfter, NO_PROGRESS).usage, events };
}
