import { isObject } from "../../../../util/is-object.ts";
import type { Schema } from "../api-document.ts";
import { isList, memberOf } from "../reading/json-shape.ts";

/** Keywords whose schemas judge the same value as the schema that they stand in. */
const IN_PLACE = {
  one: ["not", "if", "then", "else"],
  lists: ["allOf", "anyOf", "oneOf"],
  maps: ["dependentSchemas"],
};

/** Keywords whose schemas judge what is inside the value. */
const WITHIN = {
  one: [
    ...["items", "contains", "additionalProperties", "propertyNames"],
    ...["unevaluatedItems", "unevaluatedProperties", "contentSchema"],
  ],
  lists: ["prefixItems"],
  maps: ["properties", "patternProperties"],
};

/** The schemas that stand directly in a schema of the one form, and judge the same value. */
export function schemasInPlace(schema: Schema): readonly Schema[] {
  return schemasUnder(schema, IN_PLACE);
}

/** All schemas that stand directly in a schema of the one form. */
export function subschemasOf(schema: Schema): readonly Schema[] {
  return [...schemasUnder(schema, IN_PLACE), ...schemasUnder(schema, WITHIN)];
}

const DEFINITION = "#/$defs/";

/** The name in `ApiDocument.schemas` that a schema's own `$ref` gives. */
export function referredName(schema: Schema): string | undefined {
  const reference = memberOf(schema, "$ref");
  return typeof reference === "string" && reference.startsWith(DEFINITION)
    ? reference.slice(DEFINITION.length)
    : undefined;
}

function schemasUnder(schema: Schema, keywords: typeof IN_PLACE): readonly Schema[] {
  const found: Schema[] = [];
  for (const key of keywords.one) {
    const value = memberOf(schema, key);
    if (isObject(value)) found.push(value);
  }
  for (const key of keywords.lists) {
    const value = memberOf(schema, key);
    if (isList(value)) found.push(...value.filter(isObject));
  }
  for (const key of keywords.maps) {
    const value = memberOf(schema, key);
    if (isObject(value)) found.push(...Object.values(value).filter(isObject));
  }
  return found;
}
