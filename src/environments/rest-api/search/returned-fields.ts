import { wordKey } from "../../../util/english/word-key.ts";
import type { Json } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { Operation, Schema } from "../document/api-document.ts";
import {
  alternatives,
  itemsOf,
  propertiesOf,
  resolved,
  responseSchema,
  type Schemas,
} from "../document/schema-view.ts";
import type { PathShape } from "./path-shape.ts";

/** A property's name, analysed. */
interface PropertyName {
  /** Folded words for the entities in the property. Empty for names that fit anything (`results`, `data`). */
  readonly holds: readonly string[];
  readonly keys: readonly string[];
  /** The keys as one text. */
  readonly field: string;
  /** True if its last word marks an identifier. */
  readonly gives: boolean;
}

/** Names of properties for entities of any kind. */
const HOLDERS = new Set(
  `result results item items data list lists content contents record records value values entries entry hit hits row rows node nodes edge edges element
  elements object objects response responses page paged paging paginated body payload embedded simplified simple full base basic dto model schema resource
  resources output collection array search get info detail details summary public private v new common type ref`.split(
    /\s+/u,
  ),
);
const GIVES = new Set(["id", "uuid", "guid", "uri", "urn", "slug", "key", "token", "code", "number"]);

function propertyName(name: string): PropertyName {
  const words = nameWords(name);
  const keys = words.map(wordKey);
  return {
    holds: words.every((word) => HOLDERS.has(word)) ? [] : words.filter((word) => !HOLDERS.has(word)),
    keys,
    field: keys.join(" "),
    gives: GIVES.has(keys.at(-1) ?? ""),
  };
}

/** A field of a response that may hold an identifier. */
export interface ReturnedField {
  /** `results[].id` */
  readonly path: string;
  /** Key of its name's words: `id`, `movi id`, `customer`. */
  readonly field: string;
  /** Keys of words for the entity that the field belongs to, with the certainty (0 to 1). */
  readonly kinds: ReadonlyMap<string, number>;
  readonly depth: number;
}

const MOST_DEPTH = 3;
const MOST_FIELDS = 80;
const MOST_PLACES = 120;
const OF_NAME = 0.8;
const OF_FOCUS = 0.6;
const OF_PARENT = 0.35;

interface Place {
  readonly value: Json;
  readonly path: string;
  /** Words of the property that holds it. */
  readonly holder: readonly string[];
  readonly depth: number;
  readonly inside: readonly Schema[];
}

/** Fields of the response that contain identifiers: `id` and the like, and fields named after an entity that some path needs (`things`, as keys). */
export function returnedFields(
  operation: Operation,
  shape: PathShape,
  schemas: Schemas,
  things: ReadonlySet<string>,
): readonly ReturnedField[] {
  const root = responseSchema(operation);
  if (root === undefined) return [];
  const fields: ReturnedField[] = [];
  const around = kindsOfPath(shape);
  // Breadth first: if there are too many properties, those near the top are kept.
  const places: Place[] = [{ value: root, path: "", holder: [], depth: 0, inside: [] }];
  for (let at = 0; at < places.length && at < MOST_PLACES && fields.length < MOST_FIELDS; at += 1) {
    const place = places[at];
    if (place === undefined) break;
    const { path, depth } = place;
    const items = itemsOf(place.value, schemas);
    if (items !== undefined) {
      places.push({ ...place, value: items, path: `${path}[]` });
      continue;
    }
    const parts = alternatives(place.value, schemas);
    if (parts.some(({ schema }) => place.inside.includes(schema))) continue;
    const properties = propertiesOf(place.value, schemas);
    const own = [
      ...place.holder,
      ...propertyName(parts.find(({ name }) => name !== undefined)?.name ?? "").holds,
      ...declaredKind(properties.get("object"), schemas),
    ];
    const kinds = withAround(own, around);
    const inside = [...place.inside, ...parts.map(({ schema }) => schema)];
    for (const [name, property] of properties) {
      const { keys, field, gives, holds } = propertyName(name);
      const here = path === "" ? name : `${path}.${name}`;
      if (keys.length === 1 && gives) fields.push({ path: here, field, kinds, depth });
      else if ((gives || things.has(field)) && isPlain(property, schemas)) {
        const named = gives ? keys.slice(0, -1) : keys;
        fields.push({ path: here, field, kinds: new Map(named.map((key) => [key, OF_NAME])), depth });
      }
      if (depth < MOST_DEPTH && holdsMore(property, schemas)) {
        const holder = holds.length === 0 ? place.holder : holds;
        places.push({ value: property, path: here, holder, depth: depth + 1, inside });
      }
    }
  }
  return fields;
}

function holdsMore(value: Json, schemas: Schemas): boolean {
  return propertiesOf(value, schemas).size > 0 || itemsOf(value, schemas) !== undefined;
}

function withAround(
  own: readonly string[],
  around: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const kinds = new Map(own.map((word) => [wordKey(word), 1]));
  const share = kinds.size > 0 ? 0.5 : 1;
  for (const [word, worth] of around) kinds.set(word, Math.max(kinds.get(word) ?? 0, worth * share));
  return kinds;
}

/** The entities that the path is about: those of its last segment, and with less certainty those of earlier ones. */
function kindsOfPath({ segments }: PathShape): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>();
  for (const [at, words] of segments.entries())
    for (const word of words) kinds.set(wordKey(word), at === segments.length - 1 ? OF_FOCUS : OF_PARENT);
  return kinds;
}

/** Entity names that the schema declares as values: `object: "customer"`. */
function declaredKind(property: Json | undefined, schemas: Schemas): readonly string[] {
  const values = resolved(property, schemas)?.schema?.["enum"];
  const [only] = Array.isArray(values) && values.length === 1 ? values : [];
  return typeof only === "string" ? nameWords(only) : [];
}

function isPlain(property: Json, schemas: Schemas): boolean {
  return alternatives(property, schemas).some(({ schema }) =>
    [schema["type"]].flat().some((type) => type === "string" || type === "integer"),
  );
}
