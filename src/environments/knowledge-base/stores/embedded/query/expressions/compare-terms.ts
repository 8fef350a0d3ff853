import { comparableValue, compareValues } from "../../../../term/comparable-value.ts";
import type { Literal, Term } from "../../../../term/term.ts";
import { termText } from "../../../../term/term-text.ts";
import { BOOLEAN, effectiveBoolean } from "./effective-boolean.ts";
import { numeric } from "./numeric-value.ts";

/** `=` of SPARQL; undefined where the standard makes it an error (literals of datatypes that are not understood). */
export function equalTerms(a: Term, b: Term): boolean | undefined {
  if (termText(a) === termText(b)) return true;
  if (a.kind !== "literal" || b.kind !== "literal") return false;
  const order = compareLiterals(a, b);
  if (order !== undefined) return order === 0;
  if (isText(a) && isText(b)) return false;
  return isText(a) || isText(b) || known(a) || known(b) ? false : undefined;
}

/** `<` and the like; undefined where the two cannot be compared. */
export function compareTerms(a: Term, b: Term): number | undefined {
  return a.kind === "literal" && b.kind === "literal" ? compareLiterals(a, b) : undefined;
}

function compareLiterals(a: Literal, b: Literal): number | undefined {
  const [left, right] = [numeric(a), numeric(b)];
  if (left !== undefined && right !== undefined) {
    return left.number < right.number
      ? -1
      : left.number > right.number
        ? 1
        : left.number === right.number
          ? 0
          : undefined;
  }
  if (a.datatype === undefined && b.datatype === undefined) {
    if (a.language !== undefined || b.language !== undefined) return undefined;
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  }
  if (a.datatype === BOOLEAN && b.datatype === BOOLEAN) {
    return Number(effectiveBoolean(a)) - Number(effectiveBoolean(b));
  }
  if (a.datatype !== b.datatype) return undefined;
  const [earlier, later] = [comparableValue(a), comparableValue(b)];
  return earlier === undefined || later === undefined ? undefined : compareValues(earlier, later);
}

function isText({ datatype }: Literal): boolean {
  return datatype === undefined;
}

function known(term: Literal): boolean {
  return numeric(term) !== undefined || comparableValue(term) !== undefined || term.datatype === BOOLEAN;
}
