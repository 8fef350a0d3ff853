import type { FileDictionary } from "./table/file-dictionary.ts";

/** Edges of each term, side by side: the edges of term `t` are at `offsets[t]` to `offsets[t + 1]`, ordered by predicate, then by end. */
export interface Adjacency {
  readonly offsets: Uint32Array;
  /** Predicate numbers, not term numbers. */
  readonly predicates: Uint16Array | Uint32Array;
  readonly ends: Uint32Array;
}

/** The pairs of predicate `p` are at `offsets[p]` to `offsets[p + 1]`, ordered by subject, then by object. */
export interface PredicateColumns {
  readonly offsets: Uint32Array;
  readonly subjects: Uint32Array;
  readonly objects: Uint32Array;
}

/** All triples of a file, as typed arrays that are written to the cache file and read back unchanged. Each triple occurs once. */
export interface TripleTable {
  readonly dictionary: FileDictionary;
  readonly triples: number;
  /** Term numbers of the predicates, by predicate number. */
  readonly predicates: Uint32Array;
  /** Ends are objects. */
  readonly bySubject: Adjacency;
  /** Ends are subjects. */
  readonly byObject: Adjacency;
  readonly byPredicate: PredicateColumns;
}

export function predicateNumber(table: TripleTable, predicate: string): number | undefined {
  const id = table.dictionary.idOf({ kind: "iri", value: predicate });
  if (id === undefined) return undefined;
  const number = table.predicates.indexOf(id);
  return number < 0 ? undefined : number;
}

/** Calls `visit` with subject and object of each triple of the predicate. */
export function eachPair(
  table: TripleTable,
  predicate: string,
  visit: (subject: number, object: number) => void,
): void {
  const number = predicateNumber(table, predicate);
  if (number === undefined) return;
  const { offsets, subjects, objects } = table.byPredicate;
  const end = offsets[number + 1] as number;
  for (let at = offsets[number] as number; at < end; at++)
    visit(subjects[at] as number, objects[at] as number);
}
