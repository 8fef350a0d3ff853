import { isObject } from "../../../util/is-object.ts";
import type { Json } from "../../../util/json.ts";
import type { Schema } from "./api-document.ts";
import type { Dialect, References } from "./document-reader.ts";
import {
  childOf,
  childrenOf,
  isList,
  memberOf,
  type Place,
  startOf,
  textOf,
  tokensOf,
  truthOf,
} from "./reading/place.ts";

interface SchemaReader {
  /** The schema at a place as JSON Schema 2020-12. Referenced schemas are read later. Never fails. */
  read(place: Place): Schema;
  /** All schemas referenced so far, by name. */
  all(): ReadonlyMap<string, Schema>;
}

interface SchemaContext {
  readonly dialect: Dialect;
  fault(place: Place, message: string): void;
  /** Rewrites a `$ref` as `{ $ref: "#/$defs/<name>" }`. Notes a fault and returns undefined if its target is missing. */
  reference(place: Place, reference: string): Schema | undefined;
  /** The schema at a place within this one. */
  schema(place: Place): Schema;
}

export function createSchemaReader(
  root: Place,
  dialect: Dialect,
  references: References,
  fault: SchemaContext["fault"],
): SchemaReader {
  const nameOf = createSchemaNames(root);
  const schemas = new Map<string, Schema>();
  const pending: { readonly name: string; readonly place: Place }[] = [];
  const asked = new Set<string>();
  // Many operations share the same schema object.
  const read = new WeakMap<object, Schema>();

  /** Follows schemas that are only a `$ref`: a circle of them would keep a validator busy for ever. */
  const meant = (from: Place, reference: string): Place | undefined => {
    const hasMore = ({ value }: Place) => dialect === "3.1" && Object.keys(value as object).length > 1;
    const { place, problem } = references.follow(from, reference, hasMore);
    if (place === undefined) fault(from, `${problem}. Anything is accepted here.`);
    return place;
  };

  const context: SchemaContext = {
    dialect,
    fault,
    reference(from, reference) {
      const place = meant(from, reference);
      if (place === undefined) return undefined;
      const name = nameOf(place);
      if (!asked.has(name)) pending.push({ name, place });
      asked.add(name);
      return { $ref: `#/$defs/${name}` };
    },
    schema(place) {
      const { value } = place;
      if (!isObject(value)) return normalised(place, context);
      const schema = read.get(value) ?? normalised(place, context);
      read.set(value, schema);
      return schema;
    },
  };

  return {
    read: context.schema,
    all() {
      for (let next = pending.pop(); next !== undefined; next = pending.pop())
        schemas.set(next.name, context.schema(next.place));
      return schemas;
    },
  };
}

const LONGEST_NAME = 60;

