import { z } from "zod";
import { isObject } from "../util/is-object.ts";
import type { Json, JsonObject } from "../util/json.ts";

/**
 * The JSON Schema of a tool's arguments or data without what tells a model nothing, as it is sent with every request: that an object is open,
 * that integers are safe ones. `z.strictObject` is closed, `z.object` is open; any JSON is `z.unknown()`, written `{}`. A recursive schema
 * is refused.
 */
export function toolSchema(schema: z.ZodObject): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    cycles: "throw",
    override: ({ jsonSchema }) => leaveOut(jsonSchema),
  });
  return rest as JsonObject;
}

function leaveOut(schema: z.core.JSONSchema.BaseSchema): void {
  if (isAnything(schema.additionalProperties)) delete schema.additionalProperties;
  if (isAnything(schema.items)) delete schema.items;
  // Names in JSON are texts.
  delete schema.propertyNames;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}

function isAnything(schema: unknown): boolean {
  return isObject(schema as Json | undefined) && Object.keys(schema as JsonObject).length === 0;
}
