import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import { evaluateBgp } from "./evaluate-bgp.ts";
import { evaluateGroup } from "./evaluate-group.ts";
import { emptySolution, evaluateJoin, evaluateLeftJoin, evaluateMinus } from "./evaluate-joins.ts";
import { evaluateOrder } from "./evaluate-order.ts";
import { evaluatePath } from "./evaluate-path.ts";
import { isTrue } from "./expressions/effective-boolean.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { restOfValue } from "./expressions/rest-of-value.ts";
import type { QueryContext } from "./query-context.ts";
import { constantOf } from "./rdf-js-term.ts";
import { merged, type Solution, type Solutions, UNBOUND } from "./solution.ts";

/**
 * Solutions of an operation of the SPARQL algebra that agree with what is given, one by one as they are asked for.
 *
 * @throws TripleStoreError `unsupported` for what a file has not (named graphs, other services), and whatever `QueryWork` throws
 */
export function evaluateOperation(
  operation: Algebra.Operation,
  given: Solution,
  context: QueryContext,
): Solutions {
  switch (operation.type) {
    case "bgp":
      return evaluateBgp(operation, given, context);
    case "path":
      return evaluatePath(operation, given, context);
    case "join":
      return evaluateJoin(operation, given, context);
    case "leftjoin":
      return evaluateLeftJoin(operation, given, context);
    case "minus":
      return evaluateMinus(operation, given, context);
    case "union":
      return chained(operation.input.map((each) => () => context.evaluate(each, given)));
    case "values":
      return values(operation, given, context);
    case "filter":
      return filtered(operation, given, context);
    case "extend":
      return extended(operation, given, context);
    case "group":
      return evaluateGroup(operation, given, context);
    case "orderby":
      return evaluateOrder(operation, given, context);
    case "project":
      return projected(operation, given, context);
    case "distinct":
    case "reduced":
      return distinct(context.evaluate(operation.input, given), context);
    case "slice":
      return sliced(operation, context.evaluate(operation.input, given));
    case "nop":
      return [given];
    default:
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: `${NAMES[operation.type] ?? operation.type} cannot be used on a file.`,
      });
  }
}

/** Bytes of a key in a set, beside its characters. */
const SEEN = 64;

const NAMES: Readonly<Record<string, string>> = {
  graph: "GRAPH (a file is one graph)",
  from: "FROM (a file is one graph)",
  service: "SERVICE",
};

function* chained(parts: readonly (() => Solutions)[]): Solutions {
  for (const part of parts) yield* part();
}

function* values(
  { bindings }: Algebra.Values,
  given: Solution,
  { pool, slots, work }: QueryContext,
): Solutions {
  for (const binding of bindings) {
    if (work.step()) yield undefined;
    const solution = new Array<number>(given.length).fill(UNBOUND);
    for (const [name, term] of Object.entries(binding)) {
      solution[slots.of(name.replace(/^\?/u, ""))] = pool.idOf(constantOf(term));
    }
    const both = merged(given, solution);
    if (both !== undefined) yield both;
  }
}

function* filtered({ input, expression }: Algebra.Filter, given: Solution, context: QueryContext): Solutions {
  const { work, searches } = context;
  for (const solution of context.evaluate(input, given)) {
    if (work.step()) yield undefined;
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    const value = evaluateExpression(expression, solution, context);
    if (isTrue(searches.unfinished ? yield* restOfValue(expression, solution, context) : value))
      yield solution;
  }
}

function* extended(
  { input, variable, expression }: Algebra.Extend,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { work, searches } = context;
  const slot = context.slots.of(variable.value);
  for (const solution of context.evaluate(input, given)) {
    if (work.step()) yield undefined;
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    let value = evaluateExpression(expression, solution, context);
    if (searches.unfinished) value = yield* restOfValue(expression, solution, context);
    const next = [...solution];
    if (value !== undefined) next[slot] = context.pool.idOf(value);
    yield next;
  }
}

/** What is inside a sub-select and not projected is not the same as what has that name outside. */
function* projected(
  { input, variables }: Algebra.Project,
  given: Solution,
  context: QueryContext,
): Solutions {
  const kept = variables.map(({ value }) => context.slots.of(value));
  const inner = emptySolution(context) as number[];
  for (const slot of kept) inner[slot] = given[slot] as number;
  for (const solution of context.evaluate(input, inner)) {
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    const outer = emptySolution(context) as number[];
    for (const slot of kept) outer[slot] = solution[slot] as number;
    yield outer;
  }
}

function* distinct(input: Solutions, { work }: QueryContext): Solutions {
  const seen = new Set<string>();
  const held = work.holding();
  try {
    for (const solution of input) {
      if (work.step()) yield undefined;
      if (solution === undefined) {
        yield undefined;
        continue;
      }
      const key = solution.join();
      if (seen.has(key)) continue;
      held.add(SEEN + key.length);
      seen.add(key);
      yield solution;
    }
  } finally {
    held.release();
  }
}

function* sliced({ start, length }: Algebra.Slice, input: Solutions): Solutions {
  if (length === 0) return;
  let at = 0;
  for (const solution of input) {
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    if (at >= start) yield solution;
    at++;
    if (length !== undefined && at >= start + length) return;
  }
}
