import { type Algebra, algebraUtils } from "@traqula/algebra-transformations-1-1";
import { TripleStoreError } from "../../../store/triple-store-error.ts";
import type { Term } from "../../../term/term.ts";
import { evaluateExpression } from "./expressions.ts";
import { evaluateBgp } from "./match-patterns.ts";
import { evaluatePath } from "./property-paths.ts";
import {
  constantOf,
  emptySolution,
  merged,
  type QueryContext,
  type Solution,
  type Solutions,
  UNBOUND,
} from "./query-context.ts";
import {
  add,
  boundLength,
  divide,
  isTrue,
  type NumericValue,
  numeric,
  numericTerm,
  orderTerms,
} from "./values.ts";

/**
 * Solutions of an operation of the SPARQL algebra that agree with what is given, one by one as they are asked for.
 *
 * @throws TripleStoreError `unsupported` for what a file has not (named graphs, other services)
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
      return grouped(operation, given, context);
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
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: `${NAMES[operation.type] ?? operation.type} cannot be used on a file.`,
      });
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

function* values({ bindings }: Algebra.Values, given: Solution, { pool, slots }: QueryContext): Solutions {
  for (const binding of bindings) {
    const solution = new Array<number>(given.length).fill(UNBOUND);
    for (const [name, term] of Object.entries(binding)) {
      solution[slots.of(name.replace(/^\?/u, ""))] = pool.idOf(constantOf(term));
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
  // Operands that cannot be asked with bindings come first: what they bind then narrows the others.
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

/** The two agree, and there is something that they agree on. */
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

/** One operand of a join: gives its solutions that go with one of the other side. */
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
 * operand of a join is asked with what is known. Not so for what counts, cuts or orders solutions, takes some away, or reads variables that it
 * does not bind itself.
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
    case "graph":
      return isLinear(operation.input);
    case "filter": {
      const own = new Set(algebraUtils.inScopeVariables(operation.input).map(({ value }) => value));
      return (
        isLinear(operation.input) && expressionVariables(operation.expression).every((name) => own.has(name))
      );
    }
    default:
      return false;
  }
}

/** Names of the variables that an expression reads, including those inside EXISTS. */
function expressionVariables(expression: Algebra.Expression): readonly string[] {
  switch (expression.subType) {
    case "term":
      return expression.term.termType === "Variable" ? [expression.term.value] : [];
    case "operator":
    case "named":
      return expression.args.flatMap((each) => expressionVariables(each));
    case "aggregate":
      return expressionVariables(expression.expression);
    case "existence":
      return algebraUtils.inScopeVariables(expression.input).map(({ value }) => value);
    default:
      return [];
  }
}

/** One solution per group with its keys and aggregates. Without keys there is one group, even for no solutions. */
function* grouped(
  { input, variables, aggregates }: Algebra.Group,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { pool, slots } = context;
  const keys = variables.map(({ value }) => slots.of(value));
  const groups = new Map<string, { readonly keys: Solution; readonly state: readonly Accumulator[] }>();
  const group = (solution: Solution) => {
    const key = keys.map((slot) => solution[slot]).join();
    let found = groups.get(key);
    if (found === undefined) {
      context.kept.add();
      const outer = emptySolution(context) as number[];
      for (const slot of keys) outer[slot] = solution[slot] as number;
      found = { keys: outer, state: aggregates.map((aggregate) => accumulator(aggregate, context)) };
      groups.set(key, found);
    }
    return found;
  };
  if (keys.length === 0) group(given);
  for (const solution of evaluateOperation(input, given, context)) {
    for (const { add } of group(solution).state) add(solution);
  }
  for (const { keys: outer, state } of groups.values()) {
    const solution = [...outer];
    for (const [i, { variable }] of aggregates.entries()) {
      const value = state[i]?.value();
      if (value !== undefined) solution[slots.of(variable.value)] = pool.idOf(value);
    }
    yield solution;
  }
}

interface Accumulator {
  readonly add: (solution: Solution) => void;
  /** Undefined where the aggregate is an error. */
  readonly value: () => Term | undefined;
}

function accumulator(
  { expression, distinct, aggregator, separator }: Algebra.BoundAggregate,
  context: QueryContext,
): Accumulator {
  const seen = new Set<number | string>();
  const result = aggregateOf(aggregator, separator);
  const whole = expression.subType === "wildcard";
  return {
    add(solution) {
      const value = whole ? undefined : evaluateExpression(expression, solution, context);
      if (distinct) {
        const key = value === undefined ? (whole ? solution.join() : "") : context.pool.idOf(value);
        if (seen.has(key)) return;
        context.kept.add();
        seen.add(key);
      }
      result.add(value, whole);
    },
    value: result.value,
  };
}

interface Aggregate {
  /** A value that could not be computed is undefined; `whole` counts solutions instead of values. */
  readonly add: (value: Term | undefined, whole: boolean) => void;
  /** Undefined where the aggregate is an error. */
  readonly value: () => Term | undefined;
}

function aggregateOf(name: string, separator = " "): Aggregate {
  switch (name) {
    case "count": {
      let size = 0;
      return {
        add: (value, whole) => {
          if (whole || value !== undefined) size++;
        },
        value: () => numericTerm({ number: size, type: "integer" }),
      };
    }
    case "sum":
    case "avg":
      return sumOf(name === "avg");
    case "min":
      return extreme(-1);
    case "max":
      return extreme(1);
    case "group_concat":
      return concatenation(separator);
    default: {
      let first: Term | undefined;
      return {
        add: (value) => {
          first ??= value;
        },
        value: () => first,
      };
    }
  }
}

const ZERO: NumericValue = { number: 0, type: "integer" };

function sumOf(average: boolean): Aggregate {
  let sum: NumericValue | undefined = ZERO;
  let size = 0;
  return {
    add(value) {
      const next = value === undefined ? undefined : numeric(value);
      sum = sum === undefined || next === undefined ? undefined : add(sum, next);
      size++;
    },
    value() {
      if (sum === undefined) return undefined;
      const result = average && size > 0 ? divide(sum, { number: size, type: "integer" }) : sum;
      return result === undefined ? undefined : numericTerm(result);
    },
  };
}

function extreme(sign: 1 | -1): Aggregate {
  let best: Term | undefined;
  let failed = false;
  return {
    add(value) {
      if (value === undefined) failed = true;
      else if (best === undefined || sign * orderTerms(value, best) > 0) best = value;
    },
    value: () => (failed ? undefined : best),
  };
}

function concatenation(separator: string): Aggregate {
  const texts: string[] = [];
  let size = 0;
  let failed = false;
  return {
    add(value) {
      if (value === undefined || value.kind === "blank" || value.kind === "triple") failed = true;
      else {
        size += value.value.length + separator.length;
        boundLength(size);
        texts.push(value.value);
      }
    },
    value: () => (failed ? undefined : { kind: "literal", value: texts.join(separator) }),
  };
}
