import type { Adjacency, TripleTable } from "../triple-table.ts";
import type { QueryContext } from "./query-context.ts";
import type { QueryWork } from "./query-work.ts";

/** Subject, predicate and object as term numbers. */
export type MatchedTriple = readonly [subject: number, predicate: number, object: number];

/** Edges that are looked at in the time of a step. */
const EDGES = 64;

/**
 * Triples with the given parts, which are term numbers; undefined stands for any. Each case walks the layout in which its triples stand side by
 * side.
 */
export function* matchTriples(
  { table, predicateNumbers, work }: QueryContext,
  subject: number | undefined,
  predicate: number | undefined,
  object: number | undefined,
): Generator<MatchedTriple> {
  const number = predicate === undefined ? undefined : predicateNumbers.get(predicate);
  if (predicate !== undefined && number === undefined) return;
  if (subject !== undefined && object !== undefined) {
    yield* between(table, subject, number, object, work);
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
export function countTriples(
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
  work: QueryWork,
): Generator<MatchedTriple> {
  const outgoing = degree(table.bySubject, subject, number);
  const incoming = degree(table.byObject, object, number);
  const [adjacency, start, goal] =
    outgoing <= incoming ? [table.bySubject, subject, object] : [table.byObject, object, subject];
  const [from, to] = range(adjacency, start, number);
  work.spend((to - from) / EDGES);
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
