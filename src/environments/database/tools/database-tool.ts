import type { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import {
  type ToolOutcome as AnyToolOutcome,
  defineTool as defineAnyTool,
  type RunnableTool,
  type ToolDefinition,
} from "../../../environment/define-tool.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";

export { observe } from "../../../environment/define-tool.ts";

/** What a tool of the database works with. */
export interface ToolCall {
  readonly state: DatabaseState;
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
}

export type ToolOutcome = AnyToolOutcome<DatabaseState>;
export type DatabaseTool = RunnableTool<ToolCall, DatabaseState>;

export function defineTool<Input extends z.ZodObject>(
  definition: ToolDefinition<Input, ToolCall, DatabaseState>,
): DatabaseTool {
  return defineAnyTool(definition);
}