/** Gives each referenced place a short unique name. The root document's components keep their own. */
function createSchemaNames(root: Place): (place: Place) => string {
  const byPlace = new Map<string, string>();
  const taken = new Set<string>();
  const keyOf = ({ file, pointer }: Place): string => `${file.location}#${pointer}`;
  const keep = (place: Place, written: string): string => {
    const plain = written.replace(/[^A-Za-z0-9._-]+/gu, "_").replace(/^_+|_+$/gu, "");
    const wanted = plain.slice(0, LONGEST_NAME) || "schema";
    let name = wanted;
    for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`;
    taken.add(name);
    byPlace.set(keyOf(place), name);
    return name;
  };
  for (const holder of [childOf(childOf(root, "components"), "schemas"), childOf(root, "definitions")])
    for (const [name, place] of childrenOf(holder)) keep(place, name);
  return (place) => {
    const fileName = startOf(place.file).file.name.replace(/^.*\/|\.[^.]*$/gu, "");
    return byPlace.get(keyOf(place)) ?? keep(place, tokensOf(place.pointer).at(-1) ?? fileName);
  };
}

const TYPES = ["null", "boolean", "object", "array", "number", "integer", "string"];

/** The keywords of JSON Schema 2020-12 that constrain values, by the form of their own value. */
const KEYWORDS = {
  schema: `items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties not if then else
    contentSchema`,
  schemas: "allOf anyOf oneOf prefixItems",
  named: "properties patternProperties dependentSchemas",
  number: `multipleOf maximum minimum exclusiveMaximum exclusiveMinimum maxLength minLength maxItems minItems maxProperties
    minProperties maxContains minContains`,
  truth: "uniqueItems readOnly writeOnly deprecated",
  text: "title description format contentEncoding contentMediaType",
  pattern: "pattern",
  list: "enum required",
  value: "const default dependentRequired",
};

type Kind = keyof typeof KEYWORDS;

const KINDS: ReadonlyMap<string, Kind> = new Map(
  Object.entries(KEYWORDS).flatMap(([kind, names]) =>
    names.split(/\s+/u).map((name) => [name, kind as Kind] as const),
  ),
);

/** The value of a keyword as a validator accepts it. Undefined for a value of the wrong form. */
function keywordValue(kind: Kind, place: Place, context: SchemaContext): Json | undefined {
  const { value } = place;
  switch (kind) {
    case "schema":
      return typeof value === "boolean" ? value : context.schema(place);
    case "schemas":
      return isList(value) && value.length > 0
        ? value.map((_, at) => context.schema(childOf(place, at)))
        : undefined;
    case "named":
      return isObject(value)
        ? Object.fromEntries(childrenOf(place).map(([name, child]) => [name, context.schema(child)]))
        : undefined;
    case "number":
      // Older drafts write exclusive limits as booleans.
      return typeof value === "boolean" || typeof value === "number" ? value : undefined;
    case "truth":
      return truthOf(value);
    case "text":
      return textOf(value);
    case "pattern":
      return typeof value === "string" && compiles(value) ? value : undefined;
    case "list":
      return isList(value) ? value : undefined;
    default:
      return value;
  }
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern).source !== "";
  } catch {
    return false;
  }
}

type Draft = Record<string, Json | undefined>;

/** Converts a schema of any OpenAPI version to JSON Schema 2020-12. Invalid parts are noted as faults and dropped. */
function normalised(place: Place, context: SchemaContext): Schema {
  const { value } = place;
  if (value === false) return { not: {} };
  if (!isObject(value)) {
    if (value !== null && value !== undefined && value !== true)
      context.fault(place, "This is no schema; anything is accepted here.");
    return {};
  }
  const written = memberOf(value, "$ref");
  const reference = typeof written === "string" ? context.reference(place, written) : undefined;
  if (typeof written === "string" && context.dialect !== "3.1") {
    const description = textOf(memberOf(value, "description"));
    return { ...reference, ...(description !== undefined && { description }) };
  }
  const draft: Draft = { ...reference };
  addType(place, draft, context);
  for (const key of Object.keys(value)) {
    const kind = KINDS.get(key);
    if (kind === undefined) continue;
    const read = keywordValue(kind, childOf(place, key), context);
    if (read !== undefined) draft[key] = read;
    else context.fault(childOf(place, key), `"${key}" cannot be used as it is written and is ignored.`);
  }
  turnExclusive(draft, "exclusiveMinimum", "minimum");
  turnExclusive(draft, "exclusiveMaximum", "maximum");
  askForLess(draft);
  return truthOf(memberOf(value, "nullable") ?? memberOf(value, "x-nullable")) === true
    ? withNull(draft)
    : draft;
}

function addType(place: Place, draft: Draft, { fault }: SchemaContext): void {
  const given = memberOf(place.value, "type");
  if (given === undefined) return;
  const all = (isList(given) ? given : [given]).map((each) => (each === null ? "null" : String(each)));
  const types = all.map((each) => (each === "file" ? "string" : each)).filter((each) => TYPES.includes(each));
  if (types.length < all.length)
    fault(childOf(place, "type"), `${JSON.stringify(given)} is no type of JSON Schema; it is ignored.`);
  if (types.length > 0) draft["type"] = types.length === 1 ? (types[0] as string) : types;
  if (all.includes("file")) draft["format"] = "binary";
}

function turnExclusive(draft: Draft, exclusive: string, limit: string): void {
  const { [exclusive]: given, [limit]: value } = draft;
  if (typeof given !== "boolean") return;
  delete draft[exclusive];
  if (!given || value === undefined) return;
  draft[exclusive] = value;
  delete draft[limit];
}

/** Drops `readOnly` members from `required`: the server generates them, so requests need not contain them. */
function askForLess(draft: Draft): void {
  const { required, properties } = draft;
  if (required === undefined) return;
  const isMade = (name: Json): boolean => memberOf(memberOf(properties, String(name)), "readOnly") === true;
  const kept = isList(required) ? required.filter((name) => typeof name === "string" && !isMade(name)) : [];
  if (kept.length > 0) draft["required"] = kept;
  else delete draft["required"];
}

function withNull(written: Draft): Schema {
  const draft: Draft = { ...written };
  const { type, enum: values, anyOf } = draft;
  if (isList(values) && !values.includes(null)) draft["enum"] = [...values, null];
  if (type !== undefined) draft["type"] = [...new Set([type, "null"].flat())] as Json;
  const combined = ["allOf", "oneOf", "not", "const", "$ref"].some((key) => draft[key] !== undefined);
  if (!combined) return isList(anyOf) ? { ...draft, anyOf: [...anyOf, { type: "null" }] } : draft;
  // `allOf` and the like would refuse null even if a `type` beside them allowed it.
  const { title, description, default: initial, deprecated, readOnly, writeOnly, ...rest } = draft;
  const notes = { title, description, default: initial, deprecated, readOnly, writeOnly };
  const given = Object.entries(notes).filter(([, note]) => note !== undefined);
  return { ...Object.fromEntries(given), anyOf: [rest, { type: "null" }] };
}
