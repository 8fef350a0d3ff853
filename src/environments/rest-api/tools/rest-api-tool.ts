import type { ActContext } from "../../../environment/act-context.ts";
import { type ToolOutcome as AnyToolOutcome, toolFor } from "../../../environment/define-tool.ts";
import type { Marked } from "../../../environment/egress/marks.ts";
import { orFailure } from "../../../environment/refusal.ts";
import type { NamedOperation } from "../operation-index.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { RestApiState } from "../rest-api-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** The context of a tool of a REST API. */
export interface ToolCall {
  readonly state: RestApiState;
  readonly services: RestApiServices;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<RestApiState, Marked>;

const define = toolFor<RestApiState, ToolCall, Marked>();

/** Defines a tool. It may throw a `Refusal`, which becomes a failure. */
export const defineTool: typeof define = (definition) =>
  define({ ...definition, run: (input, call) => orFailure(() => definition.run(input, call)) });

const SUGGESTED = 3;

/** @throws Refusal `unknown-operation`, with similar operations */
export function operationNamed(
  written: string,
  { operations, search }: Pick<RestApiServices, "operations" | "search">,
): NamedOperation {
  const named = operations.find(written);
  if (named !== undefined) return named;
  const words = written.replace(/[^\p{L}\p{N}]+/gu, " ");
  const suggested = search.search(words, SUGGESTED).map(({ operation }) => operation);
  throw operations.unknown(written, suggested);
}
