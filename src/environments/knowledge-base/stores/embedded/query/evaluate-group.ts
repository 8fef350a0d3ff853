import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { booleanTerm, integerTerm, literal, type Term } from "../../../term/term.ts";
import { evaluateExpression } from "./expressions.ts";
import { emptySolution, type QueryContext, type Solution, type Solutions } from "./query-context.ts";
import { add, boundLength, divide, type NumericValue, numeric, numericTerm, orderTerms } from "./values.ts";

/** One solution per group with its keys and aggregates. Without keys there is one group, even for no solutions. */
export function* evaluateGroup(
  { input, variables, aggregates }: Algebra.Group,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { space, slots } = context;
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
      if (value !== undefined) solution[slots.of(variable.value)] = space.idOf(value);
    }
    yield solution;
  }
}

interface Accumulator {
  readonly add: (solution: Solution) => void;
  /** Undefined if the aggregate is an error. */
  readonly value: () => Term | undefined;
}

function accumulator(
  { expression, distinct, aggregator, separator }: Algebra.BoundAggregate,
  context: QueryContext,
): Accumulator {
  const seen = new Set<number | string>();
  const { add, value } = aggregateOf(aggregator, separator);
  const whole = expression.subType === "wildcard";
  return {
    add(solution) {
      const next = whole ? booleanTerm(true) : evaluateExpression(expression, solution, context);
      if (distinct) {
        const key = whole ? solution.join() : next === undefined ? "" : context.space.idOf(next);
        if (seen.has(key)) return;
        context.kept.add();
        seen.add(key);
      }
      add(next);
    },
    value,
  };
}

interface Aggregate {
  /** Takes undefined for a value that could not be computed. */
  readonly add: (value: Term | undefined) => void;
  readonly value: () => Term | undefined;
}

/** An aggregate that fails as a whole if one value or one step is an error. */
function folded<State>(
  start: State,
  step: (state: State, value: Term) => State | undefined,
  end: (state: State) => Term | undefined,
): Aggregate {
  let state: State | undefined = start;
  return {
    add(value) {
      state = state === undefined || value === undefined ? undefined : step(state, value);
    },
    value: () => (state === undefined ? undefined : end(state)),
  };
}

const ZERO: NumericValue = { number: 0, type: "integer" };

function added(sum: NumericValue, value: Term): NumericValue | undefined {
  const next = numeric(value);
  return next && add(sum, next);
}

function aggregateOf(name: string, separator = " "): Aggregate {
  switch (name) {
    case "count": {
      let size = 0;
      return {
        add: (value) => {
          if (value !== undefined) size++;
        },
        value: () => integerTerm(size),
      };
    }
    case "sum":
      return folded(ZERO, added, numericTerm);
    case "avg":
      return folded(
        { sum: ZERO, size: 0 },
        ({ sum, size }, value) => {
          const next = added(sum, value);
          return next && { sum: next, size: size + 1 };
        },
        ({ sum, size }) => {
          const mean = size === 0 ? sum : divide(sum, { number: size, type: "integer" });
          return mean && numericTerm(mean);
        },
      );
    case "min":
    case "max": {
      const sign = name === "min" ? -1 : 1;
      return folded<Term | null>(
        null,
        (best, value) => (best === null || sign * orderTerms(value, best) > 0 ? value : best),
        (best) => best ?? undefined,
      );
    }
    case "group_concat": {
      let size = 0;
      const appended = (texts: string[], value: Term): string[] | undefined => {
        if (value.kind === "blank") return undefined;
        size += value.value.length + separator.length;
        boundLength(size);
        texts.push(value.value);
        return texts;
      };
      return folded([], appended, (texts) => literal(texts.join(separator)));
    }
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
