import type { Json } from "../../../../util/json.ts";
import type { Schema } from "../api-document.ts";
import { isList, memberOf } from "../reading/json-shape.ts";

const MOST_VALUES = 12;
const LONGEST_PATTERN = 30;
const LONG_TEXT = 1000;

/** Values that are allowed, the first twelve. */
export function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`… (${more} more)`] : [])].join(" | ");
}

/** A simple type with what limits it: `string(date)`, `integer(1..50)`. */
export function simpleTypeText(type: string, schema: Schema): string {
  const limits =
    type === "string"
      ? [...formatOf(schema), ...lengthOf(schema), ...patternOf(schema)]
      : type === "integer" || type === "number"
        ? rangeOf(schema)
        : [];
  return limits.length === 0 ? type : `${type}(${limits.join(", ")})`;
}

function formatOf(schema: Schema): readonly string[] {
  const format = memberOf(schema, "format");
  return typeof format === "string" && !/^(?:string)?$/u.test(format) ? [format] : [];
}

function lengthOf(schema: Schema): readonly string[] {
  const least = memberOf(schema, "minLength");
  const most = memberOf(schema, "maxLength");
  const from = typeof least === "number" && least > 1 ? least : undefined;
  // Nobody comes near what is written only to have a limit.
  const to = typeof most === "number" && most < LONG_TEXT ? most : undefined;
  if (from !== undefined && from === to) return [`${from} characters`];
  if (from !== undefined && to !== undefined) return [`${from}..${to} characters`];
  if (from !== undefined) return [`at least ${from} characters`];
  return to === undefined ? [] : [`at most ${to} characters`];
}

function rangeOf(schema: Schema): readonly string[] {
  const [from, to] = [memberOf(schema, "minimum"), memberOf(schema, "maximum")];
  const [above, below] = [memberOf(schema, "exclusiveMinimum"), memberOf(schema, "exclusiveMaximum")];
  const range =
    from !== undefined && to !== undefined
      ? [`${from}..${to}`]
      : [...(from === undefined ? [] : [`from ${from}`]), ...(to === undefined ? [] : [`up to ${to}`])];
  return [
    ...range,
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`below ${below}`]),
  ];
}

function patternOf(schema: Schema): readonly string[] {
  const pattern = memberOf(schema, "pattern");
  return typeof pattern === "string" && pattern.length <= LONGEST_PATTERN ? [`/${pattern}/`] : [];
}

/** Its types, `null` last; none where it does not say. */
export function typesIn(schema: Schema): readonly string[] {
  const type = memberOf(schema, "type");
  if (typeof type === "string") return [type];
  if (!isList(type)) return [];
  return type
    .filter((each) => typeof each === "string")
    .toSorted((one, other) => Number(one === "null") - Number(other === "null"));
}
