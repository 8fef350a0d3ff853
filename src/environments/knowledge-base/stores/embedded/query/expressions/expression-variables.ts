import { type Algebra, algebraUtils } from "@traqula/algebra-transformations-1-1";

/** Names of the variables that an expression reads, those inside of EXISTS with it. */
export function expressionVariables(expression: Algebra.Expression): readonly string[] {
  switch (expression.subType) {
    case "term":
      return expression.term.termType === "Variable" ? [expression.term.value] : [];
    case "operator":
    case "named":
      return expression.args.flatMap((each) => expressionVariables(each));
    case "aggregate":
      return expressionVariables(expression.expression);
    case "existence":
      return algebraUtils.inScopeVariables(expression.input).map(({ value }) => value);
    default:
      return [];
  }
}
