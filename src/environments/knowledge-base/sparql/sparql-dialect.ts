import { DATE_NAMES, NUMBER_NAMES } from "../term/comparable-value.ts";
import { type Term, termText, XSD } from "../term/term.ts";
import { storeError } from "../triple-store/triple-store-error.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that may not stand in an IRI.
const NO_IRI = /[\u0000-\u0020<>"{}|^`\\]/u;

/**
 * How the term may be written in a query: one text, or two where the engine tells plain strings from `xsd:string`.
 *
 * @throws TripleStoreError `unsupported` for a blank node that cannot be named, and for IRIs that are none: SPARQL resolves escapes before it
 * looks for the end of an IRI, so that escaping would not keep them in
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
 * What engines of SPARQL 1.1 differ in, as far as our queries meet it. Expressions are given and give SPARQL texts; `declared` stands for a
 * value of a predicate whose plain text is a number or date by the vocabulary.
 */
export interface SparqlDialect {
  /** How a blank node of one answer is written in the next query; undefined where it cannot be asked about. */
  readonly blankNode: ((label: string) => string) | undefined;
  /** Whether `"x"` and `"x"^^xsd:string` are two terms, as in RDF 1.0. */
  readonly hasTwoStrings: boolean;
  /** Terms that one query may list. */
  readonly mostTerms: number;
  /** Whether patterns join numbers and dates by value, so that `178` as integer and as decimal are one. */
  readonly joinsByValue: boolean;
  /** Whether listed blank nodes join as sub-selects only, and other listed terms beside the patterns only. */
  readonly listsApart: boolean;
  /** Whether two variables hold different terms. */
  differ(a: string, b: string): string;
  /** Whether a variable holds the term, given as written in a query. */
  isTerm(value: string, term: Term, written: string): string;
  /** True for what `comparableValue` takes as of that kind; errors count as false. */
  is(kind: ValueKind, value: string, declared: boolean): string;
  /** What values of the kind are compared by. */
  key(kind: ValueKind, value: string): string;
  /** The number in a query, compared with `key`. */
  number(value: number): string;
}

export type ValueKind = "number" | "date";

/** How values of a kind are written. */
export const VALUE_TEXT: Readonly<Record<ValueKind, string>> = {
  number: "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$",
  date: "^-?[0-9]{4,}(-[0-9]{2}(-[0-9]{2}(T[0-9:.]+)?)?)?(Z|[-+][0-9]{2}:[0-9]{2})?$",
};

const DATATYPES: Readonly<Record<ValueKind, readonly string[]>> = { number: NUMBER_NAMES, date: DATE_NAMES };

/** `xsd:` names are declared by every query. */
const datatypeIn = (value: string, names: readonly string[]): string =>
  `datatype(${value}) IN (${names.map((name) => `xsd:${name}`).join(", ")})`;

/** By the recommendation: RDF 1.1 terms, casts as in XPath. */
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

function doubleText(value: number): string {
  const text = String(value);
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}
