import type { Literal, Term } from "../../../../term/term.ts";
import { numeric } from "./numeric-value.ts";

export const BOOLEAN = "http://www.w3.org/2001/XMLSchema#boolean";

export const booleanTerm = (value: boolean): Literal => ({
  kind: "literal",
  value: String(value),
  datatype: BOOLEAN,
});

/** The effective boolean value; undefined is an error. */
export function effectiveBoolean(term: Term | undefined): boolean | undefined {
  if (term?.kind !== "literal") return undefined;
  if (term.datatype === BOOLEAN) return term.value === "true" || term.value === "1";
  if (term.datatype === undefined) return term.language === undefined ? term.value !== "" : undefined;
  const value = numeric(term);
  return value === undefined ? undefined : value.number !== 0 && !Number.isNaN(value.number);
}

export function isTrue(term: Term | undefined): boolean {
  return effectiveBoolean(term) === true;
}
