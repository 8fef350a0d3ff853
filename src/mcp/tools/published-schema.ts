import type { JsonObject } from "../../util/json.ts";
import type { McpToolDefinition } from "./mcp-tool.ts";

type ObjectSchema = McpToolDefinition["inputSchema"];

const TEXT: JsonObject = { type: "string" };

/** The tool's own input with the handle of the workspace in front. */
export function withHandle(schema: JsonObject, required: boolean): ObjectSchema {
  const { additionalProperties: _, properties, required: before, ...rest } = schema;
  const names = [...(required ? ["workspace"] : []), ...((before ?? []) as readonly string[])];
  return {
    ...rest,
    type: "object",
    properties: { workspace: TEXT, ...(properties as JsonObject | undefined) },
    ...(names.length === 0 ? {} : { required: names }),
  };
}

/**
 * The tool's own output with the text that a model reads (some clients hand on structured content alone), the handle where there is a new one,
 * and what else the result had to say.
 */
export function withEnvelope(schema: JsonObject, writes: boolean): ObjectSchema {
  const { additionalProperties: _, properties, required, ...rest } = schema;
  return {
    ...rest,
    type: "object",
    properties: {
      text: TEXT,
      ...(writes ? { workspace: TEXT } : {}),
      ...(properties as JsonObject | undefined),
    },
    required: ["text", ...(writes ? ["workspace"] : []), ...((required ?? []) as readonly string[])],
  };
}
