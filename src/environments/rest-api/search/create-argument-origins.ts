import type { ArgumentOrigin } from "../../../environment/capabilities.ts";
import type { ApiDocument, Operation } from "../document/api-document.ts";
import { type Identifier, identifierOf } from "./identifier.ts";
import { type OperationKind, operationKind, type PathShape, pathForm, pathShape } from "./path-shape.ts";

import { type ReturnedField, returnedFields } from "./returned-fields.ts";
import { synonymsOf } from "./thesaurus.ts";
import { wordKey } from "./word-key.ts";

interface Source {
  readonly operation: Operation;
  readonly shape: PathShape;
  readonly kind: OperationKind;
  readonly field: ReturnedField;
  /** Keys of its path's words, without those that say that it searches. */
  readonly about: readonly string[];
  /** Keys of what its path's variables stand for. */
  readonly variables: readonly string[];
}

/** Operations that can be called with less knowledge come first. */
const BY_KIND: Readonly<Record<OperationKind, number>> = {
  search: 1,
  list: 0.9,
  item: 0.45,
  create: 0.4,
  update: 0,
  delete: 0,
  action: 0,
};
/** One thing that lists others, such as a film its cast. */
const LISTED_IN_ITEM = 0.8;
const PER_VARIABLE = 0.7;
/** Per variable whose things no operation finds without knowing others first. */
const OUT_OF_REACH = 0.7;
const NEEDS_THE_SAME = 0.3;
const PER_LEVEL = 0.85;
const PER_OTHER_WORD = 0.85;
const OWN_COLLECTION = 2.5;
const ELSEWHERE = 0.6;
const DEPRECATED = 0.6;
const OTHER_FIELD = 0.75;
const LEAST = 0.12;

/** Origins by names alone: of schemas, properties and paths. Nothing is called. */
export function createArgumentOrigins(document: ApiDocument): ArgumentOrigins {
  const shapes = new Map(document.operations.map((each) => [each, pathShape(each.path)]));
  const shapeOf = (operation: Operation): PathShape => shapes.get(operation) ?? pathShape(operation.path);
  const known = {
    paths: new Set(document.operations.map(({ path }) => pathForm(path))),
    things: thingsOf(shapes.values()),
  };
  let sources: ReadonlyMap<string, readonly Source[]> | undefined;
  let within: ReadonlySet<string> | undefined;
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
        within ??= withinReach(sources);
        origins = rankedOrigins(operation, wanted, sources, within);
        found.set(key, origins);
      }
      return origins.slice(0, Math.max(limit, 0));
    },
  };
}

/** By the thing's own name; other words for it count only where nothing is called so: a cinema is no film, whatever people say. */
function rankedOrigins(
  operation: Operation,
  wanted: Identifier,
  sources: ReadonlyMap<string, readonly Source[]>,
  within: ReadonlySet<string>,
): readonly ArgumentOrigin[] {
  const own = originsBy((noun) => new Map([[noun, 1]]), operation, wanted, sources, within);
  if (own.length > 0) return own;
  return originsBy((noun) => new Map([...synonymsOf(noun), [noun, 1]]), operation, wanted, sources, within);
}

function originsBy(
  meaningsOf: (noun: string) => ReadonlyMap<string, number>,
  operation: Operation,
  wanted: Identifier,
  sources: ReadonlyMap<string, readonly Source[]>,
  within: ReadonlySet<string>,
): readonly ArgumentOrigin[] {
  const best = new Map<Operation, { readonly score: number; readonly field: ReturnedField }>();
  for (const nouns of wanted.things) {
    const meanings = nouns.map(meaningsOf);
    const candidates = new Set(
      meanings.flatMap((keys) => [...keys.keys()].flatMap((key) => sources.get(key) ?? [])),
    );
    for (const source of candidates) {
      if (source.operation === operation) continue;
      const score = scoreOf(source, wanted, nouns, meanings, within);
      if (score > (best.get(source.operation)?.score ?? LEAST))
        best.set(source.operation, { score, field: source.field });
    }
  }
  return [...best]
    .sort(([one, a], [other, b]) => b.score - a.score || (one.id < other.id ? -1 : 1))
    .map(([{ id }, { field }]) => ({ operation: id, field: field.path }));
}

function scoreOf(
  source: Source,
  wanted: Identifier,
  nouns: readonly string[],
  meanings: readonly ReadonlyMap<string, number>[],
  within: ReadonlySet<string>,
): number {
  const { operation, shape, kind, field, about, variables } = source;
  let near = 0;
  const matched = new Set<string>();
  for (const keys of meanings) {
    let most = 0;
    for (const [key, strength] of keys) {
      const worth = strength * (field.kinds.get(key) ?? 0);
      if (worth === 0) continue;
      matched.add(key);
      most = Math.max(most, worth);
    }
    near += most / meanings.length;
  }
  const more = [...field.kinds].filter(([key, worth]) => worth === 1 && !matched.has(key)).length;
  const called =
    wanted.fields[0] === field.field ? 1 : wanted.fields.includes(field.field) ? 0.9 : OTHER_FIELD;
  const elsewhere = about.length > 0 && !about.some((key) => meanings.some((keys) => keys.has(key)));
  const sure =
    near * called * worthOf(kind, field) * PER_LEVEL ** field.depth * (operation.deprecated ? DEPRECATED : 1);
  if (isCollection(source, wanted.collection)) return sure * OWN_COLLECTION;
  const same = variables.some((key) => nouns.includes(key));
  return (
    sure *
    (elsewhere ? ELSEWHERE : 1) *
    PER_OTHER_WORD ** more *
    PER_VARIABLE ** shape.variables.length *
    OUT_OF_REACH ** variables.filter((key) => !within.has(key)).length *
    (same ? NEEDS_THE_SAME : 1)
  );
}

function worthOf(kind: OperationKind, { path }: ReturnedField): number {
  return kind === "item" && path.includes("[]") ? LISTED_IN_ITEM : BY_KIND[kind];
}

/** Keys of things that can be found without knowing any other: what is searched for or listed as a whole. */
function withinReach(sources: ReadonlyMap<string, readonly Source[]>): ReadonlySet<string> {
  const free = ({ kind, shape }: Source): boolean =>
    (kind === "search" || kind === "list") && shape.variables.length === 0;
  return new Set([...sources].filter(([, list]) => list.some(free)).map(([key]) => key));
}

/** The collection that the thing is in, and searches of it: whatever else they need, somebody who wants the thing has it already. */
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
    const variables = shape.variables.flatMap(({ nouns }) => nouns.map(wordKey));
    for (const field of returnedFields(operation, shape, document.schemas, things)) {
      const source = { operation, shape, kind, field, about, variables };
      for (const key of field.kinds.keys()) {
        const list = byKind.get(key);
        if (list === undefined) byKind.set(key, [source]);
        else list.push(source);
      }
    }
  }
  return byKind;
}

/** Keys of what variables stand for, as one name and word by word. */
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

/** Which operations return what an argument wants. */
export interface ArgumentOrigins {
  /** The likeliest first, at most `limit`; none where the person gives it (a search text, a date). */
  of(operation: Operation, argument: string, limit: number): readonly ArgumentOrigin[];
  /** True for arguments that only the API can give: ids of its things. */
  isIdentifier(operation: Operation, argument: string): boolean;
}
