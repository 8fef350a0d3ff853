import type { Json } from "../../../../util/json.ts";

const TYPES = ["null", "boolean", "object", "array", "number", "integer", "string"];

/** Types that JSON Schema knows; `wrong` are those that were taken for another or dropped. */
export function usableType(value: Json): {
  readonly types: readonly string[];
  readonly wrong: readonly string[];
} {
  const given = (Array.isArray(value) ? value : [value]) as readonly Json[];
  const types = new Set<string>();
  const wrong: string[] = [];
  for (const each of given) {
    // YAML's `null` without quotes.
    const name = each === null ? "null" : String(each);
    const folded = name.trim().toLowerCase();
    // Swagger calls what is uploaded a file.
    const meant = folded === "file" ? "string" : TYPES.find((type) => type === folded);
    if (meant !== undefined) types.add(meant);
    if (meant !== name) wrong.push(name);
  }
  return { types: [...types], wrong };
}
