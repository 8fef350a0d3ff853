import { TripleStoreError } from "../../../../store/triple-store-error.ts";
import { iri, literal, type Term } from "../../../../term/term.ts";
import { BOOLEAN, booleanTerm, effectiveBoolean } from "./effective-boolean.ts";
import { type NumericType, numeric, numericTerm } from "./numeric-value.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const DATE_FORMS: Readonly<Record<string, RegExp>> = {
  date: /^-?\d{4,}-\d{2}-\d{2}(Z|[+-]\d{2}:\d{2})?$/u,
  dateTime: /^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/u,
  gYear: /^-?\d{4,}(Z|[+-]\d{2}:\d{2})?$/u,
  gYearMonth: /^-?\d{4,}-\d{2}(Z|[+-]\d{2}:\d{2})?$/u,
};

/**
 * XSD constructor functions; undefined where the value cannot be cast.
 *
 * @throws TripleStoreError `unsupported` for any other function
 */
export function castTo(name: string, value: Term): Term | undefined {
  const type = name.startsWith(XSD) ? name.slice(XSD.length) : undefined;
  switch (type) {
    case "string":
      return value.kind === "iri" || value.kind === "literal" ? literal(value.value) : undefined;
    case "boolean":
      return toBoolean(value);
    case "integer":
    case "decimal":
    case "float":
    case "double":
      return toNumber(value, type);
    case "anyURI":
      return iri("value" in value ? value.value : "");
    case "date":
    case "dateTime":
    case "gYear":
    case "gYearMonth":
      return toDate(value, type);
    default:
      throw new TripleStoreError({
        kind: "unsupported",
        engineMessage: `The function <${name}> is not known.`,
      });
  }
}

function toBoolean(value: Term): Term | undefined {
  if (value.kind !== "literal") return undefined;
  if (value.datatype !== undefined) {
    const truth = effectiveBoolean(value);
    return truth === undefined ? undefined : booleanTerm(truth);
  }
  return /^(true|false|0|1)$/u.test(value.value) ? booleanTerm(/^(true|1)$/u.test(value.value)) : undefined;
}

function toNumber(value: Term, type: NumericType): Term | undefined {
  if (value.kind !== "literal") return undefined;
  if (value.datatype === BOOLEAN) return numericTerm({ number: effectiveBoolean(value) ? 1 : 0, type });
  const known = numeric(value) ?? numeric({ ...literal(value.value, { datatype: `${XSD}double` }) });
  if (
    known === undefined ||
    (value.datatype === undefined && type === "integer" && !/^\s*[+-]?\d+\s*$/u.test(value.value))
  )
    return undefined;
  if (!Number.isFinite(known.number) && (type === "integer" || type === "decimal")) return undefined;
  return numericTerm({ number: type === "integer" ? Math.trunc(known.number) : known.number, type });
}

function toDate(value: Term, type: string): Term | undefined {
  if (value.kind !== "literal") return undefined;
  const text = value.value.trim();
  const cut = type === "date" ? text.replace(/T[\d:.]+/u, "") : text;
  const full =
    type === "dateTime" && DATE_FORMS["date"]?.test(text)
      ? `${text.slice(0, 10)}T00:00:00${text.slice(10)}`
      : cut;
  return DATE_FORMS[type]?.test(full) ? literal(full, { datatype: XSD + type }) : undefined;
}
