import { isObject } from "../../../../util/is-object.ts";
import type { Place } from "../reading/place.ts";

const KEYS = new Set([
  ...["type", "format", "items", "default", "enum", "pattern", "multipleOf", "uniqueItems"],
  ...["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "maxLength", "minLength"],
  ...["maxItems", "minItems", "nullable", "x-nullable"],
]);

/** The schema that stands among a parameter's own members, as in Swagger 2.0. */
export function inlineSchema(place: Place): Place {
  if (!isObject(place.value)) return place;
  const entries = Object.entries(place.value).filter(([key]) => KEYS.has(key));
  return { ...place, value: Object.fromEntries(entries) };
}
