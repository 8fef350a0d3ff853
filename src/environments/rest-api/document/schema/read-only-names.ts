import { isObject } from "../../../../util/is-object.ts";
import type { Schema } from "../api-document.ts";
import { isList, memberOf, truthOf } from "../reading/json-shape.ts";
import { childOf, childrenOf, type Place } from "../reading/place.ts";
import type { References } from "../reading/references.ts";

const DEEPEST = 6;

/**
 * Members that the server makes, though documents list them as required: a request need not give them. Those of a schema's parts (`allOf`) count for
 * the whole and for each other.
 */
export function readOnlyNames(place: Place, references: References): ReadonlySet<string> {
  const names = new Set<string>();
  collect(place, references, names, 0);
  return names;
}

/** A schema without these names among the required ones, in itself and in the parts that are written within it. */
export function notRequiring(schema: Schema, names: ReadonlySet<string>): Schema {
  const { required, allOf, ...rest } = schema;
  const kept = isList(required) ? required.filter((name) => !names.has(String(name))) : [];
  const parts = isList(allOf)
    ? allOf.map((part) => (isObject(part) ? notRequiring(part, names) : part))
    : undefined;
  return {
    ...rest,
    ...(parts !== undefined && { allOf: parts }),
    ...(kept.length > 0 && { required: kept }),
  };
}

function collect(place: Place, references: References, names: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const [name, property] of childrenOf(childOf(place, "properties")))
    if (isReadOnly(property, references)) names.add(name);
  const parts = childOf(place, "allOf");
  if (!isList(parts.value)) return;
  for (const [, part] of childrenOf(parts)) collect(meant(part, references), references, names, depth + 1);
}

function isReadOnly(property: Place, references: References): boolean {
  if (!isObject(property.value)) return false;
  return (
    truthOf(memberOf(property.value, "readOnly")) === true ||
    truthOf(memberOf(meant(property, references).value, "readOnly")) === true
  );
}

function meant(place: Place, references: References): Place {
  let found = place;
  for (let steps = 0; steps < DEEPEST; steps++) {
    const reference = memberOf(found.value, "$ref");
    if (typeof reference !== "string") return found;
    const target = references.target(found, reference);
    if (target.place === undefined) return found;
    found = target.place;
  }
  return found;
}
