import type { Json, JsonObject } from "../../util/json.ts";
import { readJson } from "./read-json.ts";

/** The value in the type that its schema asks for, where no meaning is lost: "5" as a number, 5 as text, a list written as text. */
export function fitValue(value: Json, schema: JsonObject): Json {
  const types = typesOf(schema);
  if (types.length === 0 || types.includes(typeOf(value))) return value;
  if (typeof value === "number" && Number.isInteger(value) && types.includes("integer")) return value;
  if (types.includes("string") && (typeof value === "number" || typeof value === "boolean"))
    return String(value);
  if (typeof value !== "string") return types.includes("array") && value !== null ? [value] : value;
  const read = readJson(value.trim());
  if (read !== undefined && read !== null && types.includes(typeOf(read))) return read;
  if (typeof read === "number" && Number.isInteger(read) && types.includes("integer")) return read;
  return types.includes("array") ? [value] : value;
}

function typesOf(schema: JsonObject): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type.filter((type) => typeof type === "string");
  return [];
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}
