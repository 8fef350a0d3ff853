import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import { aggregateOf } from "./aggregates.ts";
import { emptySolution } from "./evaluate-joins.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import type { QueryContext } from "./query-context.ts";
import type { Solution, Solutions } from "./solution.ts";

/** One solution per group with its keys and aggregates; without keys one for everything, be there nothing. */
export function* evaluateGroup(
  { input, variables, aggregates }: Algebra.Group,
  given: Solution,
  context: QueryContext,
): Solutions {
  const keys = variables.map(({ value }) => context.slots.of(value));
  const groups = new Map<string, { readonly keys: Solution; readonly state: readonly Accumulator[] }>();
  const group = (solution: Solution) => {
    const key = keys.map((slot) => solution[slot]).join();
    let found = groups.get(key);
    if (found === undefined) {
      const outer = emptySolution(context) as number[];
      for (const slot of keys) outer[slot] = solution[slot] as number;
      found = { keys: outer, state: aggregates.map((aggregate) => accumulator(aggregate, context)) };
      groups.set(key, found);
    }
    return found;
  };
  if (keys.length === 0) group(given);
  for (const solution of context.evaluate(input, given)) {
    context.check();
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    for (const each of group(solution).state) each.add(solution);
  }
  for (const { keys: outer, state } of groups.values()) {
    const solution = [...outer];
    for (const [i, { variable }] of aggregates.entries()) {
      const value = state[i]?.value();
      if (value !== undefined) solution[context.slots.of(variable.value)] = context.pool.idOf(value);
    }
    yield solution;
  }
}

interface Accumulator {
  add(solution: Solution): void;
  value(): Term | undefined;
}

function accumulator(aggregate: Algebra.BoundAggregate, context: QueryContext): Accumulator {
  const { expression, distinct } = aggregate;
  const seen = distinct ? new Set<number | string>() : undefined;
  const result = aggregateOf(aggregate.aggregator, aggregate.separator);
  const whole = expression.subType === "wildcard";
  return {
    add(solution) {
      const value = whole ? undefined : evaluateExpression(expression, solution, context);
      if (seen !== undefined) {
        const key = value === undefined ? (whole ? solution.join() : "") : context.pool.idOf(value);
        if (seen.has(key)) return;
        seen.add(key);
      }
      result.add(value, whole);
    },
    value: () => result.value(),
  };
}
