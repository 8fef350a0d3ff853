import { setImmediate } from "node:timers/promises";
import type { Adjacency, PredicateColumns } from "../triple-table.ts";
import type { TripleBuffer } from "./triple-buffer.ts";

/** Rows side by side. */
interface Rows {
  readonly subjects: Uint32Array;
  readonly predicates: Uint32Array;
  readonly objects: Uint32Array;
}

export interface SortedTriples {
  readonly triples: number;
  readonly bySubject: Adjacency;
  readonly byObject: Adjacency;
  readonly byPredicate: PredicateColumns;
}

/**
 * The three layouts, each triple once. Counting sorts only, so time and memory are linear: five passes over 12 bytes a triple, about 40 bytes
 * a triple at the highest. The event loop gets its turn between passes. Empties `buffer`.
 *
 * @param termOf makes the number of a term of a number in the buffer's first and third place
 * @throws the reason of `signal`
 */
export async function sortTriples(
  buffer: TripleBuffer,
  counts: { readonly terms: number; readonly predicates: number },
  termOf: (number: number) => number,
  options: { readonly signal: AbortSignal; readonly onProgress?: (share: number) => void },
): Promise<SortedTriples> {
  let passes = 0;
  const turn = async () => {
    options.onProgress?.(passes++ / PASSES);
    await setImmediate();
    options.signal.throwIfAborted();
  };
  const a = flatten(buffer, termOf);
  const b = emptyRows(a.subjects.length);
  await turn();
  move(a, b, a.objects, counts.terms);
  await turn();
  move(b, a, b.predicates, counts.predicates);
  await turn();
  move(a, b, a.subjects, counts.terms);
  await turn();
  const triples = dropRepeated(b);
  const sorted = cut(b, triples);
  const bySubject = {
    offsets: offsetsOf(sorted.subjects, counts.terms),
    predicates: narrow(sorted.predicates, counts.predicates),
    ends: sorted.objects,
  };
  const c = cut(a, triples);
  await turn();
  move(sorted, c, sorted.predicates, counts.predicates);
  const byPredicate = {
    offsets: offsetsOf(c.predicates, counts.predicates),
    subjects: c.subjects,
    objects: c.objects,
  };
  await turn();
  // Subjects were turned into offsets, and so will these objects be; predicates are free once they were narrowed.
  const d = {
    subjects: new Uint32Array(triples),
    predicates: bySubject.predicates === sorted.predicates ? new Uint32Array(triples) : sorted.predicates,
    objects: sorted.subjects,
  };
  move(c, d, c.objects, counts.terms);
  const byObject = {
    offsets: offsetsOf(c.objects, counts.terms),
    predicates: narrow(d.predicates, counts.predicates),
    ends: d.subjects,
  };
  await turn();
  return { triples, bySubject, byObject, byPredicate };
}

const PASSES = 6;

function flatten(buffer: TripleBuffer, termOf: (number: number) => number): Rows {
  const rows = emptyRows(buffer.size);
  let row = 0;
  for (const chunk of buffer.chunks(true)) {
    for (let i = 0; i < chunk.length; i += 3, row++) {
      rows.subjects[row] = termOf(chunk[i] as number);
      rows.predicates[row] = chunk[i + 1] as number;
      rows.objects[row] = termOf(chunk[i + 2] as number);
    }
  }
  return rows;
}

function emptyRows(size: number): Rows {
  return {
    subjects: new Uint32Array(size),
    predicates: new Uint32Array(size),
    objects: new Uint32Array(size),
  };
}

/** Moves all rows to their places in the order of `keys`, one of the columns of `from`; rows of the same key stay in their order. */
function move(from: Rows, to: Rows, keys: Uint32Array, keyCount: number): void {
  const places = offsetsOf(keys, keyCount);
  for (let row = 0; row < keys.length; row++) {
    const key = keys[row] as number;
    const place = places[key] as number;
    places[key] = place + 1;
    to.subjects[place] = from.subjects[row] as number;
    to.predicates[place] = from.predicates[row] as number;
    to.objects[place] = from.objects[row] as number;
  }
}

function offsetsOf(keys: Uint32Array, keyCount: number): Uint32Array {
  const offsets = new Uint32Array(keyCount + 1);
  for (let row = 0; row < keys.length; row++) {
    const next = (keys[row] as number) + 1;
    offsets[next] = (offsets[next] as number) + 1;
  }
  for (let key = 0; key < keyCount; key++) {
    offsets[key + 1] = (offsets[key + 1] as number) + (offsets[key] as number);
  }
  return offsets;
}

function dropRepeated({ subjects, predicates, objects }: Rows): number {
  let kept = 0;
  for (let row = 0; row < subjects.length; row++) {
    const last = kept - 1;
    if (
      kept > 0 &&
      subjects[row] === subjects[last] &&
      predicates[row] === predicates[last] &&
      objects[row] === objects[last]
    ) {
      continue;
    }
    subjects[kept] = subjects[row] as number;
    predicates[kept] = predicates[row] as number;
    objects[kept] = objects[row] as number;
    kept++;
  }
  return kept;
}

function cut(rows: Rows, size: number): Rows {
  if (rows.subjects.length === size) return rows;
  return {
    subjects: rows.subjects.slice(0, size),
    predicates: rows.predicates.slice(0, size),
    objects: rows.objects.slice(0, size),
  };
}

function narrow(predicates: Uint32Array, count: number): Uint16Array | Uint32Array {
  return count <= 0x10000 ? Uint16Array.from(predicates) : predicates;
}
