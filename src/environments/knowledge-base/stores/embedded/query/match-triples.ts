import type { Adjacency, TripleTable } from "../triple-table.ts";

/** Subject, predicate and object as term numbers. */
export type MatchedTriple = readonly [subject: number, predicate: number, object: number];

/** Triples between two looks at the clock. */
const TURN = 2048;

/**
 * Triples with the given parts, which are term numbers; undefined stands for any. Each case walks the layout in which its triples stand side by
 * side.
 */
export function* matchTriples(
  table: TripleTable,
  predicateNumbers: ReadonlyMap<number, number>,
  subject: number | undefined,
  predicate: number | undefined,
  object: number | undefined,
): Generator<MatchedTriple | undefined> {
  const number = predicate === undefined ? undefined : predicateNumbers.get(predicate);
  if (predicate !== undefined && number === undefined) return;
  if (subject !== undefined && object !== undefined) {
    yield* between(table, subject, number, object);
  } else if (subject !== undefined) {
    for (const [at, each] of edges(table.bySubject, subject, number)) {
      yield [subject, table.predicates[each] as number, table.bySubject.ends[at] as number];
    }
  } else if (object !== undefined) {
    let seen = 0;
    for (const [at, each] of edges(table.byObject, object, number)) {
      if (++seen % TURN === 0) yield undefined;
      yield [table.byObject.ends[at] as number, table.predicates[each] as number, object];
    }
  } else {
    const numbers = number === undefined ? table.predicates.keys() : [number];
    for (const each of numbers) yield* withPredicate(table, each);
  }
}

/** How many triples fit at most; exact but for pairs of subject and object. */
export function countTriples(
  table: TripleTable,
  predicateNumbers: ReadonlyMap<number, number>,
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

function* withPredicate(table: TripleTable, number: number): Generator<MatchedTriple | undefined> {
  const { offsets, subjects, objects } = table.byPredicate;
  const predicate = table.predicates[number] as number;
  const end = offsets[number + 1] as number;
  for (let at = offsets[number] as number; at < end; at++) {
    if (at % TURN === 0) yield undefined;
    yield [subjects[at] as number, predicate, objects[at] as number];
  }
}

function* between(
  table: TripleTable,
  subject: number,
  number: number | undefined,
  object: number,
): Generator<MatchedTriple> {
  const fewer =
    degree(table.bySubject, subject, number) <= degree(table.byObject, object, number)
      ? ([table.bySubject, subject, object] as const)
      : ([table.byObject, object, subject] as const);
  const [adjacency, from, to] = fewer;
  for (const [at, each] of edges(adjacency, from, number)) {
    if (adjacency.ends[at] === to) yield [subject, table.predicates[each] as number, object];
  }
}

function degree(adjacency: Adjacency, term: number, number: number | undefined): number {
  const [from, to] = range(adjacency, term, number);
  return to - from;
}

function* edges(
  adjacency: Adjacency,
  term: number,
  number: number | undefined,
): Generator<readonly [at: number, predicate: number]> {
  const [from, to] = range(adjacency, term, number);
  for (let at = from; at < to; at++) yield [at, adjacency.predicates[at] as number];
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
