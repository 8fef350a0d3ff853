import type { Json } from "../../../../util/json.ts";

const TYPES = ["null", "boolean", "object", "array", "number", "integer", "string"];

/** What other languages call them. */
const MEANT: Readonly<Record<string, string>> = {
  ...{ int: "integer", int32: "integer", int64: "integer", long: "integer", bigint: "integer" },
  ...{ float: "number", double: "number", decimal: "number", numeric: "number" },
  ...{ bool: "boolean", list: "array", map: "object", dict: "object", json: "object", file: "string" },
  ...{ text: "string", str: "string", char: "string", uuid: "string", date: "string", datetime: "string" },
  ...{ "date-time": "string", time: "string", email: "string", uri: "string", url: "string" },
};

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
    const meant = TYPES.includes(folded) ? folded : MEANT[folded];
    if (meant !== undefined) types.add(meant);
    if (meant !== name) wrong.push(name);
  }
  return { types: [...types], wrong };
}
