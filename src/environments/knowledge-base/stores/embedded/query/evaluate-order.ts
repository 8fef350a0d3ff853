import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../term/term.ts";
import { evaluateExpression } from "./expressions/evaluate-expression.ts";
import { orderTerms } from "./expressions/order-terms.ts";
import type { QueryContext } from "./query-context.ts";
import type { Solution, Solutions } from "./solution.ts";

export function* evaluateOrder(
  { input, expressions }: Algebra.OrderBy,
  given: Solution,
  context: QueryContext,
): Solutions {
  const criteria = expressions.map((expression) => {
    const descending = expression.subType === "operator" && expression.operator === "desc";
    const [inner = expression] = descending
      ? (expression.args as readonly Algebra.Expression[])
      : [expression];
    return { inner, sign: descending ? -1 : 1 };
  });
  const keyed: { readonly solution: Solution; readonly keys: readonly (Term | undefined)[] }[] = [];
  for (const solution of context.evaluate(input, given)) {
    if (solution === undefined) yield undefined;
    else
      keyed.push({
        solution,
        keys: criteria.map(({ inner }) => evaluateExpression(inner, solution, context)),
      });
  }
  keyed.sort((a, b) => {
    for (const [i, { sign }] of criteria.entries()) {
      const order = orderTerms(a.keys[i], b.keys[i]);
      if (order !== 0) return sign * order;
    }
    return 0;
  });
  for (const { solution } of keyed) yield solution;
}
