import type { Json } from "../../../../util/json.ts";
import type { Schema } from "../api-document.ts";
import { isList, memberOf } from "../reading/json-shape.ts";

const MOST_VALUES = 12;
const LONGEST_PATTERN = 30;

/** Values that are allowed, the first twelve. */
export function valuesText(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value));
  const more = values.length - shown.length;
  return [...shown, ...(more > 0 ? [`… (${more} more)`] : [])].join(" | ");
}

/** A simple type with what limits it: `string(date)`, `integer(1..50)`. */
export function simpleTypeText(type: string, schema: Schema): string {
  const limits = [...formatOf(type, schema), ...rangeOf(schema), ...patternOf(schema)];
  if (type === "null" || type === "boolean" || limits.length === 0) return type;
  return `${type}(${limits.join(", ")})`;
}

function formatOf(type: string, schema: Schema): readonly string[] {
  const format = memberOf(schema, "format");
  const isPlain = type !== "string" || typeof format !== "string";
  // `int32` and `double` say nothing that somebody who writes JSON could use.
  return isPlain || /^(?:string|)$/u.test(format) ? [] : [format];
}

function rangeOf(schema: Schema): readonly string[] {
  const from = memberOf(schema, "minimum") ?? memberOf(schema, "minLength");
  const to = memberOf(schema, "maximum") ?? memberOf(schema, "maxLength");
  const above = memberOf(schema, "exclusiveMinimum");
  const below = memberOf(schema, "exclusiveMaximum");
  const isText = memberOf(schema, "type") === "string";
  const unit = isText ? " characters" : "";
  const range =
    from !== undefined && to !== undefined
      ? [`${from}..${to}${unit}`]
      : [
          ...(from !== undefined && from !== 0 ? [`from ${from}${unit}`] : []),
          ...(to !== undefined ? [`up to ${to}${unit}`] : []),
        ];
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
