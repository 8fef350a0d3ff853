import type { Term } from "../term/term.ts";

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
  /** True for what `comparableValue` takes as a number; errors count as false. */
  isNumber(value: string, declared: boolean): string;
  /** What numbers are compared by. */
  numberKey(value: string, declared: boolean): string;
  isDate(value: string, declared: boolean): string;
  dateKey(value: string): string;
  /** The number in a query, compared with `numberKey`. */
  number(value: number): string;
}

export const NUMBER_TEXT = "^[-+]?([0-9]+[.]?[0-9]*|[.][0-9]+)([eE][-+]?[0-9]+)?$";
export const DATE_TEXT = "^-?[0-9]{4,}(-[0-9]{2}(-[0-9]{2}(T[0-9:.]+)?)?)?(Z|[-+][0-9]{2}:[0-9]{2})?$";

const NUMBERS = ["integer", "decimal", "double", "float", "int", "long", "short", "byte"].concat(
  ["nonNegativeInteger", "positiveInteger", "nonPositiveInteger", "negativeInteger"],
  ["unsignedInt", "unsignedLong", "unsignedShort", "unsignedByte"],
);
export const DATE_TYPES = ["date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"];

/** `xsd:` names are declared by every query. */
export const datatypeIn = (value: string, names: readonly string[]): string =>
  names.length === 1
    ? `datatype(${value}) = xsd:${names[0]}`
    : `datatype(${value}) IN (${names.map((name) => `xsd:${name}`).join(", ")})`;

/** By the recommendation: RDF 1.1 terms, casts as in XPath. */
export const STANDARD_DIALECT: SparqlDialect = {
  blankNode: undefined,
  hasTwoStrings: false,
  mostTerms: 50_000,
  joinsByValue: false,
  listsApart: false,
  differ: (a, b) => `!sameTerm(${a}, ${b})`,
  isTerm: (value, _term, written) => `sameTerm(${value}, ${written})`,
  isNumber: (value, declared) =>
    `${datatypeIn(value, declared ? [...NUMBERS, "string"] : NUMBERS)} && REGEX(STR(${value}), "${NUMBER_TEXT}")`,
  numberKey: (value) => `xsd:double(STR(${value}))`,
  isDate: (value, declared) =>
    `${datatypeIn(value, declared ? [...DATE_TYPES, "string"] : DATE_TYPES)} && REGEX(STR(${value}), "${DATE_TEXT}")`,
  dateKey: (value) => `STR(${value})`,
  number: (value) => (Number.isInteger(value) && Math.abs(value) < 1e15 ? String(value) : doubleText(value)),
};

function doubleText(value: number): string {
  const text = String(value);
  return text.includes("e") ? text.replace("e+", "e") : `${text}e0`;
}
