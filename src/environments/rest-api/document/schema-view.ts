import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "./api-document.ts";

export type Schemas = ApiDocument["schemas"];

/** A schema with its `$ref` resolved, and the name of the definition or else its title. */
interface NamedSchema {
  readonly schema: Schema;
  readonly name: string | undefined;
  /** False for one of several variants. */
  readonly surely: boolean;
}

export interface Member {
  readonly name: string;
  readonly schema: Json;
  readonly required: boolean;
  readonly description: string;
}

export interface Members {
  readonly list: readonly Member[];
  /** True if unlisted members are accepted, too. */
  readonly open: boolean;
}

const MOST_PARTS = 24;
const LONGEST_CHAIN = 20;
const DEEPEST = 8;

/** Follows a schema's references. Undefined if the target is missing. */
export function resolved(value: Json | undefined, schemas: Schemas): Omit<NamedSchema, "surely"> | undefined {
  let schema = isObject(value) ? value : undefined;
  let name: string | undefined;
  for (let hop = 0; schema !== undefined && hop < LONGEST_CHAIN; hop++) {
    const key = referredName(schema);
    if (key === undefined) return { schema, name: name ?? textOf(schema["title"]) };
    name ??= key;
    schema = schemas.get(key);
  }
  return undefined;
}

/** As `resolved`, without the name; `{}` if there is no schema. */
export function followed(value: Json | undefined, schemas: Schemas): Schema {
  return resolved(value, schemas)?.schema ?? {};
}

/** The schema, and its `allOf`, `anyOf` and `oneOf` parts. */
export function alternatives(value: Json | undefined, schemas: Schemas): readonly NamedSchema[] {
  return isObject(value) ? readOf(value, schemas).alternatives : [];
}

/** Properties of a schema and of all its alternatives. For a repeated name the first one counts. */
export function propertiesOf(value: Json | undefined, schemas: Schemas): ReadonlyMap<string, Json> {
  return isObject(value) ? readOf(value, schemas).properties : new Map();
}

/** The schema of an array's items. Undefined for other types. */
export function itemsOf(value: Json | undefined, schemas: Schemas): Json | undefined {
  return alternatives(value, schemas).find(({ schema }) => schema["items"] !== undefined)?.schema["items"];
}

/** The members of an object, combined schemas taken together. */
export function membersOf(value: Json | undefined, schemas: Schemas): Members {
  const parts = alternatives(value, schemas);
  const properties = propertiesOf(value, schemas);
  const required = new Set(
    parts.filter(({ surely }) => surely).flatMap(({ schema }) => listOf(schema["required"])),
  );
  const list = [...properties].map(([name, schema]) => {
    const readOnly = followed(schema, schemas)["readOnly"] === true;
    const description = descriptionOf(schema, schemas);
    return { name, schema, required: required.has(name) && !readOnly, description };
  });
  const others = parts[0]?.schema["additionalProperties"];
  return { list, open: others !== false && (isObject(others) || others === true || list.length === 0) };
}

/** The types that a schema allows, through references and combinations. Empty if it allows any type. */
export function typesOf(value: Json | undefined, schemas: Schemas, depth = 0): readonly string[] {
  const schema = followed(value, schemas);
  if (depth > DEEPEST) return [];
  const { type, const: constant } = schema;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return (type as readonly Json[]).map(String);
  const values = listOf(schema["enum"]);
  if (values.length > 0) return [...new Set(values.map(typeName))];
  if (constant !== undefined) return [typeName(constant)];
  const typesIn = (key: string): readonly (readonly string[])[] =>
    listOf(schema[key]).map((part) => typesOf(part, schemas, depth + 1));
  const narrowest = typesIn("allOf").find((types) => types.length > 0);
  if (narrowest !== undefined) return narrowest;
  const any = [...typesIn("anyOf"), ...typesIn("oneOf")];
  if (any.length > 0 && any.every((types) => types.length > 0)) return [...new Set(any.flat())];
  return isObject(schema["properties"]) ? ["object"] : schema["items"] === undefined ? [] : ["array"];
}

/** The schema of the first successful response (2xx or default). */
export function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter(({ status }) => /^(?:2|default)/iu.test(status));
  return good.find(({ schema }) => schema !== undefined)?.schema;
}

/** The description of the schema, or of the first alternative that has one. */
export function descriptionOf(value: Json | undefined, schemas: Schemas): string {
  const own = isObject(value) ? textOf(value["description"]) : undefined;
  if (own !== undefined) return own;
  const texts = alternatives(value, schemas).map(({ schema }) => textOf(schema["description"]));
  return texts.find((text) => text !== undefined) ?? "";
}

interface ReadSchema {
  readonly alternatives: readonly NamedSchema[];
  readonly properties: ReadonlyMap<string, Json>;
}

/** Cache: large documents refer to the same schemas thousands of times. */
const READ = new WeakMap<Schemas, WeakMap<JsonObject, ReadSchema>>();

function readOf(object: JsonObject, schemas: Schemas): ReadSchema {
  const known = READ.get(schemas) ?? new WeakMap<JsonObject, ReadSchema>();
  READ.set(schemas, known);
  const read = known.get(object) ?? readSchema(object, schemas);
  known.set(object, read);
  return read;
}

function readSchema(object: JsonObject, schemas: Schemas): ReadSchema {
  const found: NamedSchema[] = [];
  const seen = new Set<Schema>();
  const queue: { readonly value: Json; readonly surely: boolean }[] = [{ value: object, surely: true }];
  for (const { value, surely } of queue) {
    const named = resolved(value, schemas);
    if (named === undefined || seen.has(named.schema) || found.length >= MOST_PARTS) continue;
    seen.add(named.schema);
    found.push({ ...named, surely });
    for (const part of listOf(named.schema["allOf"])) queue.push({ value: part, surely });
    for (const key of ["anyOf", "oneOf"])
      for (const part of listOf(named.schema[key])) queue.push({ value: part, surely: false });
  }
  const properties = new Map<string, Json>();
  for (const { schema } of found)
    for (const [name, property] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}))
      if (property !== undefined && !properties.has(name)) properties.set(name, property);
  return { alternatives: found, properties };
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function typeName(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

const DEFINITION = "#/$defs/";

/** The name in `ApiDocument.schemas` that a schema's own `$ref` gives. */
export function referredName(schema: Schema): string | undefined {
  const reference = schema["$ref"];
  return typeof reference === "string" && reference.startsWith(DEFINITION)
    ? reference.slice(DEFINITION.length)
    : undefined;
}
