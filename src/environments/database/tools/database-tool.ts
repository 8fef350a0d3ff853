import { z } from "zod";
import type { ActContext } from "../../../environment/act-context.ts";
import type { Observation, Truncation } from "../../../environment/observation.ts";
import type { Tool } from "../../../environment/tool.ts";
import type { Finding, ToolFailure } from "../../../environment/tool-failure.ts";
import type { JsonObject } from "../../../util/json.ts";
import type { ClauseChecker } from "../check/clause-checker.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { DatabaseState } from "../database-state.ts";

/** What a tool of the database works with. */
export interface ToolCall {
  readonly state: DatabaseState;
  readonly services: DatabaseServices;
  readonly checker: ClauseChecker;
  readonly context: ActContext;
}

export type ToolOutcome =
  | { readonly observation: Observation; readonly state?: DatabaseState; readonly failure?: never }
  | { readonly failure: ToolFailure; readonly observation?: never };

export interface DatabaseTool {
  readonly tool: Tool;
  /** `input` has the shape of the tool's schema (`read-arguments.ts`). */
  run(input: JsonObject, call: ToolCall): Promise<ToolOutcome>;
}

export interface ToolDefinition<Input extends z.ZodObject> {
  readonly name: string;
  readonly description: string;
  readonly input: Input;
  /** Shape of `Observation.data`. */
  readonly output: z.ZodObject;
  readonly prerequisites?: readonly string[];
  /** Functional tools write the draft, navigational ones only read. */
  readonly group: Tool["group"];
  run(input: z.output<Input>, call: ToolCall): Promise<ToolOutcome>;
}

export function defineTool<Input extends z.ZodObject>(definition: ToolDefinition<Input>): DatabaseTool {
  const { name, description, input, output, prerequisites = [], group } = definition;
  return {
    tool: {
      name,
      description,
      group,
      inputSchema: jsonSchema(input),
      outputSchema: jsonSchema(output),
      prerequisites,
      workspace: group === "functional" ? "writes" : "reads",
      effect: "none",
    },
    run: (value, call) => definition.run(input.parse(value), call),
  };
}

function jsonSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest as JsonObject;
}

/** An observation made of lines; empty ones are left out. */
export function observe(
  lines: readonly (string | undefined)[],
  data: JsonObject,
  more: {
    readonly warnings?: readonly Finding[];
    readonly notes?: readonly Finding[];
    readonly truncation?: Truncation | undefined;
  } = {},
): Observation {
  return {
    text: lines.filter((line) => line !== undefined && line !== "").join("\n"),
    data,
    warnings: more.warnings ?? [],
    notes: more.notes ?? [],
    ...(more.truncation ? { truncation: more.truncation } : {}),
  };
}
