import { egressScope } from "../../../environment/egress/egress-scope.ts";
import type { ToolFailure } from "../../../environment/tool-failure.ts";
import type { ExtractResult } from "../extract/extractor.ts";

/** The failure of an extraction that brought no value. */
export function extractFailure(result: Exclude<ExtractResult, { type: "value" }>): ToolFailure {
  if (result.type === "stopped") {
    return {
      code: result.reason === "result-too-large" ? "too-large" : "program-stopped",
      message: result.message,
      suggestions: [],
    };
  }
  const { line, column } = result;
  // A program can throw what it has read.
  const message = egressScope() ? "It failed when it was run" : result.message;
  const place =
    line === undefined ? "" : ` (line ${line}${column === undefined ? "" : `, column ${column}`})`;
  return { code: "program-failed", message: `${message}${place}`, suggestions: [] };
}
