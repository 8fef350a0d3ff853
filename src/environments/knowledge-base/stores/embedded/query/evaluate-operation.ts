import { type Algebra, algebraUtils } from "@traqula/algebra-transformations-1-1";
import { storeError } from "../../../triple-store/triple-store-error.ts";
import { evaluateGroup } from "./evaluate-group.ts";
import { evaluateExpression } from "./expressions.ts";
import { evaluateBgp, evaluatePath } from "./match-patterns.ts";
import {
  constantOf,
  emptySolution,
  merged,
  type QueryContext,
  type Solution,
  type Solutions,
  UNBOUND,
  variablesWithin,
} from "./query-context.ts";
import { isTrue, orderTerms } from "./values.ts";

/**
 * Solutions of an operation of the SPARQL algebra that are compatible with `given`, produced lazily.
 *
 * @throws TripleStoreError `unsupported` for operations that a file cannot support (named graphs, other services)
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
      return chained(operation.input.map((each) => () => evaluateOperation(each, given, context)));
    case "values":
      return values(operation, given, context);
    case "filter":
      return filtered(operation, given, context);
    case "extend":
      return extended(operation, given, context);
    case "group":
      return evaluateGroup(operation, given, context);
    case "orderby":
      return ordered(operation, given, context);
    case "project":
      return projected(operation, given, context);
    case "distinct":
    case "reduced":
      return distinct(evaluateOperation(operation.input, given, context), context);
    case "slice":
      return sliced(operation, evaluateOperation(operation.input, given, context));
    case "nop":
      return [given];
    default:
      throw storeError("unsupported", `${NAMES[operation.type] ?? operation.type} cannot be used on a file.`);
  }
}

const NAMES: Readonly<Record<string, string>> = {
  graph: "GRAPH (a file is one graph)",
  from: "FROM (a file is one graph)",
  service: "SERVICE",
};

function* chained(parts: readonly (() => Solutions)[]): Solutions {
  for (const part of parts) yield* part();
}

function* values({ bindings }: Algebra.Values, given: Solution, { space, slots }: QueryContext): Solutions {
  for (const binding of bindings) {
    const solution = new Array<number>(given.length).fill(UNBOUND);
    for (const [name, term] of Object.entries(binding)) {
      solution[slots.of(name.replace(/^\?/u, ""))] = space.idOf(constantOf(term));
    }
    const both = merged(given, solution);
    if (both !== undefined) yield both;
  }
}

function* filtered({ input, expression }: Algebra.Filter, given: Solution, context: QueryContext): Solutions {
  for (const solution of evaluateOperation(input, given, context)) {
    if (isTrue(evaluateExpression(expression, solution, context))) yield solution;
  }
}

function* extended(
  { input, variable, expression }: Algebra.Extend,
  given: Solution,
  context: QueryContext,
): Solutions {
  const slot = context.slots.of(variable.value);
  for (const solution of evaluateOperation(input, given, context)) {
    const value = evaluateExpression(expression, solution, context);
    const next = [...solution];
    if (value !== undefined) next[slot] = context.space.idOf(value);
    yield next;
  }
}

/** Hides variables of a sub-select that are not projected: they differ from outer variables of the same name. */
function* projected(
  { input, variables }: Algebra.Project,
  given: Solution,
  context: QueryContext,
): Solutions {
  const kept = variables.map(({ value }) => context.slots.of(value));
  const inner = emptySolution(context) as number[];
  for (const slot of kept) inner[slot] = given[slot] as number;
  for (const solution of evaluateOperation(input, inner, context)) {
    const outer = emptySolution(context) as number[];
    for (const slot of kept) outer[slot] = solution[slot] as number;
    yield outer;
  }
}

function* distinct(input: Solutions, { kept }: QueryContext): Solutions {
  const seen = new Set<string>();
  for (const solution of input) {
    const key = solution.join();
    if (seen.has(key)) continue;
    kept.add();
    seen.add(key);
    yield solution;
  }
}

function collected(
  operation: Algebra.Operation,
  given: Solution,
  context: QueryContext,
): readonly Solution[] {
  const all: Solution[] = [];
  for (const solution of evaluateOperation(operation, given, context)) {
    context.kept.add();
    all.push(solution);
  }
  return all;
}

function* sliced({ start, length }: Algebra.Slice, input: Solutions): Solutions {
  if (length === 0) return;
  let at = 0;
  for (const solution of input) {
    if (at >= start) yield solution;
    at++;
    if (length !== undefined && at >= start + length) return;
  }
}

