import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { isTrue } from "./expressions/effective-boolean.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { restOfValue } from "./expressions/rest-of-value.ts";
import { isLinear } from "./linear-operation.ts";
import { type QueryContext, solutionBytes } from "./query-context.ts";
import type { Held, QueryWork } from "./query-work.ts";
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
  try {
    for (const solution of left) {
      if (solution === undefined) yield undefined;
      else yield* right.matching(solution);
    }
  } finally {
    right.release();
  }
}

export function* evaluateLeftJoin(
  { input, expression }: Algebra.LeftJoin,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { searches } = context;
  const right = rightSide(input[1], context);
  try {
    for (const solution of context.evaluate(input[0], given)) {
      if (solution === undefined) {
        yield undefined;
        continue;
      }
      let alone = true;
      for (const both of right.matching(solution)) {
        if (both === undefined) {
          yield undefined;
          continue;
        }
        if (expression !== undefined) {
          const value = evaluateExpression(expression, both, context);
          if (!isTrue(searches.unfinished ? yield* restOfValue(expression, both, context) : value)) continue;
        }
        alone = false;
        yield both;
      }
      if (alone) yield solution;
    }
  } finally {
    right.release();
  }
}

export function* evaluateMinus({ input }: Algebra.Minus, given: Solution, context: QueryContext): Solutions {
  const { work } = context;
  const held = work.holding();
  try {
    const without = yield* collected(input[1], context, held);
    for (const solution of context.evaluate(input[0], given)) {
      if (solution === undefined) {
        yield undefined;
        continue;
      }
      let excluded = false;
      for (const other of without) {
        if (work.step()) yield undefined;
        if (!excludes(other, solution)) continue;
        excluded = true;
        break;
      }
      if (!excluded) yield solution;
    }
  } finally {
    held.release();
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

/** All solutions of an operand that is asked alone. */
function* collected(
  operation: Algebra.Operation,
  context: QueryContext,
  held: Held,
): Generator<undefined, readonly Solution[]> {
  const size = solutionBytes(context);
  const all: Solution[] = [];
  for (const solution of context.evaluate(operation, emptySolution(context))) {
    if (context.work.step()) yield undefined;
    if (solution === undefined) {
      yield undefined;
      continue;
    }
    held.add(size);
    all.push(solution);
  }
  return all;
}

/** One operand of a join. */
interface RightSide {
  /** Its solutions that go with one of the other side. */
  readonly matching: (left: Solution) => Solutions;
  /** What it keeps is not needed any more. */
  readonly release: () => void;
}

interface Index {
  readonly slot: number;
  readonly by: ReadonlyMap<number, readonly Solution[]>;
}

function rightSide(operation: Algebra.Operation, context: QueryContext): RightSide {
  if (isLinear(operation))
    return { matching: (left) => context.evaluate(operation, left), release: () => undefined };
  const { work } = context;
  const held = work.holding();
  let computed: readonly Solution[] | undefined;
  /** Variables that every solution binds. */
  let always: readonly number[] = [];
  let index: Index | undefined;
  return {
    *matching(left) {
      if (computed === undefined) {
        const all = yield* collected(operation, context, held);
        always = yield* boundInAll(all, work);
        computed = all;
      }
      if (index === undefined) {
        const slot = always.find((each) => left[each] !== UNBOUND);
        if (slot !== undefined) index = yield* indexed(computed, slot, work);
      }
      const value = index === undefined ? UNBOUND : (left[index.slot] as number);
      const candidates =
        index === undefined || value === UNBOUND ? computed : (index.by.get(value) ?? NO_SOLUTIONS);
      if (work.step()) yield undefined;
      for (const candidate of candidates) {
        if (work.step()) yield undefined;
        const both = merged(left, candidate);
        if (both !== undefined) yield both;
      }
    },
    release: held.release,
  };
}

const NO_SOLUTIONS: readonly Solution[] = [];

function* boundInAll(
  solutions: readonly Solution[],
  work: QueryWork,
): Generator<undefined, readonly number[]> {
  let slots = [...(solutions[0]?.keys() ?? [])];
  for (const solution of solutions) {
    if (work.step()) yield undefined;
    if (slots.some((slot) => solution[slot] === UNBOUND))
      slots = slots.filter((slot) => solution[slot] !== UNBOUND);
  }
  return slots;
}

function* indexed(
  solutions: readonly Solution[],
  slot: number,
  work: QueryWork,
): Generator<undefined, Index> {
  const by = new Map<number, Solution[]>();
  for (const solution of solutions) {
    if (work.step()) yield undefined;
    const value = solution[slot] as number;
    const same = by.get(value);
    if (same === undefined) by.set(value, [solution]);
    else same.push(solution);
  }
  return { slot, by };
}

export function emptySolution({ slots }: QueryContext): Solution {
  return new Array<number>(slots.size).fill(UNBOUND);
}
