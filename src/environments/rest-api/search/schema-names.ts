import type { Json, JsonObject } from "../../../util/json.ts";
import type { ApiDocument, Operation, Schema } from "../document/api-document.ts";

/** A schema with what its name says about it. */
export interface NamedSchema {
  readonly schema: Schema;
  /** Of the definition that it was referred to by, or its title. */
  readonly name: string | undefined;
}

export type Schemas = ApiDocument["schemas"];

const MOST_PARTS = 12;
const LONGEST_CHAIN = 8;

/** The schema itself where it is a reference; undefined where nothing is there. */
export function resolved(value: Json | undefined, schemas: Schemas): NamedSchema | undefined {
  let schema = asObject(value);
  let name: string | undefined;
  for (let turn = 0; schema !== undefined && turn < LONGEST_CHAIN; turn += 1) {
    const { $ref } = schema;
    if (typeof $ref !== "string") return { schema, name: name ?? textOf(schema["title"]) };
    const key = decodeName($ref);
    name ??= key;
    schema = schemas.get(key);
  }
  return undefined;
}

/** The schema and what it is put together from by `allOf`, `anyOf` and `oneOf`. */
export function alternatives(value: Json | undefined, schemas: Schemas): readonly NamedSchema[] {
  const object = asObject(value);
  return object === undefined ? [] : readOf(object, schemas).alternatives;
}

/** Its properties, with those of all alternatives; the first of a name counts. */
export function propertiesOf(value: Json | undefined, schemas: Schemas): ReadonlyMap<string, Json> {
  const object = asObject(value);
  return object === undefined ? NONE : readOf(object, schemas).properties;
}

const NONE: ReadonlyMap<string, Json> = new Map();

interface ReadSchema {
  readonly alternatives: readonly NamedSchema[];
  readonly properties: ReadonlyMap<string, Json>;
}

/** Large documents refer to the same schemas thousands of times. */
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
  const queue: (Json | undefined)[] = [object];
  while (queue.length > 0 && found.length < MOST_PARTS) {
    const named = resolved(queue.shift(), schemas);
    if (named === undefined || seen.has(named.schema)) continue;
    seen.add(named.schema);
    found.push(named);
    for (const keyword of ["allOf", "anyOf", "oneOf"]) queue.push(...asArray(named.schema[keyword]));
  }
  const properties = new Map<string, Json>();
  for (const { schema } of found) {
    for (const [name, property] of Object.entries(asObject(schema["properties"]) ?? {}))
      if (property !== undefined && !properties.has(name)) properties.set(name, property);
  }
  return { alternatives: found, properties };
}

/** What stands in an array; undefined for anything else. */
export function itemsOf(value: Json | undefined, schemas: Schemas): Json | undefined {
  return alternatives(value, schemas).find(({ schema }) => schema["items"] !== undefined)?.schema["items"];
}

/** The schema of the first response that tells of success. */
export function responseSchema({ responses }: Operation): Schema | undefined {
  const good = responses.filter(({ status }) => /^(?:2|default)/iu.test(status));
  return good.find(({ schema }) => schema !== undefined)?.schema;
}

/** What the schema, or the first of its alternatives that says anything, says about itself. */
export function descriptionOf(value: Json | undefined, schemas: Schemas): string {
  const texts = alternatives(value, schemas).map(({ schema }) => textOf(schema["description"]));
  return texts.find((text) => text !== undefined) ?? "";
}

export function asObject(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}

export function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function decodeName(reference: string): string {
  return reference
    .replace(/^#\/\$defs\//u, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
}