function* ordered(
  { input, expressions }: Algebra.OrderBy,
  given: Solution,
  context: QueryContext,
): Solutions {
  const criteria = expressions.map((expression) => {
    const descending = expression.subType === "operator" && expression.operator === "desc";
    const [inner = expression] = descending ? (expression.args as readonly Algebra.Expression[]) : [];
    return { inner, sign: descending ? -1 : 1 };
  });
  const keyed = collected(input, given, context).map((solution) => ({
    solution,
    keys: criteria.map(({ inner }) => evaluateExpression(inner, solution, context)),
  }));
  keyed.sort((a, b) => {
    for (const [i, { sign }] of criteria.entries()) {
      const order = orderTerms(a.keys[i], b.keys[i]);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
  for (const { solution } of keyed) yield solution;
}

/** All operands; one whose result does not depend on the others' bindings is computed once. */
function evaluateJoin({ input }: Algebra.Join, given: Solution, context: QueryContext): Solutions {
  // Operands that cannot take bindings come first: their solutions then narrow the others.
  const rank = (operation: Algebra.Operation) =>
    operation.type === "values" ? 0 : isLinear(operation) ? 2 : 1;
  let solutions: Solutions = [given];
  for (const operation of [...input].sort((a, b) => rank(a) - rank(b)))
    solutions = joined(solutions, operation, context);
  return solutions;
}

function* joined(left: Solutions, operation: Algebra.Operation, context: QueryContext): Solutions {
  const matching = rightSide(operation, context);
  for (const solution of left) yield* matching(solution);
}

function* evaluateLeftJoin(
  { input, expression }: Algebra.LeftJoin,
  given: Solution,
  context: QueryContext,
): Solutions {
  const matching = rightSide(input[1], context);
  for (const solution of evaluateOperation(input[0], given, context)) {
    let alone = true;
    for (const both of matching(solution)) {
      if (expression !== undefined && !isTrue(evaluateExpression(expression, both, context))) continue;
      alone = false;
      yield both;
    }
    if (alone) yield solution;
  }
}

function* evaluateMinus({ input }: Algebra.Minus, given: Solution, context: QueryContext): Solutions {
  const without = collected(input[1], emptySolution(context), context);
  for (const solution of evaluateOperation(input[0], given, context)) {
    if (!without.some((other) => excludes(other, solution))) yield solution;
  }
}

/** True if the two are compatible and share at least one bound variable (MINUS). */
function excludes(other: Solution, solution: Solution): boolean {
  let shared = false;
  for (const [slot, value] of other.entries()) {
    const own = solution[slot] as number;
    if (value === UNBOUND || own === UNBOUND) continue;
    if (value !== own) return false;
    shared = true;
  }
  return shared;
}

/** One operand of a join: returns its solutions that are compatible with one of the left side. */
function rightSide(operation: Algebra.Operation, context: QueryContext): (left: Solution) => Solutions {
  if (isLinear(operation)) return (left) => evaluateOperation(operation, left, context);
  let computed: readonly Solution[] | undefined;
  /** Variables that every solution binds. */
  let always: readonly number[] = [];
  let index: { readonly slot: number; readonly by: ReadonlyMap<number, readonly Solution[]> } | undefined;
  return function* matching(left) {
    if (computed === undefined) {
      computed = collected(operation, emptySolution(context), context);
      always = [...(computed[0]?.keys() ?? [])];
      for (const solution of computed) always = always.filter((slot) => solution[slot] !== UNBOUND);
    }
    if (index === undefined) {
      const slot = always.find((each) => left[each] !== UNBOUND);
      if (slot !== undefined)
        index = { slot, by: Map.groupBy(computed, (solution) => solution[slot] as number) };
    }
    const value = index === undefined ? UNBOUND : (left[index.slot] as number);
    const candidates = index === undefined || value === UNBOUND ? computed : (index.by.get(value) ?? []);
    for (const candidate of candidates) {
      const both = merged(left, candidate);
      if (both !== undefined) yield both;
    }
  };
}

/**
 * Whether evaluating the operation with some variables already bound gives the same as evaluating it alone and joining afterwards. Then an
 * operand of a join can take the known bindings. False for operations that count, cut, order or remove solutions, or that read variables
 * that they do not bind themselves.
 */
function isLinear(operation: Algebra.Operation): boolean {
  switch (operation.type) {
    case "bgp":
    case "path":
    case "values":
    case "nop":
      return true;
    case "join":
    case "union":
      return operation.input.every(isLinear);
    case "filter": {
      const own = new Set(algebraUtils.inScopeVariables(operation.input).map(({ value }) => value));
      return (
        isLinear(operation.input) && variablesWithin(operation.expression).every((name) => own.has(name))
      );
    }
    default:
      return false;
  }
}
