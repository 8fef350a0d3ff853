import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import type { QueryWork } from "./query-work.ts";
import type { Searches } from "./searches.ts";
import type { Slots, Solution, Solutions } from "./solution.ts";
import type { TermPool } from "./term-pool.ts";

/** What all parts of one query's evaluation share. */
export interface QueryContext {
  readonly table: TripleTable;
  /** Predicate numbers by term number. */
  readonly predicateNumbers: ReadonlyMap<number, number>;
  readonly pool: TermPool;
  readonly slots: Slots;
  /** The moment of the query, for NOW(). */
  readonly now: Date;
  readonly work: QueryWork;
  /** EXISTS in expressions that are being evaluated. */
  readonly searches: Searches;
  /** Solutions of an operation that agree with `given`. */
  evaluate(operation: Algebra.Operation, given: Solution): Solutions;
}

/** The term of a variable, where it is bound. */
export function boundTerm(context: QueryContext, name: string, solution: Solution): Term | undefined {
  const id = solution[context.slots.of(name)];
  return id === undefined || id < 0 ? undefined : context.pool.term(id);
}

/** Bytes that a kept solution takes, about. */
export function solutionBytes({ slots }: QueryContext): number {
  return 8 * slots.size + 64;
}
