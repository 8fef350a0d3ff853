import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { orderTerms } from "./expressions/order-terms.ts";
import { restOfValue } from "./expressions/rest-of-value.ts";
import { type QueryContext, solutionBytes } from "./query-context.ts";
import type { Solution, Solutions } from "./solution.ts";
import { sortedWithPauses } from "./sorted-with-pauses.ts";

interface Keyed {
  readonly solution: Solution;
  readonly keys: readonly (Term | undefined)[];
}

/** Bytes of a key that the table makes anew for each solution. */
const KEY = 120;

export function* evaluateOrder(
  { input, expressions }: Algebra.OrderBy,
  given: Solution,
  context: QueryContext,
): Solutions {
  const { work, searches } = context;
  const criteria = expressions.map((expression) => {
    const descending = expression.subType === "operator" && expression.operator === "desc";
    const [inner = expression] = descending
      ? (expression.args as readonly Algebra.Expression[])
      : [expression];
    return { inner, sign: descending ? -1 : 1 };
  });
  const held = work.holding();
  const size = solutionBytes(context) + KEY * criteria.length;
  try {
    const keyed: Keyed[] = [];
    for (const solution of context.evaluate(input, given)) {
      if (work.step()) yield undefined;
      if (solution === undefined) {
        yield undefined;
        continue;
      }
      const keys: (Term | undefined)[] = [];
      for (const { inner } of criteria) {
        const key = evaluateExpression(inner, solution, context);
        keys.push(searches.unfinished ? yield* restOfValue(inner, solution, context) : key);
      }
      held.add(size);
      keyed.push({ solution, keys });
    }
    const order = (a: Keyed, b: Keyed): number => {
      for (const [i, { sign }] of criteria.entries()) {
        const keys = orderTerms(a.keys[i], b.keys[i]);
        if (keys !== 0) return sign * keys;
      }
      return 0;
    };
    for (const { solution } of yield* sortedWithPauses(keyed, order, work)) {
      if (work.step()) yield undefined;
      yield solution;
    }
  } finally {
    held.release();
  }
}
