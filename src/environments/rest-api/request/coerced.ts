import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { followed, listOf, type Schemas, typesOf } from "../document/schema-view.ts";

/** Deeper values are left as they are. */
const DEEPEST = 8;

/**
 * The value as its schema wants it, where what was meant is clear: numbers and booleans written as text, one value for a list, a list in one text, JSON
 * in a text, a number for a text, a word in another case than the allowed one. Anything else stays as it is, to be refused.
 */
export function coerced(value: Json, node: Json, schemas: Schemas, depth = 0): Json {
  const schema = followed(node, schemas);
  const types = typesOf(schema, schemas);
  if (depth > DEEPEST) return value;
  if (typeof value === "string") return ofText(value, types, schema, schemas, depth);
  if (typeof value === "number" || typeof value === "boolean") {
    if (types.length === 0 || fits(value, types)) return value;
    if (types.includes("string")) return String(value);
    if (types.includes("array")) return [coerced(value, schema.items ?? {}, schemas, depth + 1)];
    if (types.includes("boolean") && (value === 0 || value === 1)) return value === 1;
    return value;
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (types.includes("array") || types.length === 0) {
      return list.map((item) => coerced(item, schema.items ?? {}, schemas, depth + 1));
    }
    if (types.includes("string") && list.length > 1 && list.every((item) => typeof item !== "object")) {
      return list.map(String).join(",");
    }
    const [only] = list;
    return list.length === 1 && only !== undefined ? coerced(only, schema, schemas, depth + 1) : value;
  }
  if (!isObject(value)) return value;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, coerced(member, properties[name] ?? {}, schemas, depth + 1)]],
    ),
  );
}

function ofText(
  text: string,
  types: readonly string[],
  schema: JsonObject,
  schemas: Schemas,
  depth: number,
): Json {
  const allowed = listOf(schema["enum"]);
  if (!allowed.includes(text)) {
    const same = allowed.filter((each) => String(each).toLowerCase() === text.trim().toLowerCase());
    if (same.length === 1 && same[0] !== undefined) return same[0];
  }
  if (types.length === 0 || types.includes("string")) return text;
  const trimmed = text.trim();
  if (
    (types.includes("integer") || types.includes("number")) &&
    /^[+-]?(\d+(\.\d+)?|\.\d+)(e[+-]?\d+)?$/iu.test(trimmed)
  ) {
    return Number(trimmed);
  }
  if (types.includes("boolean") && /^(true|false|yes|no)$/iu.test(trimmed))
    return /^(true|yes)$/iu.test(trimmed);
  if (types.includes("array") || types.includes("object")) {
    const parsed = /^[[{]/u.test(trimmed) ? parsedJson(trimmed) : undefined;
    if (parsed !== undefined) return coerced(parsed, schema, schemas, depth + 1);
  }
  if (types.includes("array")) {
    return trimmed.split(/\s*,\s*/u).map((item) => coerced(item, schema.items ?? {}, schemas, depth + 1));
  }
  return types.includes("null") && trimmed === "null" ? null : text;
}

function fits(value: number | boolean, types: readonly string[]): boolean {
  if (typeof value === "boolean") return types.includes("boolean");
  return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
}

/** Undefined where a text is no JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
