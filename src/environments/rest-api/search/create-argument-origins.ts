import { wordKey } from "../../../util/english/word-key.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { type Identifier, identifierOf } from "./identifier.ts";
import { type OperationKind, operationKind, type PathShape, pathForm, pathShape } from "./path-shape.ts";
import { type ReturnedField, returnedFields } from "./returned-fields.ts";

interface Source {
  readonly operation: Operation;
  readonly shape: PathShape;
  readonly kind: OperationKind;
  readonly field: ReturnedField;
  /** Keys of the words in its path, without words for searching. */
  readonly about: readonly string[];
}

/** Weights by kind: operations that need less knowledge to call rank higher. */
const BY_KIND: Readonly<Record<OperationKind, number>> = {
  search: 1,
  list: 0.9,
  item: 0.45,
  create: 0.4,
  update: 0,
  delete: 0,
  action: 0,
};
/** Weight of an item that lists others, such as a film its cast. */
const LISTED_IN_ITEM = 0.8;
const PER_VARIABLE = 0.6;
const PER_LEVEL = 0.85;
const PER_OTHER_WORD = 0.85;
const OWN_COLLECTION = 2.5;
const ELSEWHERE = 0.6;
const OTHER_FIELD = 0.75;
const LEAST = 0.12;

/** Finds origins by the names of schemas, properties and paths. Nothing is called. */
export function createArgumentOrigins(document: ApiDocument): ArgumentOrigins {
  const shapes = new Map(document.operations.map((each) => [each, pathShape(each.path)]));
  const shapeOf = (operation: Operation): PathShape => shapes.get(operation) ?? pathShape(operation.path);
  const known = {
    paths: new Set(document.operations.map(({ path }) => pathForm(path))),
    things: thingsOf(shapes.values()),
  };
  let sources: ReadonlyMap<string, readonly Source[]> | undefined;
  const identifiers = new Map<string, Identifier | undefined>();
  const found = new Map<string, readonly ArgumentOrigin[]>();

  const identifier = (operation: Operation, argument: string): Identifier | undefined => {
    const key = `${operation.id} ${argument}`;
    if (!identifiers.has(key))
      identifiers.set(key, identifierOf(operation, argument, shapeOf(operation), document.schemas, known));
    return identifiers.get(key);
  };

  return {
    isIdentifier: (operation, argument) => identifier(operation, argument) !== undefined,
    of(operation, argument, limit) {
      const wanted = identifier(operation, argument);
      if (wanted === undefined) return [];
      const key = `${operation.id} ${argument}`;
      let origins = found.get(key);
      if (origins === undefined) {
        sources ??= sourcesByKind(document, shapes, known.things);
        origins = rankedOrigins(operation, wanted, sources);
        found.set(key, origins);
      }
      return origins.slice(0, Math.max(limit, 0));
    },
  };
}

/** Ranks origins by literal names, without synonyms: a cinema is no film. */
function rankedOrigins(
  operation: Operation,
  wanted: Identifier,
  sources: ReadonlyMap<string, readonly Source[]>,
): readonly ArgumentOrigin[] {
  const best = new Map<Operation, { readonly score: number; readonly field: ReturnedField }>();
  for (const nouns of wanted.things) {
    for (const source of new Set(nouns.flatMap((noun) => sources.get(noun) ?? []))) {
      if (source.operation === operation) continue;
      const score = scoreOf(source, wanted, nouns);
      if (score > (best.get(source.operation)?.score ?? LEAST))
        best.set(source.operation, { score, field: source.field });
    }
  }
  return [...best]
    .sort(([one, a], [other, b]) => b.score - a.score || (one.id < other.id ? -1 : 1))
    .map(([{ id }, { field }]) => ({ operation: id, field: field.path }));
}

function scoreOf(source: Source, wanted: Identifier, nouns: readonly string[]): number {
  const { shape, kind, field, about } = source;
  const near = nouns.reduce((sum, noun) => sum + (field.kinds.get(noun) ?? 0), 0) / nouns.length;
  const more = [...field.kinds].filter(([key, worth]) => worth === 1 && !nouns.includes(key)).length;
  const called =
    wanted.fields[0] === field.field ? 1 : wanted.fields.includes(field.field) ? 0.9 : OTHER_FIELD;
  const elsewhere = about.length > 0 && !about.some((key) => nouns.includes(key));
  const sure = near * called * worthOf(kind, field) * PER_LEVEL ** field.depth;
  if (isCollection(source, wanted.collection)) return sure * OWN_COLLECTION;
  const strange = (elsewhere ? ELSEWHERE : 1) * PER_OTHER_WORD ** more;
  return sure * strange * PER_VARIABLE ** shape.variables.length;
}

function worthOf(kind: OperationKind, { path }: ReturnedField): number {
  return kind === "item" && path.includes("[]") ? LISTED_IN_ITEM : BY_KIND[kind];
}

/** True for the entity's own collection and searches of it. Their path variables are no obstacle: a call for the entity needs the same ones. */
function isCollection({ operation, kind }: Source, collection: string | undefined): boolean {
  if (collection === undefined) return false;
  const path = pathForm(operation.path);
  return path === collection || (kind === "search" && path.startsWith(`${collection}/`));
}

function sourcesByKind(
  document: ApiDocument,
  shapes: ReadonlyMap<Operation, PathShape>,
  things: ReadonlySet<string>,
): ReadonlyMap<string, readonly Source[]> {
  const siblings = new Set(document.operations.map(({ method, path }) => `${method} ${path}`));
  const byKind = new Map<string, Source[]>();
  for (const [operation, shape] of shapes) {
    const kind = operationKind(operation, shape, siblings);
    if (BY_KIND[kind] === 0) continue;
    const about = shape.segments
      .flat()
      .filter((word) => !/^(?:search|find|lookup|query)$/u.test(word))
      .map(wordKey);
    for (const field of returnedFields(operation, shape, document.schemas, things)) {
      const source = { operation, shape, kind, field, about };
      for (const key of field.kinds.keys()) {
        const list = byKind.get(key);
        if (list === undefined) byKind.set(key, [source]);
        else list.push(source);
      }
    }
  }
  return byKind;
}

/** Keys of the entities that path variables stand for, as one name and word by word. */
function thingsOf(shapes: Iterable<PathShape>): ReadonlySet<string> {
  const things = new Set<string>();
  for (const { variables } of shapes) {
    for (const { nouns } of variables) {
      const keys = nouns.map(wordKey);
      things.add(keys.join(" "));
    }
  }
  return things;
}

/** A source of values for an argument: a field in the response of another operation. */
interface ArgumentOrigin {
  /** Id of the other operation. */
  readonly operation: string;
  /** `results[].id` */
  readonly field: string;
}

/** Finds operations that return values for an argument. */
export interface ArgumentOrigins {
  /** At most `limit` origins, the likeliest first. Empty for arguments that the person gives (a search text, a date). */
  of(operation: Operation, argument: string, limit: number): readonly ArgumentOrigin[];
  /** True for arguments whose values only the API knows: ids of its entities. */
  isIdentifier(operation: Operation, argument: string): boolean;
}
