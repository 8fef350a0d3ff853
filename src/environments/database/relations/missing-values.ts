import type { ToolFailure } from "../../../environment/tool-failure.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";

/** The failure for values that are no longer kept; undefined for any other error. */
export function missingValues(error: unknown): { readonly failure: ToolFailure } | undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") return undefined;
  const message = [error.message, error.hint ?? "Hand them over again with use_values."].join(" ");
  return {
    failure: {
      code: "unknown-reference",
      message,
      suggestions: [{ text: "use_values", reason: "with the same name and a reference that still holds" }],
    },
  };
}
