import { iri, literal, type Term } from "../../../../term/term.ts";
import { termText } from "../../../../term/term-text.ts";
import { booleanTerm } from "./effective-boolean.ts";
import { numeric } from "./numeric-value.ts";
import type { SparqlFunction } from "./sparql-function.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";
const LANGUAGE_TEXT = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

const isKind =
  (...kinds: readonly Term["kind"][]): SparqlFunction =>
  ([term]) =>
    term && booleanTerm(kinds.includes(term.kind));

/** What a term is, and making one. */
export const termFunctions: Readonly<Record<string, SparqlFunction>> = {
  isiri: isKind("iri"),
  isuri: isKind("iri"),
  isblank: isKind("blank"),
  isliteral: isKind("literal"),
  isnumeric: ([term]) => term && booleanTerm(numeric(term) !== undefined),
  sameterm: ([a, b]) => a && b && booleanTerm(termText(a) === termText(b)),
  str: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? literal(term.value) : undefined),
  lang: ([term]) => (term?.kind === "literal" ? literal(term.language ?? "") : undefined),
  datatype: ([term]) =>
    term?.kind === "literal"
      ? iri(term.datatype ?? (term.language === undefined ? `${XSD}string` : LANGUAGE_TEXT))
      : undefined,
  iri: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? iri(term.value) : undefined),
  uri: ([term]) => (term?.kind === "iri" || term?.kind === "literal" ? iri(term.value) : undefined),
  strdt: ([text, datatype]) => {
    if (text?.kind !== "literal" || datatype?.kind !== "iri") return undefined;
    return datatype.value === `${XSD}string`
      ? literal(text.value)
      : literal(text.value, { datatype: datatype.value });
  },
  strlang: ([text, language]) =>
    text?.kind === "literal" && language?.kind === "literal"
      ? literal(text.value, { language: language.value.toLowerCase() })
      : undefined,
  langmatches: ([tag, range]) => {
    if (tag?.kind !== "literal" || range?.kind !== "literal") return undefined;
    const [own, wanted] = [tag.value.toLowerCase(), range.value.toLowerCase()];
    return booleanTerm(wanted === "*" ? own !== "" : own === wanted || own.startsWith(`${wanted}-`));
  },
};
