import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import { followed, typesOf } from "./schema-view.ts";

/** Deeper values are left as they are. */
const DEEPEST = 8;

/**
 * The value as its schema wants it, where what was meant is clear: numbers and booleans written as text, one value for a list, a list in one text, JSON
 * in a text, a number for a text, a word in another case than the allowed one. Anything else stays as it is, to be refused.
 */
export function coerced(value: Json, root: JsonObject, node: Json = root, depth = 0): Json {
  const schema = followed(root, node);
  const types = typesOf(root, schema);
  if (depth > DEEPEST) return value;
  if (typeof value === "string") return ofText(value, types, root, schema, depth);
  if (typeof value === "number" || typeof value === "boolean") {
    if (types.length === 0 || fits(value, types)) return value;
    if (types.includes("string")) return String(value);
    if (types.includes("array")) return [coerced(value, root, schema.items ?? {}, depth + 1)];
    if (types.includes("boolean") && (value === 0 || value === 1)) return value === 1;
    return value;
  }
  if (Array.isArray(value)) {
    const list = value as readonly Json[];
    if (types.includes("array") || types.length === 0) {
      return list.map((item) => coerced(item, root, schema.items ?? {}, depth + 1));
    }
    if (types.includes("string") && list.length > 1 && list.every((item) => typeof item !== "object")) {
      return list.map(String).join(",");
    }
    const [only] = list;
    return list.length === 1 && only !== undefined ? coerced(only, root, schema, depth + 1) : value;
  }
  if (!isObject(value)) return value;
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === undefined ? [] : [[name, coerced(member, root, properties[name] ?? {}, depth + 1)]],
    ),
  );
}

function ofText(
  text: string,
  types: readonly string[],
  root: JsonObject,
  schema: JsonObject,
  depth: number,
): Json {
  const allowed = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : undefined;
  if (allowed !== undefined && !allowed.includes(text)) {
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
    const parsed = /^[[{]/u.test(trimmed) ? parse(trimmed) : undefined;
    if (parsed !== undefined) return coerced(parsed, root, schema, depth + 1);
  }
  if (types.includes("array")) {
    return trimmed.split(/\s*,\s*/u).map((item) => coerced(item, root, schema.items ?? {}, depth + 1));
  }
  return types.includes("null") && trimmed === "null" ? null : text;
}

function fits(value: number | boolean, types: readonly string[]): boolean {
  if (typeof value === "boolean") return types.includes("boolean");
  return types.includes("number") || (types.includes("integer") && Number.isInteger(value));
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
