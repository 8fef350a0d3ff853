import type { Algebra } from "@traqula/algebra-transformations-1-1";
import type { Term } from "../../../../term/term.ts";
import { boundTerm, type QueryContext } from "../query-context.ts";
import { constantOf } from "../rdf-js-term.ts";
import type { Solution } from "../solution.ts";
import { castTo } from "./cast.ts";
import { equalTerms } from "./compare-terms.ts";
import { booleanTerm, effectiveBoolean } from "./effective-boolean.ts";
import { functionNamed } from "./functions.ts";

/**
 * The value of an expression in a solution; undefined is an error, as unbound variables are. Where `searches.unfinished` is set afterwards, there is
 * no value yet: `restOfValue` gives it.
 *
 * @throws TripleStoreError `unsupported` for functions that are not known
 */
export function evaluateExpression(
  expression: Algebra.Expression,
  solution: Solution,
  context: QueryContext,
): Term | undefined {
  switch (expression.subType) {
    case "term": {
      const { term } = expression;
      return term.termType === "Variable" ? boundTerm(context, term.value, solution) : constantOf(term);
    }
    case "operator":
      return evaluateOperator(expression, solution, context);
    case "named": {
      const [argument] = expression.args.map((each) => evaluateExpression(each, solution, context));
      return argument === undefined ? undefined : castTo(expression.name.value, argument);
    }
    case "existence": {
      const exists = context.searches.found(expression, () => context.evaluate(expression.input, solution));
      return exists === undefined ? undefined : booleanTerm(exists !== expression.not);
    }
    default:
      return undefined;
  }
}

function evaluateOperator(
  { operator, args }: Algebra.OperatorExpression,
  solution: Solution,
  context: QueryContext,
): Term | undefined {
  const value = (at: number): Term | undefined => {
    const argument = args[at];
    return argument === undefined ? undefined : evaluateExpression(argument, solution, context);
  };
  switch (operator) {
    case "&&":
      return conjunction(value, args.length, false);
    case "||":
      return conjunction(value, args.length, true);
    case "bound":
      return booleanTerm(value(0) !== undefined);
    case "if": {
      const condition = effectiveBoolean(value(0));
      return condition === undefined ? undefined : value(condition ? 1 : 2);
    }
    case "coalesce":
      for (const at of args.keys()) {
        const found = value(at);
        if (found !== undefined) return found;
      }
      return undefined;
    case "in":
    case "notin":
      return isAmong(value, args.length, operator === "notin");
    default: {
      const run = functionNamed(operator);
      context.work.spend(1);
      const values: Term[] = [];
      for (const at of args.keys()) {
        const each = value(at);
        if (each === undefined) return undefined;
        values.push(each);
      }
      return run(values, context);
    }
  }
}

/** Three-valued logic: an error counts only where the other side does not decide. */
function conjunction(
  value: (at: number) => Term | undefined,
  size: number,
  decides: boolean,
): Term | undefined {
  let error = false;
  for (let at = 0; at < size; at++) {
    const truth = effectiveBoolean(value(at));
    if (truth === decides) return booleanTerm(decides);
    if (truth === undefined) error = true;
  }
  return error ? undefined : booleanTerm(!decides);
}

function isAmong(value: (at: number) => Term | undefined, size: number, not: boolean): Term | undefined {
  const wanted = value(0);
  if (wanted === undefined) return undefined;
  let error = false;
  for (let at = 1; at < size; at++) {
    const candidate = value(at);
    const equal = candidate === undefined ? undefined : equalTerms(wanted, candidate);
    if (equal === true) return booleanTerm(!not);
    if (equal === undefined) error = true;
  }
  return error ? undefined : booleanTerm(not);
}
