import type { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  defineTool as defineAnyTool,
  type RunnableTool,
  type ToolDefinition,
} from "../../../environment/define-tool.ts";
import type { RestApiServices } from "../rest-api-services.ts";
import type { RestApiState } from "../rest-api-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** What a tool of a REST API works with. */
export interface ToolCall {
  readonly state: RestApiState;
  readonly services: RestApiServices;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<RestApiState>;
export type RestApiTool = RunnableTool<ToolCall, RestApiState>;

export function defineTool<Input extends z.ZodObject>(
  definition: ToolDefinition<Input, ToolCall, RestApiState>,
): RestApiTool {
  return defineAnyTool(definition);
}
