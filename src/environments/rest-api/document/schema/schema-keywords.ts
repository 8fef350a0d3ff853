import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import type { Schema } from "../api-document.ts";
import type { Dialect, References } from "../document-reader.ts";
import { childOf, childrenOf, isList, type Place, truthOf } from "../reading/place.ts";

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

/** The keyword's value as a validator takes it; undefined drops it, and a fault has been noted. */
type Keyword = (place: Place, context: SchemaContext, key: string) => Json | undefined;

const schema: Keyword = (place, context) => context.schema(place);

const schemaOrTruth: Keyword = (place, context) => truthOf(place.value) ?? context.schema(place);

const schemaList: Keyword = (place, context, key) => {
  const { value } = place;
  if (isObject(value)) {
    context.fault(place, `"${key}" must be a list; its one schema is taken for it.`);
    return [context.schema(place)];
  }
  if (!isList(value) || value.length === 0) return dropped(place, context, key, "a list of schemas");
  return value.map((_, at) => context.schema(childOf(place, at)));
};

const schemaMap: Keyword = (place, context, key) => {
  if (!isObject(place.value)) return dropped(place, context, key, "an object of schemas");
  return Object.fromEntries(childrenOf(place).map(([name, child]) => [name, context.schema(child)]));
};

const patternMap: Keyword = (place, context, key) => {
  if (!isObject(place.value)) return dropped(place, context, key, "an object of schemas");
  const entries = childrenOf(place).flatMap(([name, child]): [string, Json][] => {
    const pattern = usablePattern(name);
    if (pattern === undefined) context.fault(child, `The pattern "${name}" cannot be used and is ignored.`);
    return pattern === undefined ? [] : [[pattern, context.schema(child)]];
  });
  return Object.fromEntries(entries);
};

function number(fits: (value: number) => boolean, what: string): Keyword {
  return (place, context, key) => {
    const { value } = place;
    if (typeof value === "number" && fits(value)) return value;
    const meant = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
    if (!Number.isFinite(meant) || !fits(meant)) return dropped(place, context, key, what);
    context.fault(place, `"${key}" must be ${what}; the text ${JSON.stringify(value)} is taken for it.`);
    return meant;
  };
}

const anyNumber = number(() => true, "a number");
const count = number((value) => Number.isInteger(value) && value >= 0, "a whole number from 0");

const truth: Keyword = (place, context, key) => {
  const value = truthOf(place.value);
  if (value === undefined) return dropped(place, context, key, "true or false");
  if (value !== place.value)
    context.fault(place, `"${key}" must be true or false; the text "${value}" is taken for it.`);
  return value;
};

const text: Keyword = (place, context, key) =>
  typeof place.value === "string" ? place.value : dropped(place, context, key, "a text");

/** Titles and descriptions may be anything in YAML without quotes, and nobody is misled by it. */
const looseText: Keyword = ({ value }) =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

const pattern: Keyword = (place, context, key) => {
  if (typeof place.value !== "string") return dropped(place, context, key, "a text");
  const usable = usablePattern(place.value);
  if (usable === undefined) context.fault(place, "The pattern is no regular expression and is ignored.");
  return usable;
};

const enumeration: Keyword = (place, context, key) => {
  const { value } = place;
  if (isList(value) && value.length > 0)
    return [...new Map(value.map((each) => [JSON.stringify(each), each])).values()];
  if (value === undefined || value === null || typeof value === "object")
    return dropped(place, context, key, "a list of values");
  context.fault(place, `"enum" must be a list; its one value is taken for it.`);
  return [value];
};

const names: Keyword = (place, context, key) => {
  const { value } = place;
  if (isList(value)) return [...new Set(value.filter((each) => typeof each === "string"))];
  if (typeof value === "boolean" || value === "true" || value === "false") {
    if (truthOf(value) === true)
      context.fault(place, `"required" belongs in the list of the object around this; ignored here.`);
    return undefined;
  }
  return dropped(place, context, key, "a list of names");
};

