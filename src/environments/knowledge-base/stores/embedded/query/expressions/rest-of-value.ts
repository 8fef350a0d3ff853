import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../../term/term.ts";
import type { QueryContext } from "../query-context.ts";
import type { Solution } from "../solution.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

/** After `evaluateExpression` where `searches.unfinished` says that an EXISTS needs longer: pauses, and then the value. */
export function* restOfValue(
  expression: Algebra.Expression,
  solution: Solution,
  context: QueryContext,
): Generator<undefined, Term | undefined> {
  const { searches } = context;
  let value: Term | undefined;
  do {
    searches.unfinished = false;
    yield undefined;
    value = evaluateExpression(expression, solution, context);
  } while (searches.unfinished);
  searches.finish(expression);
  return value;
}
