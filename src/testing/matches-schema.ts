import assert from "node:assert/strict";
import { z } from "zod";
import type { Json, JsonObject } from "../util/json.ts";

/** Asserts that `schema` is a JSON Schema that can be read, and that what it requires it also describes. */
export function readSchema(schema: JsonObject): z.ZodType {
  const described = Object.keys((schema.properties ?? {}) as JsonObject);
  for (const name of (schema.required ?? []) as readonly string[]) {
    assert.ok(described.includes(name), `${name} is required and not described in ${JSON.stringify(schema)}`);
  }
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    assert.fail(`not a JSON Schema: ${String(error)} in ${JSON.stringify(schema)}`);
  }
}

/** Asserts that a value is as its JSON Schema says. */
export function matchesSchema(schema: JsonObject, value: Json, what: string): void {
  const result = readSchema(schema).safeParse(value);
  if (!result.success) assert.fail(`${what}: ${z.prettifyError(result.error)}`);
}
