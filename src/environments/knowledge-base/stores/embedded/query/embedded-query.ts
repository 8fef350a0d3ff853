import { toAlgebra } from "@traqula/algebra-sparql-1-1";
import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { StoreBounds } from "../../../store/store-bounds.ts";
import type { QueryResult } from "../../../store/triple-store.ts";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import type { Term } from "../../../term/term.ts";
import type { TripleTable } from "../triple-table.ts";
import { emptySolution } from "./evaluate-joins.ts";
import { evaluateOperation } from "./evaluate-operation.ts";
import type { QueryContext } from "./query-context.ts";
import { QueryWork } from "./query-work.ts";
import { type RdfJsTerm, variableOf } from "./rdf-js-term.ts";
import { Searches } from "./searches.ts";
import { Slots } from "./solution.ts";
import { TermPool } from "./term-pool.ts";

/** The syntax tree of a SELECT or ASK that was found to be one (sparql/). */
export type ParsedQuery = Parameters<typeof toAlgebra>[0];

/**
 * Runs a SPARQL 1.1 SELECT or ASK over the table: all of the algebra but named graphs and SERVICE. Every few milliseconds everything else of the
 * process has its turn.
 *
 * @throws TripleStoreError `time-limit`, `too-large`, `syntax` (a relative IRI), `unsupported`; FuxiError `cancelled`
 */
export async function embeddedQuery(
  table: TripleTable,
  parsed: ParsedQuery,
  { maxRows, mostBytes }: { readonly maxRows: number; readonly mostBytes?: number },
  bounds: StoreBounds,
): Promise<QueryResult> {
  try {
    const algebra = algebraOf(parsed);
    const work = new QueryWork(bounds, mostBytes);
    return await solved(algebra, contextFor(table, slotsOf(algebra), work), maxRows);
  } catch (error) {
    // The stack, a set or a text at the limits of the engine.
    if (!(error instanceof RangeError)) throw error;
    throw new TripleStoreError(
      { kind: "too-large", engineMessage: "The query has too many parts or is nested too deeply." },
      { hint: "Write it with fewer parts; VALUES takes many terms at once.", cause: error },
    );
  }
}

async function solved(
  algebra: Algebra.Operation,
  context: QueryContext,
  maxRows: number,
): Promise<QueryResult> {
  const { work, slots, pool } = context;
  const asks = algebra.type === "ask";
  const operation = asks ? algebra.input : algebra;
  const variables = asks ? ["answer"] : projectedNames(algebra, slots);
  const rows: (readonly (Term | undefined)[])[] = [];
  let truncated = false;
  for (const solution of context.evaluate(operation, emptySolution(context))) {
    if (solution === undefined || work.step()) await work.turn();
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
        return id < 0 ? undefined : pool.term(id);
      }),
    );
  }
  if (asks && rows.length === 0) rows.push([boolean(false)]);
  return { variables, rows, truncated };
}

function algebraOf(parsed: ParsedQuery): Algebra.Operation {
  try {
    return toAlgebra(parsed) as Algebra.Operation;
  } catch (error) {
    const relative =
      error instanceof Error ? /relative IRI (.*) because/su.exec(error.message)?.[1] : undefined;
    if (relative === undefined) throw error;
    throw relativeIri(relative, error);
  }
}

function relativeIri(iri: string, cause: unknown): TripleStoreError {
  return new TripleStoreError(
    { kind: "syntax", engineMessage: `<${iri.slice(0, 100)}> is not a whole IRI.` },
    {
      hint: "Write the whole IRI, <http://…>, or a prefixed name such as rdfs:label; BASE <http://…> completes relative ones.",
      cause,
    },
  );
}

function contextFor(table: TripleTable, slots: Slots, work: QueryWork): QueryContext {
  const context: QueryContext = {
    table,
    predicateNumbers: new Map([...table.predicates].map((term, number) => [term, number])),
    pool: new TermPool(table.dictionary, work),
    slots,
    now: new Date(),
    work,
    searches: new Searches(),
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
