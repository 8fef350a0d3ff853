import type { TermsKind } from "../../store/triple-store.ts";
import type { Term } from "../../term/term.ts";
import type { QueryScope } from "../query-scope.ts";

/** Whether a variable holds an entity, a number, a date or another literal: 0 or 1 each, also where the test is an error. */
export function kindTests(
  variable: string,
  scope: QueryScope,
): readonly (readonly [name: string, test: string])[] {
  const is = (test: string): string => `IF(COALESCE(${test}, false), 1, 0)`;
  const entity = `(isIRI(${variable}) || isBlank(${variable}))`;
  const number = `(${scope.dialect.isNumber(variable, false)})`;
  const date = `(${scope.dialect.isDate(variable, false)})`;
  return [
    ["entities", is(entity)],
    ["numbers", is(`isLiteral(${variable}) && ${number}`)],
    ["dates", is(`isLiteral(${variable}) && ${date}`)],
  ];
}

/** Columns of `kindTests`, as counts or as zero and one; `total` counts all. */
export function kindOf(total: number, columns: readonly number[]): TermsKind {
  if (total === 0) return "none";
  const [entities = 0, numbers = 0, dates = 0] = columns;
  const named: readonly (readonly [TermsKind, number])[] = [
    ["entities", entities],
    ["numbers", numbers],
    ["dates", dates],
    ["texts", total - entities - numbers - dates],
  ];
  const there = named.filter(([, count]) => count > 0);
  return there.length === 1 && there[0] !== undefined ? there[0][0] : "mixed";
}

/** A count or a flag in an answer. */
export function numberIn(term: Term | undefined): number {
  return term?.kind === "literal" ? Number(term.value) || 0 : 0;
}
