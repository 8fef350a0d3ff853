import type { Program } from "../program/program.ts";
import { type ComparableValue, comparableValue } from "../term/comparable-value.ts";
import { literal, type Term } from "../term/term.ts";
import { termText } from "../term/term-text.ts";
import type { QueryScope } from "./query-scope.ts";
import { valueTests } from "./value-tests.ts";

type Filter = Extract<Program, { readonly op: "filter" }>;

/**
 * Whether the value in the variable compares as the filter says: by value where both are numbers or both are dates; otherwise `=` and `!=` compare
 * terms and the rest is false.
 */
export function filterCondition(filter: Filter, variable: string, scope: QueryScope): string {
  const { comparison, value } = filter;
  if (comparison === "contains") return containsText(value, variable);
  const comparable = comparableValue(value);
  if (comparable === undefined) {
    const same = sameTerm(value, variable, scope);
    return comparison === "=" ? same : comparison === "!=" ? `!(${same})` : "false";
  }
  const { is, key } = valueTests(comparable.kind, variable, filter.attribute, scope);
  const written = constant(comparable, scope);
  return comparison === "!="
    ? `IF(${is}, ${key} != ${written}, true)`
    : `IF(${is}, ${key} ${comparison} ${written}, false)`;
}

function containsText(value: Term, variable: string): string {
  if (value.kind !== "literal") return "false";
  return `isLiteral(${variable}) && CONTAINS(LCASE(STR(${variable})), ${termText(literal(value.value.toLowerCase()))})`;
}

function constant(value: ComparableValue, scope: QueryScope): string {
  return value.kind === "number" ? scope.dialect.number(value.number) : termText(literal(value.text));
}

/** `=` would compare values, and fail where an engine knows no order of the datatype. */
function sameTerm(term: Term, variable: string, scope: QueryScope): string {
  if (term.kind === "blank" || term.kind === "triple") scope.term(term);
  return scope
    .term(term)
    .map((written) => `(${scope.dialect.isTerm(variable, term, written)})`)
    .join(" || ");
}
