import { literal, type Term } from "../../../../term/term.ts";
import { numericTerm } from "./numeric-value.ts";
import type { SparqlFunction } from "./sparql-function.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const FORM =
  /^(-?\d{4,})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2}(?:\.\d+)?))?)?)?(Z|[+-]\d{2}:\d{2})?$/u;

function partsOf(term: Term | undefined): readonly (string | undefined)[] | undefined {
  if (term?.kind !== "literal" || term.datatype === undefined) return undefined;
  return FORM.exec(term.value) ?? undefined;
}

/** Parts that a date has not (the hours of a day, the day of a year) are errors. */
const part =
  (at: number, type: "integer" | "decimal" = "integer"): SparqlFunction =>
  ([term]) => {
    const text = partsOf(term)?.[at];
    return text === undefined ? undefined : numericTerm({ number: Number(text), type });
  };

export const dateFunctions: Readonly<Record<string, SparqlFunction>> = {
  year: part(1),
  month: part(2),
  day: part(3),
  hours: part(4),
  minutes: part(5),
  seconds: part(6, "decimal"),
  tz: ([term]) => {
    const parts = partsOf(term);
    return parts && literal(parts[7] ?? "");
  },
  now: (_, { now }) => literal(now.toISOString(), { datatype: `${XSD}dateTime` }),
};
