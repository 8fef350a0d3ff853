import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import { aggregateOf } from "./aggregates.ts";
import { emptySolution } from "./evaluate-joins.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { restOfValue } from "./expressions/rest-of-value.ts";
import { type QueryContext, solutionBytes } from "./query-context.ts";
import type { Held } from "./query-work.ts";
import type { Solution, Solutions } from "./solution.ts";

/** Bytes of an aggregate's state, and of a key in a set beside its characters. */
const STATE = 200;
const SEEN = 64;

/** One solution per group with its keys and aggregates; without keys one for everything, be there nothing. */
export function* evaluateGroup(
  { input, variables, aggregates }: Algebra.Group,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { work, searches, pool, slots } = context;
  const held = work.holding();
  const size = solutionBytes(context) + STATE * (1 + aggregates.length);
  const keys = variables.map(({ value }) => slots.of(value));
  const groups = new Map<string, { readonly keys: Solution; readonly state: readonly Accumulator[] }>();
  const group = (solution: Solution) => {
    const key = keys.map((slot) => solution[slot]).join();
    let found = groups.get(key);
    if (found === undefined) {
      held.add(size);
      const outer = emptySolution(context) as number[];
      for (const slot of keys) outer[slot] = solution[slot] as number;
      found = { keys: outer, state: aggregates.map((aggregate) => accumulator(aggregate, context, held)) };
      groups.set(key, found);
    }
    return found;
  };
  try {
    if (keys.length === 0) group(given);
    for (const solution of context.evaluate(input, given)) {
      if (work.step()) yield undefined;
      if (solution === undefined) {
        yield undefined;
        continue;
      }
      for (const { expression, add } of group(solution).state) {
        let value = expression === undefined ? undefined : evaluateExpression(expression, solution, context);
        if (searches.unfinished && expression !== undefined)
          value = yield* restOfValue(expression, solution, context);
        add(value, solution);
      }
    }
    for (const { keys: outer, state } of groups.values()) {
      if (work.step()) yield undefined;
      const solution = [...outer];
      for (const [i, { variable }] of aggregates.entries()) {
        const value = state[i]?.value();
        if (value !== undefined) solution[slots.of(variable.value)] = pool.idOf(value);
      }
      yield solution;
    }
  } finally {
    held.release();
  }
}

interface Accumulator {
  /** Undefined where solutions are counted and not values. */
  readonly expression: Algebra.Expression | undefined;
  readonly add: (value: Term | undefined, solution: Solution) => void;
  readonly value: () => Term | undefined;
}

function accumulator(
  { expression, distinct, aggregator, separator }: Algebra.BoundAggregate,
  { pool, work }: QueryContext,
  held: Held,
): Accumulator {
  const seen = distinct ? new Set<number | string>() : undefined;
  const result = aggregateOf(aggregator, work, held, separator);
  const whole = expression.subType === "wildcard";
  return {
    expression: whole ? undefined : expression,
    add(value, solution) {
      if (seen !== undefined) {
        const key = value === undefined ? (whole ? solution.join() : "") : pool.idOf(value);
        if (seen.has(key)) return;
        held.add(typeof key === "string" ? SEEN + key.length : SEEN);
        seen.add(key);
      }
      result.add(value, whole);
    },
    value: () => result.value(),
  };
}
