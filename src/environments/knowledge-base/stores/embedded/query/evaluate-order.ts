import type { Algebra } from "@traqula/algebra-transformations-1-1";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { orderKeys, type SortKey, sortKey } from "./expressions/order-terms.ts";
import { restOfValue } from "./expressions/rest-of-value.ts";
import { type QueryContext, solutionBytes } from "./query-context.ts";
import type { Solution, Solutions } from "./solution.ts";
import { sortedWithPauses } from "./sorted-with-pauses.ts";

interface Keyed {
  readonly solution: Solution;
  readonly keys: readonly SortKey[];
}

/** Bytes of a key, which is made anew for each solution. */
const KEY = 200;

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
  const signs = criteria.map(({ sign }) => sign);
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
      const keys: SortKey[] = [];
      for (const { inner } of criteria) {
        const key = evaluateExpression(inner, solution, context);
        keys.push(sortKey(searches.unfinished ? yield* restOfValue(inner, solution, context) : key));
      }
      held.add(size);
      keyed.push({ solution, keys });
    }
    const order = (a: Keyed, b: Keyed): number => {
      for (let i = 0; i < signs.length; i++) {
        const keys = orderKeys(a.keys[i] as SortKey, b.keys[i] as SortKey);
        if (keys !== 0) return (signs[i] as number) * keys;
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
