import { describe, expect, it } from "vitest";
import type { FailureCode } from "../../../../src/environment/tool-failure.ts";
import { operationsCalled } from "../../../../src/evaluation/scores/api/path-score.ts";
import type { RunEvent } from "../../../../src/trajectory/run-event.ts";

const base = { seq: 1, parentSeq: null, role: "agent", at: "2026-01-01T00:00:00Z", command: "c" } as const;

const action = (tool: string, operation: string) => ({
  environment: "api",
  tool,
  arguments: { operation, arguments: {} },
});

const observed = (data: Record<string, string | number>, tool = "call_operation"): RunEvent => ({
  ...base,
  type: "action-observed",
  action: action(tool, String(data["operation"] ?? "")),
  observation: { text: "", data, warnings: [], notes: [] },
});

const failed = (
  code: FailureCode,
  operation: string,
  part?: { text: string },
  tool = "call_operation",
): RunEvent => ({
  ...base,
  type: "action-failed",
  action: action(tool, operation),
  failure: { code, message: "", suggestions: [], ...(part === undefined ? {} : { part }) },
});

describe("the operations that were called", () => {
  it("are those that were answered, by the document's name, in order", () => {
    expect(
      operationsCalled([
        observed({ operation: "GET /b", status: 200 }),
        observed({ operation: "GET /a", status: 204 }),
      ]),
    ).toEqual(["GET /b", "GET /a"]);
  });

  it("hold those that were answered with an error, or not at all", () => {
    expect(
      operationsCalled([
        failed("response-error", "/a/7", { text: "GET /a/{id}" }),
        failed("server-unreachable", "GET /b"),
        failed("time-limit", "GET /c"),
      ]),
    ).toEqual(["GET /a/{id}", "GET /b", "GET /c"]);
  });

  it("hold nothing that was refused before it was sent, only shown, or no call", () => {
    expect(
      operationsCalled([
        failed("invalid-arguments", "GET /a"),
        failed("untraced-argument", "GET /a"),
        failed("unknown-operation", "GET /z"),
        failed("time-limit", "", undefined, "extract"),
        observed({ operation: "GET /a" }),
        observed({ text: "…" }, "find_operations"),
      ]),
    ).toEqual([]);
  });
});
