import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import { evaluateExpression } from "./expressions.ts";
import { emptySolution, type QueryContext, type Solution, type Solutions } from "./query-context.ts";
import { add, boundLength, divide, type NumericValue, numeric, numericTerm, orderTerms } from "./values.ts";

/** One solution per group with its keys and aggregates. Without keys there is one group, even for no solutions. */
export function* evaluateGroup(
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
  for (const solution of context.evaluate(input, given)) {
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
      if (value === undefined || value.kind === "blank") failed = true;
      else {
        size += value.value.length + separator.length;
        boundLength(size);
        texts.push(value.value);
      }
    },
    value: () => (failed ? undefined : { kind: "literal", value: texts.join(separator) }),
  };
}
