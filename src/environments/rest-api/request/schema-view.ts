import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";

const MOST_HOPS = 20;

/** The schema that a node stands for, its references followed; `{}` where they lead nowhere. `root` holds the `$defs`. */
export function followed(root: JsonObject, node: Json | undefined): JsonObject {
  let at: Json | undefined = node;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    if (!isObject(at)) return {};
    const { $ref } = at;
    if (typeof $ref !== "string") return at;
    const [, name = ""] = /^#\/\$defs\/(.*)$/u.exec($ref) ?? [];
    const defs = root.$defs;
    at = isObject(defs)
      ? defs[decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~")]
      : undefined;
  }
  return {};
}

/** The types that a schema allows, through references and combinations; none where it allows anything. */
export function typesOf(root: JsonObject, node: Json | undefined, depth = 0): readonly string[] {
  const schema = followed(root, node);
  if (depth > MOST_HOPS) return [];
  const { type, enum: values, const: constant } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return (type as readonly Json[]).map(String);
  if (Array.isArray(values)) return [...new Set((values as readonly Json[]).map(typeName))];
  if (constant !== undefined) return [typeName(constant)];
  const all = partsOf(schema, "allOf").map((part) => typesOf(root, part, depth + 1));
  const narrowest = all.find((types) => types.length > 0);
  if (narrowest !== undefined) return narrowest;
  const any = [...partsOf(schema, "anyOf"), ...partsOf(schema, "oneOf")].map((part) =>
    typesOf(root, part, depth + 1),
  );
  if (any.length > 0 && any.every((types) => types.length > 0)) return [...new Set(any.flat())];
  return isObject(schema.properties) ? ["object"] : schema.items === undefined ? [] : ["array"];
}

export function partsOf(schema: JsonObject, keyword: "allOf" | "anyOf" | "oneOf"): readonly Json[] {
  const parts = schema[keyword];
  return Array.isArray(parts) ? (parts as readonly Json[]) : [];
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}
