import type { Schema } from "ai";

/** What the AI SDK knows its own schemas by, in every copy and version of it. */
const SCHEMA = Symbol.for("vercel.ai.schema");

/**
 * A JSON Schema as `jsonSchema()` of the AI SDK makes it, which is all that this package would load the AI SDK for: that is the application's to
 * have, in its own version. A Standard Schema would not do: the AI SDK closes each of its objects.
 */
export function publishedSchema(jsonSchema: object): Schema<unknown> {
  const made = { [SCHEMA]: true, _type: undefined, jsonSchema, validate: undefined };
  return made as unknown as Schema<unknown>;
}
