import { getHeapStatistics } from "node:v8";
import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { type RdfJsTerm, type Term, termOf } from "../../../term/term.ts";
import { storeError, type TripleStoreError } from "../../../triple-store/triple-store-error.ts";

import type { TermSpace } from "../evaluate/term-space.ts";

/** Values of a query's variables by slot: numbers of terms, or `UNBOUND`. */
export type Solution = readonly number[];
export type Solutions = Iterable<Solution>;
export const UNBOUND = -1;

/** State that all parts of one query's evaluation share. */
export interface QueryContext {
  /** Predicate numbers by term number. */
  readonly predicateNumbers: ReadonlyMap<number, number>;
  /** Numbers of terms: terms of the table keep theirs, terms that expressions make follow. Equal numbers are therefore equal terms. */
  readonly space: TermSpace;
  readonly slots: Slots;
  /** Counts every solution, term and text that an operator stores. */
  readonly kept: KeptMemory;
  /** Solutions of an operation that are compatible with `given`. */
  evaluate(operation: Algebra.Operation, given: Solution): Solutions;
}

/** Stored items between two checks of the heap. */
const UNWATCHED = 4096;

/**
 * Refuses a query that stores too much before the heap is full: reaching the heap limit may end the whole process, not only the
 * worker.
 */
export class KeptMemory {
  #count = 0;

  /** @throws TripleStoreError `too-large` */
  add(): void {
    if (++this.#count % UNWATCHED !== 0) return;
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used > limit / 2) throw tooMuchKept();
  }
}

export function tooMuchKept(): TripleStoreError {
  return storeError("too-large", "The query has to keep more at once than there is memory for.", {
    hint: "Join by shared variables, filter earlier, or count and group fewer solutions.",
  });
}

/** The term of a variable; undefined if unbound. */
export function boundTerm(context: QueryContext, name: string, solution: Solution): Term | undefined {
  const id = solution[context.slots.of(name)];
  return id === undefined || id < 0 ? undefined : context.space.term(id);
}

export function emptySolution({ slots }: QueryContext): Solution {
  return new Array<number>(slots.size).fill(UNBOUND);
}

/** Both solutions merged; undefined if they bind a variable to different terms. */
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

/** Name of a pattern's variable. A blank node in a pattern is a variable, too, that cannot be selected. */
export function variableOf(term: RdfJsTerm): string | undefined {
  if (term.termType === "Variable") return term.value;
  return term.termType === "BlankNode" ? `_:${term.value}` : undefined;
}

/** Names of all variables in a part of the algebra, patterns within expressions included. */
export function variablesWithin(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = "termType" in value ? variableOf(value as RdfJsTerm) : undefined;
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(variablesWithin)];
}

/** @throws TripleStoreError `unsupported` for RDF-star terms */
export function constantOf(term: RdfJsTerm): Term {
  const own = termOf(term);
  if (own !== undefined) return own;
  throw storeError("unsupported", "RDF-star cannot be asked for.");
}
