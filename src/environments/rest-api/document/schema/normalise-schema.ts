import { isObject } from "../../../../util/is-object.ts";
import type { Json } from "../../../../util/json.ts";
import type { Schema } from "../api-document.ts";
import type { References } from "../document-reader.ts";
import { childOf, childrenOf, isList, memberOf, type Place, textOf, truthOf } from "../reading/place.ts";
import { KEYWORDS, type SchemaContext, SILENT_KEYWORDS, usableType } from "./schema-keywords.ts";

const DEEPEST = 6;

/**
 * Members that the server makes, though documents list them as required: a request need not give them. Those of a schema's parts (`allOf`) count for
 * the whole and for each other.
 */
function readOnlyNames(place: Place, references: References): ReadonlySet<string> {
  const names = new Set<string>();
  collect(place, references, names, 0);
  return names;
}

/** A schema without these names among the required ones, in itself and in the parts that are written within it. */
function notRequiring(schema: Schema, names: ReadonlySet<string>): Schema {
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

type Draft = Record<string, Json | undefined>;

const NONE: ReadonlySet<string> = new Set();

/** A schema of any OpenAPI version as JSON Schema 2020-12. Whatever is wrong in it is noted and left out. */
export function normaliseSchema(place: Place, context: SchemaContext): Schema {
  const { value } = place;
  if (value === true || value === "true") return {};
  if (value === false || value === "false") return { not: {} };
  if (!isObject(value)) {
    if (value !== null && value !== undefined)
      context.fault(place, "This is no schema; anything is accepted here.");
    return {};
  }
  const written = memberOf(value, "$ref") ?? memberOf(value, "$dynamicRef");
  const reference = typeof written === "string" ? context.reference(place, written) : undefined;
  if (typeof written === "string" && context.dialect !== "3.1") {
    const description = textOf(memberOf(value, "description"));
    return { ...reference, ...(description !== undefined && { description }) };
  }
  const draft: Draft = { ...reference };
  addTypes(place, draft, context);
  addKeywords(place, draft, context);
  turnExclusive(draft, value, "exclusiveMinimum", "minimum");
  turnExclusive(draft, value, "exclusiveMaximum", "maximum");
  turnTuple(place, draft, context);
  turnDependencies(place, draft, context);
  matchEnum(place, draft, context);
  matchDefault(place, draft, context);
  const readOnly =
    draft["required"] === undefined && draft["allOf"] === undefined
      ? NONE
      : readOnlyNames(place, context.references);
  const asked = readOnly.size === 0 ? withoutEmpty(draft) : notRequiring(draft, readOnly);
  return isNullable(place, context) ? withNull(asked) : asked;
}

function withoutEmpty(draft: Draft): Draft {
  const { required, ...rest } = draft;
  return isList(required) && required.length === 0 ? rest : draft;
}

function addTypes(place: Place, draft: Draft, context: SchemaContext): void {
  const given = memberOf(place.value, "type");
  if (given === undefined) return;
  const { types, wrong } = usableType(given);
  const file = wrong.includes("file") && context.dialect === "2.0";
  if (wrong.length > 0 && !file) {
    const instead = types.length === 0 ? "it is ignored" : `${types.join(", ")} is taken for it`;
    context.fault(childOf(place, "type"), `"${wrong.join(", ")}" is no type of JSON Schema; ${instead}.`);
  }
  if (types.length > 0) draft["type"] = types.length === 1 ? (types[0] as string) : types;
  if (wrong.includes("file")) draft["format"] = "binary";
}

function addKeywords(place: Place, draft: Draft, context: SchemaContext): void {
  for (const key of Object.keys(place.value as object)) {
    const read = KEYWORDS.get(key);
    if (read !== undefined) {
      if (isTurnedLater(key, memberOf(place.value, key))) continue;
      const value = read(childOf(place, key), context, key);
      if (value !== undefined) draft[key] = value;
    } else if (!SILENT_KEYWORDS.has(key) && !key.startsWith("x-") && key !== "dependencies")
      context.fault(childOf(place, key), `"${key}" is no keyword of schemas and is ignored.`);
  }
}

/** What older drafts wrote otherwise, and is no mistake. */
function isTurnedLater(key: string, value: Json | undefined): boolean {
  if (key === "exclusiveMinimum" || key === "exclusiveMaximum") return truthOf(value) !== undefined;
  return key === "items" && isList(value);
}

function turnExclusive(draft: Draft, value: Json, exclusive: string, limit: string): void {
  if (truthOf(memberOf(value, exclusive)) !== true || draft[limit] === undefined) return;
  draft[exclusive] = draft[limit];
  delete draft[limit];
}

function turnTuple(place: Place, draft: Draft, context: SchemaContext): void {
  const items = childOf(place, "items");
  if (!isList(items.value)) return;
  if (items.value.length > 0)
    draft["prefixItems"] = items.value.map((_, at) => context.schema(childOf(items, at)));
  const rest = childOf(place, "additionalItems");
  if (rest.value !== undefined) draft["items"] = truthOf(rest.value) ?? context.schema(rest);
}

function turnDependencies(place: Place, draft: Draft, context: SchemaContext): void {
  const dependencies = childOf(place, "dependencies");
  if (!isObject(dependencies.value)) return;
  const names = Object.entries(dependencies.value).filter(([, each]) => isList(each));
  const schemas = Object.entries(dependencies.value).filter(([, each]) => isObject(each));
  if (names.length > 0) draft["dependentRequired"] = Object.fromEntries(names);
  if (schemas.length > 0)
    draft["dependentSchemas"] = Object.fromEntries(
      schemas.map(([key]) => [key, context.schema(childOf(dependencies, key))]),
    );
}

/** YAML makes numbers and truth values of `1` and `true` where a list of texts is meant. */
function matchEnum(place: Place, draft: Draft, context: SchemaContext): void {
  const { type, enum: values } = draft;
  if (type !== "string" || !isList(values)) return;
  const isPlain = (each: Json): boolean => typeof each === "number" || typeof each === "boolean";
  if (!values.some(isPlain)) return;
  context.fault(childOf(place, "enum"), `Values that are not texts are taken for texts, as "type" says.`);
  draft["enum"] = values.map((each) => (isPlain(each) ? String(each) : each));
}

/** `"20"` for a number: whoever fills in defaults would make a wrong value of a right one. */
function matchDefault(place: Place, draft: Draft, context: SchemaContext): void {
  const { type, default: initial } = draft;
  if (initial === undefined || initial === null || typeof initial === "object") return;
  const meant =
    type === "integer" || type === "number"
      ? numberIn(initial)
      : type === "boolean"
        ? truthOf(initial)
        : type === "string"
          ? String(initial)
          : initial;
  if (meant === initial) return;
  const instead = meant === undefined ? "it is ignored" : `${JSON.stringify(meant)} is taken for it`;
  const message = `The default ${JSON.stringify(initial)} is no ${String(type)}; ${instead}.`;
  context.fault(childOf(place, "default"), message);
  if (meant === undefined) delete draft["default"];
  else draft["default"] = meant;
}

function numberIn(value: string | number | boolean): number | undefined {
  if (typeof value === "number") return value;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

function isNullable(place: Place, context: SchemaContext): boolean {
  const key = memberOf(place.value, "nullable") === undefined ? "x-nullable" : "nullable";
  const given = memberOf(place.value, key);
  const nullable = truthOf(given);
  if (given !== undefined && nullable !== given) {
    const instead = nullable === undefined ? "it is ignored" : `the text "${nullable}" is taken for it`;
    context.fault(childOf(place, key), `"${key}" must be true or false; ${instead}.`);
  }
  return nullable === true;
}

function withNull(written: Schema): Schema {
  const draft: Draft = { ...written };
  const { type, enum: values, anyOf } = draft;
  if (isList(values) && !values.includes(null)) draft["enum"] = [...values, null];
  if (typeof type === "string" && type !== "null") draft["type"] = [type, "null"];
  if (isList(type) && !type.includes("null")) draft["type"] = [...type, "null"];
  const combined = ["allOf", "oneOf", "not", "const", "$ref"].some((key) => draft[key] !== undefined);
  if (!combined) {
    if (isList(anyOf)) draft["anyOf"] = [...anyOf, { type: "null" }];
    return draft;
  }
  // What is combined would refuse null whatever stands beside it.
  const { title, description, default: initial, deprecated, readOnly, writeOnly, ...rest } = draft;
  const notes = { title, description, default: initial, deprecated, readOnly, writeOnly };
  const given = Object.entries(notes).filter(([, note]) => note !== undefined);
  return { ...Object.fromEntries(given), anyOf: [rest, { type: "null" }] };
}