const namesMap: Keyword = (place, context, key) => {
  if (!isObject(place.value)) return dropped(place, context, key, "an object of lists");
  return Object.fromEntries(
    childrenOf(place).flatMap(([name, child]) => (isList(child.value) ? [[name, child.value]] : [])),
  );
};

const asItIs: Keyword = ({ value }) => value;

function dropped(place: Place, context: SchemaContext, key: string, what: string): undefined {
  context.fault(place, `"${key}" must be ${what} and is ignored.`);
}

/** The keywords of JSON Schema 2020-12 that say something about values. */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["title", looseText],
  ["description", looseText],
  ["enum", enumeration],
  ["const", asItIs],
  ["default", asItIs],
  ["format", text],
  ["multipleOf", number((value) => value > 0, "a number above 0")],
  ["maximum", anyNumber],
  ["minimum", anyNumber],
  ["exclusiveMaximum", anyNumber],
  ["exclusiveMinimum", anyNumber],
  ...["maxLength", "minLength", "maxItems", "minItems"].map((key) => [key, count] as const),
  ...["maxProperties", "minProperties", "maxContains", "minContains"].map((key) => [key, count] as const),
  ["pattern", pattern],
  ...["uniqueItems", "readOnly", "writeOnly", "deprecated"].map((key) => [key, truth] as const),
  ["items", schemaOrTruth],
  ["prefixItems", schemaList],
  ["contains", schema],
  ["properties", schemaMap],
  ["patternProperties", patternMap],
  ["additionalProperties", schemaOrTruth],
  ["propertyNames", schema],
  ["unevaluatedItems", schemaOrTruth],
  ["unevaluatedProperties", schemaOrTruth],
  ["required", names],
  ["dependentRequired", namesMap],
  ["dependentSchemas", schemaMap],
  ...["allOf", "anyOf", "oneOf"].map((key) => [key, schemaList] as const),
  ...["not", "if", "then", "else"].map((key) => [key, schema] as const),
  ...["contentEncoding", "contentMediaType"].map((key) => [key, text] as const),
  ["contentSchema", schema],
]);

/** Known, but nothing for a validator; what they say is used elsewhere or not at all. */
export const SILENT_KEYWORDS: ReadonlySet<string> = new Set([
  ...["example", "examples", "discriminator", "xml", "externalDocs", "nullable", "type"],
  ...["$ref", "$dynamicRef", "$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$comment", "$vocabulary"],
  ...["$defs", "definitions", "additionalItems", "collectionFormat", "allowEmptyValue"],
]);

/** A pattern that compiles in Unicode mode, as validators do it; undefined where none can be made of it. */
function usablePattern(pattern: string): string | undefined {
  // `/^…$/`: the slashes are how some languages write a pattern, not part of it.
  const bare = /^\/(\^[\s\S]*\$)\/$/u.exec(pattern)?.[1] ?? pattern;
  return [bare, withoutNeedlessEscapes(bare)].find(compiles);
}

/** `\_` and `\@`: harmless before Unicode mode, errors in it. Hyphens may stay within brackets only. */
function withoutNeedlessEscapes(pattern: string): string {
  let inBrackets = false;
  return pattern.replace(/\\?[\s\S]/gu, (part) => {
    if (part === "[") inBrackets = true;
    if (part === "]") inBrackets = false;
    if (part.length === 1) return part;
    const character = part.slice(1);
    if (character === "-") return inBrackets ? part : character;
    return /[\^$\\.*+?()[\]{}|/\w]/u.test(character) && character !== "_" ? part : character;
  });
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}

/** What a schema is put into the one form with. */
export interface SchemaContext {
  readonly dialect: Dialect;
  readonly references: References;
  fault(place: Place, message: string): void;
  /** `{ $ref: "#/$defs/<name>" }` for what a `$ref` at a place means; undefined, with a fault, where it means nothing. */
  reference(place: Place, reference: string): Schema | undefined;
  /** The schema at a place within this one. */
  schema(place: Place): Schema;
}
