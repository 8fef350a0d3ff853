import { setImmediate } from "node:timers/promises";
import type { Iri, Term } from "../../../term/term.ts";
import type { Adjacency, PredicateColumns, TripleTable } from "../triple-table.ts";
import { ByteDictionary, finishHash, hashBytes } from "./byte-dictionary.ts";
import { FileDictionary, PLAIN, PLAIN_SORT, sortText, XSD_STRING } from "./file-dictionary.ts";

const CHUNK = 1 << 19;

/** Triples of numbers in order of arrival, in chunks, so that growth copies nothing. 12 bytes each. */
export class TripleBuffer {
  readonly #chunks: Uint32Array[] = [];
  #last = new Uint32Array(0);
  #at = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(subject: number, predicate: number, object: number): void {
    if (this.#at === this.#last.length) {
      this.#last = new Uint32Array(CHUNK * 3);
      this.#chunks.push(this.#last);
      this.#at = 0;
    }
    this.#last[this.#at] = subject;
    this.#last[this.#at + 1] = predicate;
    this.#last[this.#at + 2] = object;
    this.#at += 3;
    this.#size++;
  }

  /** The triples in order, a chunk at a time, three numbers each. With `drop`, each chunk is freed after use, and the buffer is empty afterwards. */
  *chunks(drop = false): Generator<Uint32Array> {
    let left = this.#size * 3;
    for (let i = 0; i < this.#chunks.length; i++) {
      const chunk = this.#chunks[i] as Uint32Array;
      if (drop) this.#chunks[i] = EMPTY;
      yield chunk.subarray(0, Math.min(left, chunk.length));
      left -= chunk.length;
    }
    if (!drop) return;
    this.#chunks.length = 0;
    this.#last = EMPTY;
    this.#at = 0;
    this.#size = 0;
  }
}

const EMPTY = new Uint32Array(0);

/** Triples as parallel columns. */
interface Rows {
  readonly subjects: Uint32Array;
  readonly predicates: Uint32Array;
  readonly objects: Uint32Array;
}

interface SortedTriples {
  readonly triples: number;
  readonly bySubject: Adjacency;
  readonly byObject: Adjacency;
  readonly byPredicate: PredicateColumns;
}

/**
 * The three layouts, each triple once. Counting sorts only, so time and memory are linear: five passes over 12 bytes a triple, about 40 bytes
 * a triple at the peak. Yields to the event loop between passes. Empties `buffer`.
 *
 * @param termOf maps a subject or object number of the buffer to a term number
 * @throws the reason of `signal`
 */
async function sortTriples(
  buffer: TripleBuffer,
  counts: { readonly terms: number; readonly predicates: number },
  termOf: (number: number) => number,
  options: { readonly signal: AbortSignal },
): Promise<SortedTriples> {
  const turn = async () => {
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
  // Subjects were turned into offsets, and so will these objects be; predicates are freed once narrowed.
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

/** Stable counting sort of all rows by `keys`, one of the columns of `from`. */
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

/** Added to the number of a literal while the number of nodes is not known yet. */
const VALUE = 2 ** 31;

/**
 * Builds a table from the triples of a file, in any order and with repetitions. Readers of bytes use the dictionaries
 * directly; other readers use `addTerms`.
 */
export class TableBuilder {
  readonly nodes = new ByteDictionary();
  readonly literals = new ByteDictionary();
  readonly predicates = new ByteDictionary();
  /** Sorts of literals by number. */
  readonly #sorts = new ByteDictionary();
  readonly #triples = new TripleBuffer();
  #scratch = Buffer.allocUnsafeSlow(1 << 12);

  constructor() {
    for (const sort of [PLAIN_SORT, XSD_STRING]) this.#sorts.internBytes(Buffer.from(sort));
  }

  /** Triples added so far, repetitions included. */
  get triples(): number {
    return this.#triples.size;
  }

  /** `subject` and `object` are numbers of nodes, or made by `valueNumber`; `predicate` is a number of `predicates`. */
  add(subject: number, predicate: number, object: number): void {
    this.#triples.add(subject, predicate, object);
  }

  addTerms(subject: Term, predicate: Iri, object: Term): void {
    this.add(this.term(subject), this.predicate(predicate.value), this.term(object));
  }

  /** The number of a predicate as `add` takes it. */
  predicate(iri: string): number {
    return this.#intern(this.predicates, iri, 0);
  }

  /** The number of a term as `add` takes it. */
  term(term: Term): number {
    switch (term.kind) {
      case "iri":
        return this.#intern(this.nodes, term.value, 0);
      case "blank":
        return this.#intern(this.nodes, `_:${term.value}`, 0);
      case "literal":
        return valueNumber(this.#intern(this.literals, term.value, this.sortOf(sortText(term))));
    }
  }

  sortOf(sort: string): number {
    return sort === PLAIN_SORT ? PLAIN : this.#intern(this.#sorts, sort, 0);
  }

  /** `hash` is the unfinished hash of the bytes of a datatype's IRI, or of a language in lower case after an `@`. */
  sortOfBytes(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const id = this.#sorts.intern(bytes, start, end, finishHash(hash, 0), 0);
    return id === XSD_STRING_NUMBER ? PLAIN : id;
  }

  /** Sorts the triples and numbers nodes before values. The builder is unusable afterwards. */
  async finish(options: { readonly signal: AbortSignal }): Promise<TripleTable> {
    const predicates = new Uint32Array(this.predicates.size);
    for (let p = 0; p < predicates.length; p++)
      predicates[p] = this.nodes.internBytes(this.predicates.bytesOf(p));
    const nodeCount = this.nodes.size;
    const { sorts: _, ...nodes } = this.nodes.freeze();
    const literals = this.literals.freeze();
    const sorts = Array.from({ length: this.#sorts.size }, (_, i) =>
      Buffer.from(this.#sorts.bytesOf(i)).toString(),
    );
    const dictionary = new FileDictionary({ nodes, literals, sorts });
    const sorted = await sortTriples(
      this.#triples,
      { terms: dictionary.count, predicates: predicates.length },
      (number) => (number < VALUE ? number : number - VALUE + nodeCount),
      options,
    );
    return { dictionary, predicates, ...sorted };
  }

  #intern(texts: ByteDictionary, text: string, sort: number): number {
    // A UTF-16 unit takes at most three bytes.
    if (text.length * 3 > this.#scratch.length) this.#scratch = Buffer.allocUnsafeSlow(text.length * 4);
    const end = this.#scratch.write(text);
    return texts.intern(this.#scratch, 0, end, finishHash(hashBytes(this.#scratch, 0, end), sort), sort);
  }
}

const XSD_STRING_NUMBER = 1;

/** The number of a literal, as `TableBuilder.add` takes it. */
export function valueNumber(literal: number): number {
  return literal + VALUE;
}
