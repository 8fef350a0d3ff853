import type { FailureCode, FindingCode } from "../../src/environment/tool-failure.ts";
import type { Outcome } from "../../src/trajectory/outcome.ts";
import type { RunEvent, RunEventBody } from "../../src/trajectory/run-event.ts";

/** A trajectory of these bodies. */
export function eventsOf(bodies: readonly RunEventBody[]): readonly RunEvent[] {
  return bodies.map((body, at) => ({
    ...body,
    seq: at + 1,
    parentSeq: at === 0 ? null : at,
    role: "agent",
    at: "2026-01-02T03:04:05.678Z",
  }));
}

const call = (operation: string, tool: string) => ({
  environment: "api",
  tool,
  arguments: tool === "call_operation" ? { operation, arguments: {} } : { response: "r1" },
});

/** A call that went through; without a status it was only shown. */
export const called = (
  operation: string,
  status: number | "shown" = 200,
  note?: FindingCode,
): RunEventBody => ({
  type: "action-observed",
  command: "c",
  action: call(operation, "call_operation"),
  observation: {
    text: "",
    data: status === "shown" ? { operation } : { operation, status },
    warnings: [],
    notes: note === undefined ? [] : [{ code: note, message: "", suggestions: [] }],
  },
});

/** Another tool of an API that went through. */
export const used = (tool: string, note?: FindingCode): RunEventBody => ({
  ...(called("", "shown", note) as Extract<RunEventBody, { type: "action-observed" }>),
  action: call("", tool),
});

export const failed = (
  code: FailureCode,
  { operation = "GET /a", message = "", tool = "call_operation", part = "" } = {},
): RunEventBody => ({
  type: "action-failed",
  command: "c",
  action: call(operation, tool),
  failure: { code, message, suggestions: [], ...(part === "" ? {} : { part: { text: part } }) },
});

export const answering = (text: string): Extract<Outcome, { type: "answered" }> => ({
  type: "answered",
  answer: { text },
  evidence: [],
  assumptions: [],
});

export const GAVE_UP: Outcome = { type: "unanswerable", reason: "Nothing does that.", words: [] };
