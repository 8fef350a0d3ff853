import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { RdfJsTerm } from "../../../term/term.ts";
import { adjacencyOf } from "../evaluate/edges.ts";
import { lowerBound } from "../evaluate/work.ts";
import type { Adjacency, TripleTable } from "../triple-table.ts";
import {
  constantOf,
  type QueryContext,
  type Solution,
  type Solutions,
  UNBOUND,
  variableOf,
} from "./query-context.ts";

/** A position of a pattern: a slot to be bound, or a fixed term. */
type Place = { readonly slot: number } | { readonly id: number };

type PlacedPattern = readonly [Place, Place, Place];

/** Joins patterns one by one. The next is always the pattern with the fewest triples, given the bindings so far. */
export function evaluateBgp({ patterns }: Algebra.Bgp, given: Solution, context: QueryContext): Solutions {
  const placed = patterns.map(
    ({ subject, predicate, object }): PlacedPattern => [
      placeOf(subject, context),
      placeOf(predicate, context),
      placeOf(object, context),
    ],
  );
  return matchAll(placed, given, context);
}

export function placeOf(term: RdfJsTerm, { space, slots }: QueryContext): Place {
  const variable = variableOf(term);
  return variable === undefined ? { id: space.idOf(constantOf(term)) } : { slot: slots.of(variable) };
}

function* matchAll(patterns: readonly PlacedPattern[], given: Solution, context: QueryContext): Solutions {
  if (patterns.length === 0) {
    yield given;
    return;
  }
  const next = cheapest(patterns, given, context);
  const rest = patterns.filter((pattern) => pattern !== next);
  for (const solution of matchOne(next, given, context)) {
    if (rest.length === 0) yield solution;
    else yield* matchAll(rest, solution, context);
  }
}

function* matchOne(places: PlacedPattern, given: Solution, context: QueryContext): Solutions {
  for (const triple of triplesWith(known(places, given), context).all()) {
    const solution = bound(places, triple, given);
    if (solution !== undefined) yield solution;
  }
}

/** Undefined if a variable that occurs twice in the pattern would need two values. */
function bound(places: PlacedPattern, triple: readonly number[], given: Solution): Solution | undefined {
  const solution = [...given];
  for (const [i, place] of places.entries()) {
    if (!("slot" in place)) continue;
    const id = triple[i] as number;
    const before = solution[place.slot];
    if (before !== UNBOUND && before !== id) return undefined;
    solution[place.slot] = id;
  }
  return solution;
}

/** Known term of each position; undefined if it is free. */
function known(places: PlacedPattern, given: Solution): Known {
  return places.map((place) => {
    const id = "id" in place ? place.id : (given[place.slot] as number);
    return id === UNBOUND ? undefined : id;
  });
}

function cheapest(patterns: readonly PlacedPattern[], given: Solution, context: QueryContext): PlacedPattern {
  // A pattern that shares no variable with the bindings so far multiplies the solutions.
  const joined = patterns.filter((places) =>
    places.some((place) => "slot" in place && given[place.slot] !== UNBOUND),
  );
  const candidates = joined.length > 0 ? joined : patterns;
  let best = candidates[0] as PlacedPattern;
  let least = Number.POSITIVE_INFINITY;
  for (const pattern of candidates) {
    const { most } = triplesWith(known(pattern, given), context);
    if (most < least) {
      least = most;
      best = pattern;
    }
  }
  return best;
}

/** Subject, predicate and object as term numbers. */
type MatchedTriple = readonly [subject: number, predicate: number, object: number];

/** Subject, predicate and object; undefined if free. */
type Known = readonly (number | undefined)[];

interface Triples {
  /** Number of triples; an upper bound if both subject and object are known. */
  readonly most: number;
  readonly all: () => Iterable<MatchedTriple>;
}

const NO_TRIPLES: Triples = { most: 0, all: () => [] };

/** Triples with these terms, from the layout with the shortest range to scan. */
function triplesWith(ids: Known, { space, predicateNumbers }: QueryContext): Triples {
  const { table } = space;
  const [subject, predicate, object] = ids;
  const number = predicate === undefined ? undefined : predicateNumbers.get(predicate);
  const isUnknown = ids.some((id) => id !== undefined && !space.inTable(id));
  if (isUnknown || (predicate !== undefined && number === undefined)) return NO_TRIPLES;
  const outgoing = subject === undefined ? undefined : range(table.bySubject, subject, number);
  const incoming = object === undefined ? undefined : range(table.byObject, object, number);
  if (subject !== undefined && outgoing && (!incoming || sizeOf(outgoing) <= sizeOf(incoming)))
    return { most: sizeOf(outgoing), all: () => edges(table, subject, outgoing, false, object) };
  if (object !== undefined && incoming)
    return { most: sizeOf(incoming), all: () => edges(table, object, incoming, true, subject) };
  if (number === undefined) return { most: table.triples, all: () => allTriples(table) };
  const { offsets } = table.byPredicate;
  const most = (offsets[number + 1] as number) - (offsets[number] as number);
  return { most, all: () => withPredicate(table, number) };
}

function* allTriples(table: TripleTable): Generator<MatchedTriple> {
  for (const number of table.predicates.keys()) yield* withPredicate(table, number);
}

function* withPredicate(table: TripleTable, number: number): Generator<MatchedTriple> {
  const { offsets, subjects, objects } = table.byPredicate;
  const predicate = table.predicates[number] as number;
  const end = offsets[number + 1] as number;
  for (let at = offsets[number] as number; at < end; at++)
    yield [subjects[at] as number, predicate, objects[at] as number];
}

