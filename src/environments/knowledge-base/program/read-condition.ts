import type { Term } from "../term/term.ts";
import type { Names } from "../vocabulary/names.ts";
import type { Comparison, Step } from "./program.ts";
import { COMPARISON_WORDS } from "./program-text.ts";
import { type ListExpression, type SExpression, shownExpression, unreadable } from "./s-expression.ts";
import { readIriAtom, readTerm } from "./term-notation.ts";
import { reversedPath } from "./walked-back.ts";

/** A comparison that stands beside a set, as `(lt attribute value)`. */
export interface Condition {
  readonly at: number;
  readonly attribute: readonly Step[];
  readonly comparison: Comparison;
  readonly value: Term;
}

const COMPARISONS = new Map(
  Object.entries(COMPARISON_WORDS).flatMap(([comparison, word]) => [
    [word, comparison as Comparison],
    [comparison, comparison as Comparison],
  ]),
);

/** Undefined where the list is no comparison. @throws FuxiError `data-invalid` where it is one and not well made */
export function readCondition(list: ListExpression, names: Names): Condition | undefined {
  const [head, attribute, value, ...more] = list.items;
  const comparison = head?.kind === "symbol" ? COMPARISONS.get(head.text.toLowerCase()) : undefined;
  if (comparison === undefined) return undefined;
  if (attribute === undefined || value === undefined || value.kind === "list" || more.length > 0)
    throw unreadable(list.at, `${shownExpression(list)} takes an attribute and a value`);
  return { at: list.at, attribute: readPath(attribute, names), comparison, value: readTerm(value, names) };
}

/**
 * A relation: a name, `^name`, `(R relation)` for the way back, `(JOIN first second)` for two steps.
 *
 * @throws FuxiError `data-invalid`
 */
export function readPath(expression: SExpression, names: Names): readonly Step[] {
  if (expression.kind !== "list") {
    const inverse = expression.kind === "symbol" && expression.text.startsWith("^");
    const atom =
      expression.kind === "symbol" && inverse
        ? { ...expression, text: expression.text.slice(1) }
        : expression;
    return [{ predicate: readIriAtom(atom, names, "a relation"), inverse }];
  }
  const [head, first, second, ...more] = expression.items;
  const operator = head?.kind === "symbol" ? head.text.toUpperCase() : "";
  if (operator === "R" && first !== undefined && second === undefined)
    return reversedPath(readPath(first, names));
  if (operator === "JOIN" && first !== undefined && second !== undefined && more.length === 0)
    return [...readPath(first, names), ...readPath(second, names)];
  throw unreadable(
    expression.at,
    `expected a relation (a name, (R name) or (JOIN relation relation)), found ${shownExpression(expression)}`,
  );
}
