import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import type { ApiDocument, Schema } from "../api-document.ts";
import { isList, memberOf } from "../reading/json-shape.ts";
import { referredName } from "../schema-view.ts";

export interface ObjectMembers {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  /** Of members that are not named; undefined where the schema says nothing of them. */
  readonly others?: Schema;
}

const DEEPEST = 8;

/**
 * The members of an object whose schema is put together by `allOf`; undefined where the schema is something else, or more than that (variants).
 */
export function objectMembers(
  document: ApiDocument,
  schema: Schema,
  open: ReadonlySet<string> = new Set(),
  isPart = false,
): ObjectMembers | undefined {
  const name = referredName(schema);
  if (name !== undefined && (open.has(name) || open.size > DEEPEST)) return undefined;
  const within = name === undefined ? open : new Set([...open, name]);
  const referred = name === undefined ? undefined : document.schemas.get(name);
  const all = memberOf(schema, "allOf");
  const written = [
    ...(referred === undefined ? [] : [referred]),
    ...(isList(all) ? all.filter(isObject) : []),
  ];
  const parts = written.map((part) => objectMembers(document, part, within, true));
  if (parts.includes(undefined) || !isPlainObject(schema, isPart)) return undefined;

  const properties = new Map<string, Schema>();
  const required = new Set<string>();
  let others: Schema | undefined;
  for (const part of parts) {
    for (const [key, value] of part?.properties ?? []) properties.set(key, value);
    for (const key of part?.required ?? []) required.add(key);
    others ??= part?.others;
  }
  const own = memberOf(schema, "properties");
  for (const [key, value] of isObject(own) ? Object.entries(own) : [])
    properties.set(key, isObject(value) ? value : {});
  const names = memberOf(schema, "required");
  for (const key of isList(names) ? names : []) if (typeof key === "string") required.add(key);
  const additional = memberOf(schema, "additionalProperties");
  if (isObject(additional)) others = additional;
  return { properties, required, ...(others !== undefined && { others }) };
}

function isPlainObject(schema: Schema, isPart: boolean): boolean {
  const type: Json | undefined = memberOf(schema, "type");
  if (type !== undefined && type !== "object") return false;
  if (["oneOf", "anyOf", "enum", "const", "items", "not"].some((key) => memberOf(schema, key) !== undefined))
    return false;
  const holders = ["properties", "allOf", "$ref", "additionalProperties", "required"];
  // A description alone, as it stands in `allOf` beside a reference, adds nothing.
  return (
    type === "object" ||
    holders.some((key) => memberOf(schema, key) !== undefined) ||
    (isPart && Object.keys(schema).every((key) => ["title", "description", "default"].includes(key)))
  );
}