/** Edges of one term; only edges to `goal` if it is given. */
function* edges(
  table: TripleTable,
  term: number,
  [from, to]: Range,
  inverse: boolean,
  goal: number | undefined,
): Generator<MatchedTriple> {
  const { predicates, ends } = adjacencyOf(table, inverse);
  for (let at = from; at < to; at++) {
    const end = ends[at] as number;
    if (goal !== undefined && end !== goal) continue;
    const predicate = table.predicates[predicates[at] as number] as number;
    yield inverse ? [end, predicate, term] : [term, predicate, end];
  }
}

type Range = readonly [from: number, to: number];
const sizeOf = ([from, to]: Range): number => to - from;

/** Edges are ordered by predicate, so those with one predicate stand together. */
function range({ offsets, predicates }: Adjacency, term: number, number: number | undefined): Range {
  const from = offsets[term] ?? 0;
  const to = offsets[term + 1] ?? from;
  if (number === undefined) return [from, to];
  return [lowerBound(predicates, number, from, to), lowerBound(predicates, number + 1, from, to)];
}

type Path = Algebra.PropertyPathSymbol;
type Ends = Iterable<number>;

/** Pairs that a property path connects. Repeated paths (`*`, `+`, `?`) give each pair once, others once per way, as the standard says. */
export function* evaluatePath(operation: Algebra.Path, given: Solution, context: QueryContext): Solutions {
  const subject = placeOf(operation.subject, context);
  const object = placeOf(operation.object, context);
  const from = "id" in subject ? subject.id : (given[subject.slot] as number);
  const to = "id" in object ? object.id : (given[object.slot] as number);
  for (const [start, end] of pairs(operation.predicate, from, to, context)) {
    const solution = [...given];
    if ("slot" in subject) solution[subject.slot] = start;
    if ("slot" in object) {
      const before = solution[object.slot];
      if (before !== UNBOUND && before !== end) continue;
      solution[object.slot] = end;
    }
    yield solution;
  }
}

/** Pairs of a path; an end that is `UNBOUND` is free. */
function* pairs(
  path: Path,
  from: number,
  to: number,
  context: QueryContext,
): Iterable<readonly [from: number, to: number]> {
  if (from !== UNBOUND) {
    for (const end of reach(path, from, false, context)) if (to === UNBOUND || end === to) yield [from, end];
  } else if (to !== UNBOUND) {
    for (const start of reach(path, to, true, context)) yield [start, to];
  } else {
    for (const start of connected(context)) {
      for (const end of reach(path, start, false, context)) yield [start, end];
    }
  }
}

/** Every term that is the subject or object of a triple. */
function* connected({ space: { table } }: QueryContext): Ends {
  const { offsets: out } = table.bySubject;
  const { offsets: into } = table.byObject;
  for (let id = 0; id < table.dictionary.count; id++) {
    if ((out[id + 1] ?? 0) > (out[id] ?? 0) || (into[id + 1] ?? 0) > (into[id] ?? 0)) yield id;
  }
}

/** Ends of a path from one term; `inverse` walks the path backwards. */
function* reach(path: Path, from: number, inverse: boolean, context: QueryContext): Ends {
  switch (path.type) {
    case "link":
      yield* along(from, context.space.idOf({ kind: "iri", value: path.iri.value }), inverse, context);
      return;
    case "inv":
      yield* reach(path.path as Path, from, !inverse, context);
      return;
    case "nps":
      yield* along(from, undefined, inverse, context, new Set(path.iris.map(({ value }) => value)));
      return;
    case "seq":
      yield* sequence(inverse ? path.input.toReversed() : path.input, from, inverse, context);
      return;
    case "alt":
      for (const each of path.input) yield* reach(each, from, inverse, context);
      return;
    default:
      yield* repeated(path, from, inverse, context);
  }
}

function* along(
  from: number,
  predicate: number | undefined,
  inverse: boolean,
  context: QueryContext,
  without: ReadonlySet<string> = new Set(),
): Ends {
  const excluded = new Set([...without].map((value) => context.space.idOf({ kind: "iri", value })));
  const [subject, object] = inverse ? [undefined, from] : [from, undefined];
  for (const triple of triplesWith([subject, predicate, object], context).all()) {
    if (!excluded.has(triple[1])) yield triple[inverse ? 0 : 2];
  }
}

function* sequence(
  [first, ...rest]: readonly Path[],
  from: number,
  inverse: boolean,
  context: QueryContext,
): Ends {
  if (first === undefined) yield from;
  else
    for (const middle of reach(first, from, inverse, context))
      yield* sequence(rest, middle, inverse, context);
}

function* repeated(
  path: Extract<Path, { readonly path: unknown }>,
  from: number,
  inverse: boolean,
  context: QueryContext,
): Ends {
  const seen = new Set<number>();
  if (path.type !== "OneOrMorePath") {
    seen.add(from);
    yield from;
  }
  let frontier: readonly number[] = [from];
  while (frontier.length > 0) {
    const found: number[] = [];
    for (const each of frontier) {
      for (const end of reach(path.path as Path, each, inverse, context)) {
        if (seen.has(end)) continue;
        context.kept.add();
        seen.add(end);
        found.push(end);
        yield end;
      }
    }
    frontier = path.type === "ZeroOrOnePath" ? [] : found;
  }
}
