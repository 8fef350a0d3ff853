import type { FailureCode } from "../../../environment/tool-failure.ts";
import type { RunEvent } from "../../../trajectory/run-event.ts";

/** Failures of requests that were sent, or that no server was there to take. */
const SENT: readonly FailureCode[] = ["response-error", "server-unreachable", "time-limit", "effect-unknown"];

/**
 * The operations that were called, in order, whatever came back: as RestGPT counts them (Song et al., 2023, Section 4.1). What was refused before
 * anything was sent is no call; several pages of a list are one; what was called before a backtrack was called.
 */
export function operationsCalled(events: readonly RunEvent[]): readonly string[] {
  return events.flatMap((event) => {
    if (event.type === "action-observed") {
      const { status, operation } = event.observation.data;
      return typeof status === "number" ? [String(operation)] : [];
    }
    if (event.type !== "action-failed" || event.action.tool !== "call_operation") return [];
    if (!SENT.includes(event.failure.code)) return [];
    return [event.failure.part?.text ?? String(event.action.arguments["operation"])];
  });
}
