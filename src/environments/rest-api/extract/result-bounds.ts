import type { ExtractResult } from "./extractor.ts";

type Stopped = Extract<ExtractResult, { type: "stopped" }>;

/** A result above this is stopped: it could be neither shown nor answered with. */
export const MOST_RESULT_BYTES = 5_000_000;

export function stoppedByTime(milliseconds: number): Stopped {
  return {
    type: "stopped",
    reason: "time",
    message: `The extraction ran over its ${milliseconds} ms and was stopped. Look for a loop without end, or do less per item.`,
  };
}

export function stoppedByMemory(memory: number): Stopped {
  return {
    type: "stopped",
    reason: "memory",
    message:
      `The extraction needed more than its ${Math.round(memory / 1024 / 1024)} MiB and was stopped. Keep less: filter the items, ` +
      "and take only the members that are needed, before collecting, sorting or joining.",
  };
}

export function stoppedBySize(): Stopped {
  return {
    type: "stopped",
    reason: "result-too-large",
    message: `The result is larger than ${MOST_RESULT_BYTES / 1_000_000} MB. Take fewer items or members, or count them.`,
  };
}
