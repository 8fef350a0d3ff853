import type { Json, JsonObject } from "../../../util/json.ts";
import { followed, typesOf } from "./schema-view.ts";

const FORMATS: Readonly<Record<string, string>> = {
  date: "2020-02-29",
  "date-time": "2020-02-29T12:00:00Z",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  uri: "https://example.com/",
  email: "someone@example.com",
};

/** A value of the type that a self-contained schema declares, of objects what they must have; examples and patterns are not looked at. */
export function typicalValue(root: JsonObject, node: Json = root, depth = 0): Json {
  const schema = followed(root, node);
  const [first] = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
  if (first !== undefined) return first;
  switch (typesOf(root, schema)[0]) {
    case "integer":
    case "number":
      return typeof schema.minimum === "number" ? Math.max(1, schema.minimum) : 1;
    case "boolean":
      return true;
    case "array":
      return depth > 4 ? [] : [typicalValue(root, schema.items ?? {}, depth + 1)];
    case "object": {
      const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
      const properties = (schema.properties ?? {}) as JsonObject;
      return Object.fromEntries(
        required.map((name) => [name, typicalValue(root, properties[name] ?? {}, depth + 1)]),
      );
    }
    default: {
      const format = typeof schema.format === "string" ? FORMATS[schema.format] : undefined;
      const least = typeof schema.minLength === "number" ? schema.minLength : 0;
      return format ?? "word".padEnd(least, "s");
    }
  }
}
