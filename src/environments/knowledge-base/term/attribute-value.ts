import { type ComparableValue, comparableValue } from "./comparable-value.ts";
import type { Term } from "./term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
/** Whatever the text says, `comparableValue` judges whether it is one. */
const READ_AS = { number: `${XSD}decimal`, date: `${XSD}date` } as const;

/**
 * The value of an attribute's end: what the term itself says, and where it is plain text (no datatype, no language) what `declared`, the
 * predicate's entry in `Vocabulary.attributes`, says that it is.
 */
export function attributeValue(term: Term, declared?: "number" | "date"): ComparableValue | undefined {
  const own = comparableValue(term);
  if (own !== undefined || declared === undefined) return own;
  if (term.kind !== "literal" || term.datatype !== undefined || term.language !== undefined) return undefined;
  return comparableValue({ ...term, datatype: READ_AS[declared] });
}
