import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { sparqlAlgebra } from "../../../sparql/sparql-algebra.ts";
import { booleanTerm, type Term } from "../../../term/term.ts";
import type { QueryResult } from "../../../triple-store/triple-store.ts";
import { storeError } from "../../../triple-store/triple-store-error.ts";
import { TermSpace } from "../evaluate/term-space.ts";
import type { TripleTable } from "../triple-table.ts";
import { evaluateOperation } from "./evaluate-operation.ts";
import { emptySolution, KeptMemory, type QueryContext, Slots, variablesWithin } from "./query-context.ts";

/** The syntax tree of a SELECT or ASK that was admitted (sparql/). */
export type ParsedQuery = Parameters<typeof sparqlAlgebra>[0];

/**
 * Runs a SPARQL 1.1 SELECT or ASK over the table: the whole algebra except named graphs, SERVICE and a few functions (docs/tools.md).
 * Synchronous: it blocks the thread.
 *
 * @throws TripleStoreError `too-large`, `syntax` (a relative IRI), `unsupported`
 */
export function embeddedQuery(table: TripleTable, parsed: ParsedQuery, maxRows: number): QueryResult {
  try {
    const algebra = sparqlAlgebra(parsed);
    const kept = new KeptMemory();
    const context: QueryContext = {
      predicateNumbers: new Map([...table.predicates].map((term, number) => [term, number])),
      space: new TermSpace(table, undefined, () => kept.add()),
      slots: slotsOf(algebra),
      kept,
      evaluate: (operation, given) => evaluateOperation(operation, given, context),
    };
    return solved(algebra, context, maxRows);
  } catch (error) {
    // The stack, a set or a text reached a limit of the JavaScript engine.
    if (!(error instanceof RangeError)) throw error;
    throw storeError("too-large", "The query has too many parts, keeps too much, or makes too long texts.", {
      hint: "Write it with fewer parts, filter earlier, and make shorter texts.",
      cause: error,
    });
  }
}

function solved(algebra: Algebra.Operation, context: QueryContext, maxRows: number): QueryResult {
  const { slots, space } = context;
  if (algebra.type === "ask") {
    const [first] = context.evaluate(algebra.input, emptySolution(context));
    return { variables: ["answer"], rows: [[booleanTerm(first !== undefined)]], truncated: false };
  }
  const variables = projectedNames(algebra, slots);
  const rows: (readonly (Term | undefined)[])[] = [];
  for (const solution of context.evaluate(algebra, emptySolution(context))) {
    if (rows.length === maxRows) return { variables, rows, truncated: true };
    rows.push(
      variables.map((name) => {
        const id = solution[slots.of(name)] as number;
        return id < 0 ? undefined : space.term(id);
      }),
    );
  }
  return { variables, rows, truncated: false };
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
  for (const name of variablesWithin(operation)) slots.of(name);
  return slots;
}
