import type { Literal } from "../../../term/term.ts";

/**
 * What tells literals of the same text apart, as a text: `""` for plain ones, `@en` for a language, the datatype's IRI, and `<<` for quoted
 * triples, which are kept among the literals by their N-Triples text.
 */
export const PLAIN_SORT = "";
export const QUOTED_SORT = "<<";
export const XSD_STRING = "http://www.w3.org/2001/XMLSchema#string";

/** The numbers that a builder gives to these from the start. */
export const PLAIN = 0;
export const QUOTED = 1;

export function sortText({ datatype, language }: Literal): string {
  if (language !== undefined) return `@${language.toLowerCase()}`;
  return datatype === undefined || datatype === XSD_STRING ? PLAIN_SORT : datatype;
}

export function literalOf(value: string, sort: string): Literal {
  if (sort === PLAIN_SORT) return { kind: "literal", value };
  return sort.startsWith("@")
    ? { kind: "literal", value, language: sort.slice(1) }
    : { kind: "literal", value, datatype: sort };
}
