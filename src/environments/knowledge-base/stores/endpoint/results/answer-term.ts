import { type Literal, literal, type Term } from "../../../term/term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const STRING = `${XSD}string`;
const LANGUAGE_STRING = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

/** A literal as this project writes it: `xsd:string` is no datatype, languages are in lower case. */
export function answerLiteral(
  value: string,
  datatype: string | undefined,
  language: string | undefined,
): Literal {
  if (language !== undefined && language !== "") return literal(value, { language: language.toLowerCase() });
  if (datatype === undefined || datatype === STRING || datatype === LANGUAGE_STRING) return literal(value);
  return literal(wholeYear(value, datatype), { datatype });
}

/** Virtuoso writes the year 44 before Christ as `-044`. */
function wholeYear(value: string, datatype: string): string {
  return datatype.startsWith(XSD) && /^-\d{3}(?:$|-)/u.test(value) && /(?:date|gYear)/u.test(datatype)
    ? `-0${value.slice(1)}`
    : value;
}

export const answerBoolean = (value: boolean): Term => literal(String(value), { datatype: `${XSD}boolean` });
