import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { RdfJsTerm } from "../../../term/term.ts";
import type { Adjacency, TripleTable } from "../triple-table.ts";
import {
  constantOf,
  type QueryContext,
  type Solution,
  type Solutions,
  UNBOUND,
  variableOf,
} from "./query-context.ts";

/** A place of a pattern: a slot to be bound, or a term that stands there. */
type Place = { readonly slot: number } | { readonly id: number };

interface PlacedPattern {
  readonly places: readonly [Place, Place, Place];
}

/** Patterns one after another, at each point the one that leaves the fewest triples, each looked up with what is known by then. */
export function evaluateBgp({ patterns }: Algebra.Bgp, given: Solution, context: QueryContext): Solutions {
  const placed = patterns.map(
    ({ subject, predicate, object }): PlacedPattern => ({
      places: [placeOf(subject, context), placeOf(predicate, context), placeOf(object, context)],
    }),
  );
  return matchAll(placed, given, context);
}

export function placeOf(term: RdfJsTerm, { pool, slots }: QueryContext): Place {
  const variable = variableOf(term);
  return variable === undefined ? { id: pool.idOf(constantOf(term)) } : { slot: slots.of(variable) };
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

function* matchOne({ places }: PlacedPattern, given: Solution, context: QueryContext): Solutions {
  const { pool } = context;
  const [subject, predicate, object] = places.map((place) => known(place, given));
  for (const id of [subject, predicate, object]) if (id !== undefined && !pool.inTable(id)) return;
  for (const triple of matchTriples(context, subject, predicate, object)) {
    const solution = bound(places, triple, given);
    if (solution !== undefined) yield solution;
  }
}

/** Undefined where a variable that occurs twice in the pattern would have to be two things. */
function bound(
  places: PlacedPattern["places"],
  triple: readonly number[],
  given: Solution,
): Solution | undefined {
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

function known(place: Place, given: Solution): number | undefined {
  if ("id" in place) return place.id;
  const id = given[place.slot] as number;
  return id === UNBOUND ? undefined : id;
}

function cheapest(patterns: readonly PlacedPattern[], given: Solution, context: QueryContext): PlacedPattern {
  // A pattern that shares nothing with what is known multiplies all of it.
  const joined = patterns.filter(({ places }) =>
    places.some((place) => "slot" in place && given[place.slot] !== UNBOUND),
  );
  const candidates = joined.length > 0 ? joined : patterns;
  let best = candidates[0] as PlacedPattern;
  let least = Number.POSITIVE_INFINITY;
  for (const pattern of candidates) {
    const [subject, predicate, object] = pattern.places.map((place) => known(place, given));
    const triples = countTriples(context, subject, predicate, object);
    if (triples < least) {
      least = triples;
      best = pattern;
    }
  }
  return best;
}

/** Subject, predicate and object as term numbers. */
export type MatchedTriple = readonly [subject: number, predicate: number, object: number];

/**
 * Triples with the given parts, which are term numbers; undefined stands for any. Each case walks the layout in which its triples stand side by
 * side.
 */
function* matchTriples(
  { table, predicateNumbers }: QueryContext,
  subject: number | undefined,
  predicate: number | undefined,
  object: number | undefined,
): Generator<MatchedTriple> {
  const number = predicate === undefined ? undefined : predicateNumbers.get(predicate);
  if (predicate !== undefined && number === undefined) return;
  if (subject !== undefined && object !== undefined) {
    yield* between(table, subject, number, object);
  } else if (subject !== undefined) {
    const { predicates, ends } = table.bySubject;
    const [from, to] = range(table.bySubject, subject, number);
    for (let at = from; at < to; at++)
      yield [subject, table.predicates[predicates[at] as number] as number, ends[at] as number];
  } else if (object !== undefined) {
    const { predicates, ends } = table.byObject;
    const [from, to] = range(table.byObject, object, number);
    for (let at = from; at < to; at++)
      yield [ends[at] as number, table.predicates[predicates[at] as number] as number, object];
  } else {
    const numbers = number === undefined ? table.predicates.keys() : [number];
    for (const each of numbers) yield* withPredicate(table, each);
  }
}

/** How many triples fit at most; exact but for pairs of subject and object. */
function countTriples(
  { table, predicateNumbers }: QueryContext,
  subject: number | undefined,
  predicate: number | undefined,
  object: number | undefined,
): number {
  const number = predicate === undefined ? undefined : predicateNumbers.get(predicate);
  if (predicate !== undefined && number === undefined) return 0;
  const outgoing = subject === undefined ? undefined : degree(table.bySubject, subject, number);
  const incoming = object === undefined ? undefined : degree(table.byObject, object, number);
  if (outgoing !== undefined && incoming !== undefined) return Math.min(outgoing, incoming);
  if (outgoing !== undefined || incoming !== undefined) return outgoing ?? incoming ?? 0;
  if (number === undefined) return table.triples;
  const { offsets } = table.byPredicate;
  return (offsets[number + 1] as number) - (offsets[number] as number);
}

function* withPredicate(table: TripleTable, number: number): Generator<MatchedTriple> {
  const { offsets, subjects, objects } = table.byPredicate;
  const predicate = table.predicates[number] as number;
  const end = offsets[number + 1] as number;
  for (let at = offsets[number] as number; at < end; at++)
    yield [subjects[at] as number, predicate, objects[at] as number];
}

function* between(
  table: TripleTable,
  subject: number,
  number: number | undefined,
  object: number,
): Generator<MatchedTriple> {
  const outgoing = degree(table.bySubject, subject, number);
  const incoming = degree(table.byObject, object, number);
  const [adjacency, start, goal] =
    outgoing <= incoming ? [table.bySubject, subject, object] : [table.byObject, object, subject];
  const [from, to] = range(adjacency, start, number);
  for (let at = from; at < to; at++) {
    if (adjacency.ends[at] === goal)
      yield [subject, table.predicates[adjacency.predicates[at] as number] as number, object];
  }
}

function degree(adjacency: Adjacency, term: number, number: number | undefined): number {
  const [from, to] = range(adjacency, term, number);
  return to - from;
}

/** Edges are ordered by predicate, so those with one predicate stand together. */
function range(
  { offsets, predicates }: Adjacency,
  term: number,
  number: number | undefined,
): readonly [from: number, to: number] {
  const from = offsets[term] ?? 0;
  const to = offsets[term + 1] ?? from;
  if (number === undefined) return [from, to];
  return [lowerBound(predicates, number, from, to), lowerBound(predicates, number + 1, from, to)];
}

function lowerBound(sorted: Uint16Array | Uint32Array, value: number, from: number, to: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Path = Algebra.PropertyPathSymbol;
type Ends = Iterable<number>;

/** Pairs that a property path connects. Repeated paths give each pair once, the others once per way, as the standard says. */
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

/** `UNBOUND` for an end that may be anything. */
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

/** Every term that a triple begins or ends with. */
function* connected({ table }: QueryContext): Ends {
  const { offsets: out } = table.bySubject;
  const { offsets: into } = table.byObject;
  for (let id = 0; id < table.dictionary.count; id++) {
    if ((out[id + 1] ?? 0) > (out[id] ?? 0) || (into[id + 1] ?? 0) > (into[id] ?? 0)) yield id;
  }
}

/** Where a path leads from one term; `inverse` walks it from its other end. */
function* reach(path: Path, from: number, inverse: boolean, context: QueryContext): Ends {
  switch (path.type) {
    case "link":
      yield* along(from, context.pool.idOf({ kind: "iri", value: path.iri.value }), inverse, context);
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
  const { pool } = context;
  if (!pool.inTable(from)) return;
  const excluded = new Set([...without].map((value) => pool.idOf({ kind: "iri", value })));
  const [subject, object] = inverse ? [undefined, from] : [from, undefined];
  for (const triple of matchTriples(context, subject, predicate, object)) {
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
