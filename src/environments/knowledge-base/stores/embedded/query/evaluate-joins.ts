import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { isTrue } from "./expressions/effective-boolean.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { isLinear } from "./linear-operation.ts";
import type { QueryContext } from "./query-context.ts";
import { merged, type Solution, type Solutions, UNBOUND } from "./solution.ts";

/** All operands; one whose result does not depend on the others' bindings is computed once. */
export function evaluateJoin({ input }: Algebra.Join, given: Solution, context: QueryContext): Solutions {
  // Operands that cannot be asked with bindings come first: what they bind then narrows the others.
  const ordered = [...input].sort((a, b) => rank(a) - rank(b));
  let solutions: Solutions = [given];
  for (const operation of ordered) solutions = joined(solutions, operation, context);
  return solutions;
}

function rank(operation: Algebra.Operation): number {
  if (operation.type === "values") return 0;
  return isLinear(operation) ? 2 : 1;
}

function* joined(left: Solutions, operation: Algebra.Operation, context: QueryContext): Solutions {
  const right = rightSide(operation, context);
  for (const solution of left) {
    if (solution === undefined) yield undefined;
    else yield* right(solution);
  }
}

export function* evaluateLeftJoin(
  { input, expression }: Algebra.LeftJoin,
  given: Solution,
  context: QueryContext,
): Solutions {
  const right = rightSide(input[1], context);
  for (const solution of context.evaluate(input[0], given)) {
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    let alone = true;
    for (const both of right(solution)) {
      if (both === undefined) yield undefined;
      else if (expression === undefined || isTrue(evaluateExpression(expression, both, context))) {
        alone = false;
        yield both;
      }
    }
    if (alone) yield solution;
  }
}

export function* evaluateMinus({ input }: Algebra.Minus, given: Solution, context: QueryContext): Solutions {
  const without: Solution[] = [];
  for (const solution of context.evaluate(input[1], emptySolution(context))) {
    if (solution === undefined) yield undefined;
    else without.push(solution);
  }
  for (const solution of context.evaluate(input[0], given)) {
    context.check();
    if (solution === undefined) yield undefined;
    else if (!without.some((other) => excludes(other, solution))) yield solution;
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

/** How to get the solutions of an operand that go with one of the other side. */
function rightSide(operation: Algebra.Operation, context: QueryContext): (left: Solution) => Solutions {
  if (isLinear(operation)) return (left) => context.evaluate(operation, left);
  let computed: readonly Solution[] | undefined;
  let index: { readonly slot: number; readonly by: ReadonlyMap<number, readonly Solution[]> } | undefined;
  return function* (left) {
    if (computed === undefined) {
      const all: Solution[] = [];
      for (const solution of context.evaluate(operation, emptySolution(context))) {
        if (solution === undefined) yield undefined;
        else all.push(solution);
      }
      computed = all;
    }
    index ??= indexed(computed, left);
    const value = index === undefined ? UNBOUND : (left[index.slot] as number);
    const candidates = index === undefined || value === UNBOUND ? computed : (index.by.get(value) ?? []);
    for (const candidate of candidates) {
      context.check();
      const both = merged(left, candidate);
      if (both !== undefined) yield both;
    }
  };
}

/** By a variable that every solution binds and the left side, too. */
function indexed(solutions: readonly Solution[], left: Solution) {
  const slot = left.findIndex(
    (value, at) => value !== UNBOUND && solutions.every((solution) => solution[at] !== UNBOUND),
  );
  if (slot < 0 || solutions.length === 0) return undefined;
  return { slot, by: Map.groupBy(solutions, (solution) => solution[slot] as number) };
}

export function emptySolution({ slots }: QueryContext): Solution {
  return new Array<number>(slots.size).fill(UNBOUND);
}
