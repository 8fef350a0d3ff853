import { getHeapStatistics } from "node:v8";
import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { storeError } from "../../../store/triple-store-error.ts";
import { type RdfJsTerm, type Term, termOf, termText } from "../../../term/term.ts";

import type { TermDictionary, TripleTable } from "../triple-table.ts";

/** Values of a query's variables by slot: numbers of terms, or `UNBOUND`. */
export type Solution = readonly number[];
export type Solutions = Iterable<Solution>;
export const UNBOUND = -1;

/** State that all parts of one query's evaluation share. */
export interface QueryContext {
  readonly table: TripleTable;
  /** Predicate numbers by term number. */
  readonly predicateNumbers: ReadonlyMap<number, number>;
  readonly pool: TermPool;
  readonly slots: Slots;
  /** To be told of every solution, term and text that an operator keeps. */
  readonly kept: KeptMemory;
  /** Solutions of an operation that agree with `given`. */
  evaluate(operation: Algebra.Operation, given: Solution): Solutions;
}

/** Things that are kept between two looks at the heap. */
const UNWATCHED = 4096;

/**
 * Refuses a query that keeps too much while there is still room: an engine that reaches the limit of its heap may end the whole process, not only the
 * worker.
 */
export class KeptMemory {
  #count = 0;

  /** @throws TripleStoreError `too-large` */
  add(): void {
    if (++this.#count % UNWATCHED !== 0) return;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used > limit / 2) {
      throw storeError("too-large", "The query has to keep more at once than there is memory for.", {
        hint: "Join by shared variables, filter earlier, or count and group fewer solutions.",
      });
    }
  }
}

/** The term of a variable, where it is bound. */
export function boundTerm(context: QueryContext, name: string, solution: Solution): Term | undefined {
  const id = solution[context.slots.of(name)];
  return id === undefined || id < 0 ? undefined : context.pool.term(id);
}

export function emptySolution({ slots }: QueryContext): Solution {
  return new Array<number>(slots.size).fill(UNBOUND);
}

/** The two together, or undefined where they say different things. */
export function merged(a: Solution, b: Solution): Solution | undefined {
  const both = [...a];
  for (const [slot, value] of b.entries()) {
    if (value === UNBOUND) continue;
    const other = both[slot] as number;
    if (other !== UNBOUND && other !== value) return undefined;
    both[slot] = value;
  }
  return both;
}

/** Numbers the variables of a query, by name. */
export class Slots {
  readonly #byName = new Map<string, number>();

  of(name: string): number {
    const slot = this.#byName.get(name) ?? this.#byName.size;
    this.#byName.set(name, slot);
    return slot;
  }

  get size(): number {
    return this.#byName.size;
  }

  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }
}

/**
 * Numbers for all terms of one query: those of the table keep theirs, those that expressions make come after them. So equal
 * numbers are equal terms.
 */
export class TermPool {
  readonly #dictionary: TermDictionary;
  readonly #made: Term[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #kept: KeptMemory;

  constructor(dictionary: TermDictionary, kept: KeptMemory) {
    this.#dictionary = dictionary;
    this.#kept = kept;
  }

  term(id: number): Term {
    const { count } = this.#dictionary;
    return id < count ? this.#dictionary.term(id) : (this.#made[id - count] as Term);
  }

  idOf(term: Term): number {
    const known = this.#dictionary.idOf(term);
    if (known !== undefined) return known;
    const text = termText(term);
    const made = this.#numbers.get(text);
    if (made !== undefined) return made;
    this.#kept.add();
    const id = this.#dictionary.count + this.#made.push(term) - 1;
    this.#numbers.set(text, id);
    return id;
  }

  /** Whether the term occurs in the table, so that triples can have it. */
  inTable(id: number): boolean {
    return id < this.#dictionary.count;
  }
}

/** Name of the variable in a pattern: a blank node there is one, too, that nobody can ask for. */
export function variableOf(term: RdfJsTerm): string | undefined {
  if (term.termType === "Variable") return term.value;
  return term.termType === "BlankNode" ? `_:${term.value}` : undefined;
}

/** @throws TripleStoreError `unsupported` for RDF-star terms */
export function constantOf(term: RdfJsTerm): Term {
  const own = termOf(term);
  if (own !== undefined) return own;
  throw storeError("unsupported", "RDF-star cannot be asked for.");
}
