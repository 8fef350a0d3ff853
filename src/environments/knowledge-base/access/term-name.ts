import type { Json } from "../../../util/json.ts";
import { comparableValue } from "../term/comparable-value.ts";
import { type Term, termText } from "../term/term.ts";

import type { Names } from "../vocabulary/names.ts";

/** What a person reads of a term that has no label, or is a value. */
export function plainName(term: Term, names: Names): string {
  if (term.kind === "literal") return term.value;
  return identifierOf(term, names);
}

/** By which a term can be named again: a short name, `_:b1`, or N-Triples for values. */
export function identifierOf(term: Term, names: Names): string {
  return term.kind === "iri" ? names.short(term.value) : termText(term);
}

/** Numbers as JSON numbers where none of their digits is lost, everything else as text. */
export function valueJson(term: Term, names: Names): Json {
  const value = comparableValue(term);
  if (value?.kind !== "number" || term.kind !== "literal") return plainName(term, names);
  const digits = term.value
    .replace(/^[+-]/u, "")
    .replace(/[eE].*$/u, "")
    .replace(".", "");
  return digits.replace(/^0+/u, "").length <= 15 ? value.number : term.value.trim();
}
