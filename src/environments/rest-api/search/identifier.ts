import { wordKey } from "../../../util/english/word-key.ts";
import type { Json } from "../../../util/json.ts";
import { nameWords } from "../../../util/name-words.ts";
import type { Operation } from "../document/api-document.ts";
import { alternatives, descriptionOf, itemsOf, propertiesOf, type Schemas } from "../document/schema-view.ts";
import { ID_WORDS, type PathShape, pathForm } from "./path-shape.ts";

/** An argument that identifies an entity of the API. */
export interface Identifier {
  /** Keys of the words for the entity, one list for each kind that it may be. */
  readonly things: readonly (readonly string[])[];
  /** Keys of the names of fields that contain the identifier. */
  readonly fields: readonly string[];
  /** Path of the entity's collection, if the document has operations on it. */
  readonly collection?: string;
}

/** Entities known from the paths of a document. */
export interface KnownThings {
  /** Forms of all paths. */
  readonly paths: ReadonlySet<string>;
  /** Keys of the entities that path variables stand for. */
  readonly things: ReadonlySet<string>;
}

interface Argument {
  readonly description: string;
  readonly schema: Json;
  readonly inPath: boolean;
}

const SUFFIX = /^(?:ids?|uuids?|guids?|identifiers?|keys?|slugs?|tokens?|uris?|urn)$/u;
const OF_WORDS = new Set(
  "with without by for of in exclude include list seed ending starting before after since parent new old primary default exposed".split(
    " ",
  ),
);
const SAYS_ID = /\b(?:ids?|uuid|identifiers?)\b/iu;
const PAGING = /^(?:starting|ending)_?(?:after|before)$|cursor|^(?:page|after|before|since)(?:_?token)?$/iu;
const NOT_AN_ID = new Set(
  "client request idempotency api external reference page cursor continuation next access".split(" "),
);

/** The entity that an argument identifies. Undefined for arguments whose values a person gives (a text, a date, a choice). */
export function identifierOf(
  operation: Operation,
  argument: string,
  shape: PathShape,
  schemas: Schemas,
  known: KnownThings,
): Identifier | undefined {
  const found = argumentOf(operation, argument, schemas);
  if (found === undefined || PAGING.test(argument) || !mayHoldIdentifier(found.schema, schemas))
    return undefined;
  const words = nameWords(argument);
  const last = words.at(-1) ?? "";
  const suffixed = SUFFIX.test(last);
  const own = words.filter((word) => !ID_WORDS.has(word) && !SUFFIX.test(word) && !OF_WORDS.has(word));
  if (suffixed && own.some((word) => NOT_AN_ID.has(word))) return undefined;
  if (/^(?:keys?|tokens?)$/u.test(last) && !found.inPath) return undefined;
  const collection = found.inPath ? collectionOf(operation.path, argument) : undefined;
  const hasCollection = collection !== undefined && known.paths.has(collection);
  const named = /\bnames?\b/iu.test(found.description);
  const said = SAYS_ID.test(found.description) && !named;
  const calledAfter = collection !== undefined && sharesParent(own, collection);
  if (!suffixed && !said && (named || !(hasCollection || calledAfter))) return undefined;
  const about = found.inPath
    ? (shape.variables.find(({ name }) => name === argument)?.nouns ?? [])
    : own.length > 0
      ? []
      : (shape.segments.at(-1) ?? []);
  const nouns = [...new Set([...own, ...about.filter((word) => !SUFFIX.test(word))].map(wordKey))];
  const things = [withoutCounters(nouns)];
  // The name `ids` alone names no entity, but its description may: "ids of the artists or users to follow".
  if (own.length === 0 && !found.inPath)
    for (const word of new Set(nameWords(found.description).map(wordKey)))
      if (known.things.has(word)) things.push([word]);
  return {
    things: things.filter((each) => each.length > 0),
    fields: fieldsOf(last, own),
    ...(hasCollection ? { collection } : {}),
  };
}

/** `/customers` of `/customers/{customer}/cards`. Undefined if the variable does not follow a collection. */
function collectionOf(path: string, argument: string): string | undefined {
  const end = path.indexOf(`/{${argument}}`);
  const before = end < 0 ? "" : path.slice(0, end);
  return before === "" || before.endsWith("}") ? undefined : pathForm(before);
}

/** `/customers/{customer}`: the variable is named after the segment before it. */
function sharesParent(own: readonly string[], collection: string): boolean {
  const parent = nameWords(collection.split("/").at(-1) ?? "").map(wordKey);
  return own.length > 0 && own.every((word) => parent.includes(wordKey(word)));
}

function withoutCounters(nouns: readonly string[]): readonly string[] {
  const rest = nouns.filter((noun) => noun !== "number");
  return rest.length > 0 ? rest : nouns;
}

function fieldsOf(last: string, own: readonly string[]): readonly string[] {
  const suffix = SUFFIX.test(last) || last === "number" ? wordKey(last) : "id";
  const general = /^(?:ur[in]|number|slug)$/u.test(suffix) ? [suffix, "id"] : ["id", suffix, "uuid"];
  return [...new Set([...general, ...(own.length === 0 ? [] : [own.map(wordKey).join(" ")])])];
}

function argumentOf(operation: Operation, argument: string, schemas: Schemas): Argument | undefined {
  const parameter = operation.parameters.find(({ name }) => name === argument);
  if (parameter !== undefined) {
    const { schema, description } = parameter;
    const text = description === "" ? descriptionOf(schema, schemas) : description;
    return { description: text, schema, inPath: parameter.in === "path" };
  }
  for (const { schema } of operation.body?.contents ?? []) {
    const property = propertiesOf(schema, schemas).get(argument);
    if (property !== undefined)
      return { description: descriptionOf(property, schemas), schema: property, inPath: false };
  }
  return undefined;
}

/** A text or a whole number, or a list of them, that is not one of a few given values. */
function mayHoldIdentifier(schema: Json, schemas: Schemas): boolean {
  const items = itemsOf(schema, schemas);
  const parts = alternatives(items ?? schema, schemas).map((each) => each.schema);
  if (parts.some((each) => each["enum"] !== undefined || each["const"] !== undefined)) return false;
  if (
    parts.some(
      (each) => typeof each["format"] === "string" && /^(?:date|time|unix-time)/u.test(each["format"]),
    )
  )
    return false;
  const types = parts.flatMap((each) => [each["type"]].flat());
  const stated = types.filter((type) => type !== undefined);
  return (
    stated.length === 0 || stated.some((type) => type === "string" || type === "integer" || type === "number")
  );
}
