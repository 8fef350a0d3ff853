import { setImmediate } from "node:timers/promises";
import { toAlgebra } from "@traqula/algebra-sparql-1-1";
import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import type { StoreBounds } from "../../../store/store-bounds.ts";
import type { QueryResult } from "../../../store/triple-store.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import type { Term } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import { emptySolution } from "./evaluate-joins.ts";
import { evaluateOperation } from "./evaluate-operation.ts";
import type { QueryContext } from "./query-context.ts";
import { type RdfJsTerm, variableOf } from "./rdf-js-term.ts";
import { Slots } from "./solution.ts";
import { TermPool } from "./term-pool.ts";

/** The syntax tree of a SELECT or ASK that was found to be one (sparql/). */
export type ParsedQuery = Parameters<typeof toAlgebra>[0];

/** Solutions and pauses between two turns of the event loop. */
const TURN = 1000;

/**
 * Runs a SPARQL 1.1 SELECT or ASK over the table: all of the algebra but named graphs and SERVICE.
 *
 * @throws TripleStoreError `time-limit`, `unsupported`; FuxiError `cancelled`
 */
export async function embeddedQuery(
  table: TripleTable,
  parsed: ParsedQuery,
  { maxRows }: { readonly maxRows: number },
  bounds: StoreBounds,
): Promise<QueryResult> {
  const algebra = toAlgebra(parsed) as Algebra.Operation;
  const slots = slotsOf(algebra);
  const context = contextFor(table, slots, bounds);
  const asks = algebra.type === "ask";
  const operation = asks ? algebra.input : algebra;
  const variables = asks ? ["answer"] : projectedNames(algebra, slots);
  const rows: (readonly (Term | undefined)[])[] = [];
  let truncated = false;
  let turn = 0;
  for (const solution of context.evaluate(operation, emptySolution(context))) {
    if (++turn % TURN === 0) {
      await setImmediate();
      context.check();
    }
    if (solution === undefined) continue;
    if (asks) {
      rows.push([boolean(true)]);
      break;
    }
    if (rows.length === maxRows) {
      truncated = true;
      break;
    }
    rows.push(
      variables.map((name) => {
        const id = solution[slots.of(name)] as number;
        return id < 0 ? undefined : context.pool.term(id);
      }),
    );
  }
  if (asks && rows.length === 0) rows.push([boolean(false)]);
  return { variables, rows, truncated };
}

function contextFor(table: TripleTable, slots: Slots, { milliseconds, signal }: StoreBounds): QueryContext {
  const deadline = performance.now() + milliseconds;
  let looks = 0;
  const context: QueryContext = {
    table,
    predicateNumbers: new Map([...table.predicates].map((term, number) => [term, number])),
    pool: new TermPool(table.dictionary),
    slots,
    now: new Date(),
    check() {
      if (++looks % 512 !== 0) return;
      if (signal.aborted) throw new FuxiError("cancelled", "The caller cancelled.");
      if (performance.now() > deadline) {
        throw new TripleStoreError({
          kind: "time-limit",
          engineMessage: `The query ran over its limit of ${milliseconds} ms.`,
        });
      }
    },
    evaluate: (operation, given) => evaluateOperation(operation, given, context),
  };
  return context;
}

function projectedNames(operation: Algebra.Operation, slots: Slots): readonly string[] {
  let inner: Algebra.Operation = operation;
  while (inner.type === "slice" || inner.type === "distinct" || inner.type === "reduced") inner = inner.input;
  return inner.type === "project"
    ? inner.variables.map(({ value }) => value)
    : slots.names.filter((name) => !name.startsWith("_:"));
}

/** Numbers every variable before evaluation begins, so that all solutions have one length. */
function slotsOf(operation: Algebra.Operation): Slots {
  const slots = new Slots();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("termType" in value && typeof value.termType === "string") {
      const name = variableOf(value as RdfJsTerm);
      if (name !== undefined) slots.of(name);
    }
    for (const each of Object.values(value)) visit(each);
  };
  visit(operation);
  return slots;
}

function boolean(value: boolean): Term {
  return { kind: "literal", value: String(value), datatype: "http://www.w3.org/2001/XMLSchema#boolean" };
}
