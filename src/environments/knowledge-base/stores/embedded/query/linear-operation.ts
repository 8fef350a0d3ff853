import { type Algebra, algebraUtils } from "@traqula/algebra-transformations-1-1";
import { expressionVariables } from "./expressions/expression-variables.ts";

/**
 * Whether evaluating the operation with some variables already bound gives the same as evaluating it alone and joining afterwards. Then an
 * operand of a join is asked with what is known. Not so for what counts, cuts or orders solutions, takes some away, or reads variables that it
 * does not bind itself.
 */
export function isLinear(operation: Algebra.Operation): boolean {
  switch (operation.type) {
    case "bgp":
    case "path":
    case "values":
    case "nop":
      return true;
    case "join":
    case "union":
      return operation.input.every(isLinear);
    case "graph":
      return isLinear(operation.input);
    case "filter":
      return isLinear(operation.input) && readsOwn(operation.expression, operation.input);
    default:
      return false;
  }
}

function readsOwn(expression: Algebra.Expression, input: Algebra.Operation): boolean {
  const own = new Set(algebraUtils.inScopeVariables(input).map(({ value }) => value));
  return expressionVariables(expression).every((name) => own.has(name));
}
