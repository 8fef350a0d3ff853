import { DATE_NAMES, NUMBER_NAMES } from "../term/comparable-value.ts";
import { type Term, termText, XSD } from "../term/term.ts";
import { storeError } from "../triple-store/triple-store-error.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that an IRI must not contain.
const NO_IRI = /[\u0000-\u0020<>"{}|^`\\]/u;

/**
 * Notations of the term in a query: one text, or two if the engine distinguishes plain strings from `xsd:string`.
 *
 * @throws TripleStoreError `unsupported` for a blank node that cannot be named, and for invalid IRIs: SPARQL resolves escapes before it
 * looks for the end of an IRI, so that escaping would not help
 */
export function termSparql(term: Term, dialect: SparqlDialect): readonly string[] {
  switch (term.kind) {
    case "iri":
      if (NO_IRI.test(term.value))
        throw storeError(
          "unsupported",
          "An identifier with spaces, quotes or brackets in it cannot be asked about.",
        );
      return [termText(term)];
    case "literal": {
      const text = termText(term);
      const plain = term.datatype === undefined && term.language === undefined;
      return plain && dialect.hasTwoStrings ? [text, `${text}^^<${XSD}string>`] : [text];
    }
    case "blank":
      if (dialect.blankNode === undefined)
        throw storeError("unsupported", "This endpoint cannot be asked about a blank node by its name.", {
          hint: "Follow the relations that lead to it instead.",
        });
      return [dialect.blankNode(term.value)];
  }
}

/**
 * Differences between SPARQL 1.1 engines that affect our queries. Methods take and return SPARQL expressions as text; `declared` marks
 * values of a predicate whose plain text is a number or date by the vocabulary.
 */
export interface SparqlDialect {
  /** Notation in a query for a blank node of an earlier answer; undefined if the engine has none. */
  readonly blankNode: ((label: string) => string) | undefined;
  /** Whether `"x"` and `"x"^^xsd:string` are two terms, as in RDF 1.0. */
  readonly hasTwoStrings: boolean;
  /** Terms that one query may list. */
  readonly mostTerms: number;
  /** Whether patterns join numbers and dates by value, so that `178` as integer and as decimal are equal. */
  readonly joinsByValue: boolean;
  /** Whether listed blank nodes join only as sub-selects, and other listed terms only beside the patterns. */
  readonly listsApart: boolean;
  /** Whether two variables hold different terms. */
  differ(a: string, b: string): string;
  /** Whether a variable holds the term, given as written in a query. */
  isTerm(value: string, term: Term, written: string): string;
  /** True for terms to which `comparableValue` gives that kind; errors count as false. */
  is(kind: ValueKind, value: string, declared: boolean): string;
  /** Key by which values of the kind are compared. */
  key(kind: ValueKind, value: string): string;
  /** The notation of a number, for comparison with `key`. */
  number(value: number): string;
}

export type ValueKind = "number" | "date";

/** Regular expressions of valid texts of a kind. */
export const VALUE_TEXT: Readonly<Record<ValueKind, string>> = {
  number: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$",
  date: "^-?[0-9]{4,}(-[0-9]{2}(-[0-9]{2}(T[0-9:.]+)?)?)?(Z|[-+][0-9]{2}:[0-9]{2})?$",
};

const DATATYPES: Readonly<Record<ValueKind, readonly string[]>> = { number: NUMBER_NAMES, date: DATE_NAMES };

/** `xsd:` names are declared by every query. */
const datatypeIn = (value: string, names: readonly string[]): string =>
  `datatype(${value}) IN (${names.map((name) => `xsd:${name}`).join(", ")})`;

/** The W3C recommendation: RDF 1.1 terms, casts as in XPath. */
export const STANDARD_DIALECT: SparqlDialect = {
  blankNode: undefined,
  hasTwoStrings: false,
  mostTerms: 50_000,
  joinsByValue: false,
  listsApart: false,
  differ: (a, b) => `!sameTerm(${a}, ${b})`,
  isTerm: (value, _term, written) => `sameTerm(${value}, ${written})`,
  is: (kind, value, declared) =>
    `${datatypeIn(value, [...DATATYPES[kind], ...(declared ? ["string"] : [])])} && REGEX(STR(${value}), "${VALUE_TEXT[kind]}")`,
  key: (kind, value) => (kind === "number" ? `xsd:double(STR(${value}))` : `STR(${value})`),
  number: (value) => (Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : doubleText(value)),
};

/** An IRI in the notation of every engine. @throws TripleStoreError `unsupported` for an invalid IRI */
export const writtenIri = (value: string): string =>
  termSparql({ kind: "iri", value }, STANDARD_DIALECT)[0] as string;

function doubleText(value: number): string {
  const text = String(value);
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}
