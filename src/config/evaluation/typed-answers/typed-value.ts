import {
  followed,
  listOf,
  type Schemas,
  typesOf,
} from "../../../environments/rest-api/document/schema-view.ts";
import { isObject } from "../../../util/is-object.ts";
import type { Json, JsonObject } from "../../../util/json.ts";

/** Deeper levels of schemas that hold themselves are left out. */
const DEEPEST = 8;
const ITEMS = 2;

const FORMATS: Readonly<Record<string, string>> = {
  date: "2020-02-29",
  "date-time": "2020-02-29T12:00:00Z",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
  uri: "https://example.com/",
  url: "https://example.com/",
  email: "someone@example.com",
};

/** Properties that hold what things are called. */
const NAMING = /(?:^|_)(?:name|title)$/u;

interface Place {
  readonly schemas: Schemas;
  /** Names from the top, without the numbers of items. */
  readonly path: readonly string[];
  /** Place among the items of the nearest list. */
  readonly item: number;
  /** What was searched for. */
  readonly searched: string | undefined;
}

/**
 * A value as a schema declares it, all its properties with it: the same each time, made up of the properties' names and nothing in the document that
 * looks like data. Things that were searched for by a text are called by it.
 */
export function typedValue(schema: JsonObject, schemas: Schemas, searched?: string): Json {
  return typedAt(schema, { schemas, path: [], item: 0, searched });
}

function typedAt(node: Json | undefined, place: Place): Json {
  const { schemas, path } = place;
  const schema = followed(node, schemas);
  if (schema.const !== undefined) return schema.const;
  const [first] = Array.isArray(schema.enum) ? (schema.enum as readonly Json[]) : [];
  if (first !== undefined) return first;
  const [type] = typesOf(schema, schemas).filter((each) => each !== "null");
  switch (type) {
    case "integer":
    case "number":
      return numberOf(schema, place);
    case "boolean":
      return true;
    case "array":
      if (path.length > DEEPEST) return [];
      return Array.from({ length: ITEMS }, (_, item) => typedAt(schema.items, { ...place, item }));
    case "object":
      return path.length > DEEPEST ? {} : objectOf(schema, place);
    case "string":
      return textOf(schema, place);
    default:
      return type === undefined && path.length === 0 ? {} : null;
  }
}

function objectOf(schema: JsonObject, place: Place): JsonObject {
  const properties = propertiesOf(schema, place.schemas);
  return Object.fromEntries(
    Object.entries(properties).map(([name, node]) => [
      name,
      typedAt(node, { ...place, path: [...place.path, name] }),
    ]),
  );
}

/** Of the schema and all parts of it; of alternatives, the first. */
function propertiesOf(node: Json | undefined, schemas: Schemas, depth = 0): JsonObject {
  const schema = followed(node, schemas);
  if (depth > DEEPEST) return {};
  const [any] = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  const parts = [...listOf(schema["allOf"]), ...(any === undefined ? [] : [any])];
  return Object.assign(
    {},
    ...parts.map((part) => propertiesOf(part, schemas, depth + 1)),
    isObject(schema.properties) ? schema.properties : {},
  ) as JsonObject;
}

/** Each list is told as being all there is. */
const COUNTING = /^total(?:_(?:results|count|items))?$/u;
const FURTHER = /^(?:next|prev(?:ious)?)(?:_|$)/u;

/** Numbers of identifiers are long, so that they are told from counts. */
function numberOf({ minimum, maximum }: JsonObject, { path, item }: Place): number {
  const name = path.at(-1) ?? "";
  const isId = /(?:^|_)id$/iu.test(name);
  if (COUNTING.test(name)) return ITEMS;
  const value = isId ? 10_000 + (numberFor(path.join(".")) % 90_000) + item : 1 + item;
  const least = typeof minimum === "number" ? Math.max(minimum, value) : value;
  return typeof maximum === "number" ? Math.min(maximum, least) : least;
}

function textOf({ format, minLength, maxLength }: JsonObject, { path, item, searched }: Place): string {
  const name = path.at(-1) ?? "value";
  const known = typeof format === "string" ? FORMATS[format] : undefined;
  if (FURTHER.test(name)) return "";
  if (known !== undefined) return known;
  if (/(?:^|_)id$/iu.test(name)) return `id${10_000 + (numberFor(path.join(".")) % 90_000) + item}`;
  const text = NAMING.test(name) && searched !== undefined && item === 0 ? searched : `${name} ${item + 1}`;
  const least = typeof minLength === "number" ? minLength : 0;
  const most = typeof maxLength === "number" ? maxLength : text.length + least;
  return text.padEnd(least, "x").slice(0, most);
}

/** FNV-1a, 32 bits. */
function numberFor(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
