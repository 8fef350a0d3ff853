import { comparableValue, compareValues, INTEGER_NAMES } from "../../../term/comparable-value.ts";
import { type Literal, literal, type Term, termText, XSD } from "../../../term/term.ts";
import { storeError } from "../../../triple-store/triple-store-error.ts";

type NumericType = "integer" | "decimal" | "float" | "double";

export interface NumericValue {
  readonly number: number;
  readonly type: NumericType;
}

const TYPES: ReadonlyMap<string, NumericType> = new Map<string, NumericType>([
  ...(["integer", "decimal", "float", "double"] as const).map((type) => [XSD + type, type] as const),
  ...INTEGER_NAMES.map((name) => [XSD + name, "integer"] as const),
]);
const FORM = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u;
const RANK: Readonly<Record<NumericType, number>> = { integer: 0, decimal: 1, float: 2, double: 3 };

/** The number that a literal of a numeric datatype stands for; undefined for other terms and for invalid numbers. */
export function numeric(term: Term): NumericValue | undefined {
  if (term.kind !== "literal" || term.datatype === undefined) return undefined;
  const type = TYPES.get(term.datatype);
  if (type === undefined) return undefined;
  const text = term.value.trim();
  if (FORM.test(text)) return { number: Number(text), type };
  const special: Readonly<Record<string, number>> = {
    INF: Number.POSITIVE_INFINITY,
    "-INF": Number.NEGATIVE_INFINITY,
    NaN: Number.NaN,
  };
  const number = type === "float" || type === "double" ? special[text] : undefined;
  return number === undefined ? undefined : { number, type };
}

export function numericTerm({ number, type }: NumericValue): Literal {
  return { kind: "literal", value: written(number, type), datatype: XSD + type };
}

function written(number: number, type: NumericType): string {
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number > 0 ? "INF" : "-INF";
  if (type === "integer") return BigInt(Math.trunc(number)).toString();
  if (type !== "decimal") return scientific(number);
  const text = String(number);
  return /e/u.test(text) ? plainDecimal(number) : text;
}

function plainDecimal(number: number): string {
  return number.toFixed(20).replace(/\.?0+$/u, "");
}

/** The canonical form of doubles: `1.5E3`. */
function scientific(number: number): string {
  const [digits = "0", exponent = "0"] = number.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}

const wider = (a: NumericType, b: NumericType): NumericType => (RANK[a] >= RANK[b] ? a : b);

const arithmetic =
  (combine: (a: number, b: number) => number) =>
  (a: NumericValue, b: NumericValue): NumericValue => {
    const type = wider(a.type, b.type);
    return { number: exact(combine(a.number, b.number), type), type };
  };

export const add = arithmetic((a, b) => a + b);
export const subtract = arithmetic((a, b) => a - b);
export const multiply = arithmetic((a, b) => a * b);

/** Integers give a decimal. Division by zero is an error, except for floats and doubles. */
export function divide(a: NumericValue, b: NumericValue): NumericValue | undefined {
  const type = wider(wider(a.type, b.type), "decimal");
  if (b.number === 0 && type === "decimal") return undefined;
  return { number: exact(a.number / b.number, type), type };
}

/** Decimals are stored as doubles; rounding to 15 digits removes errors such as that of 0.1 + 0.2. */
function exact(number: number, type: NumericType): number {
  return type === "decimal" && Number.isFinite(number) ? Number(number.toPrecision(15)) : number;
}

const BOOLEAN = `${XSD}boolean`;

/** The effective boolean value; undefined is an error. */
export function effectiveBoolean(term: Term | undefined): boolean | undefined {
  if (term?.kind !== "literal") return undefined;
  if (term.datatype === BOOLEAN) return term.value === "true" || term.value === "1";
  if (term.datatype === undefined) return term.language === undefined ? term.value !== "" : undefined;
  const value = numeric(term);
  return value === undefined ? undefined : value.number !== 0 && !Number.isNaN(value.number);
}

export function isTrue(term: Term | undefined): boolean {
  return effectiveBoolean(term) === true;
}

/** `=` of SPARQL; undefined where the standard makes it an error (literals of unknown datatypes). */
export function equalTerms(a: Term, b: Term): boolean | undefined {
  if (termText(a) === termText(b)) return true;
  if (a.kind !== "literal" || b.kind !== "literal") return false;
  const order = compareLiterals(a, b);
  if (order !== undefined) return order === 0;
  if (isText(a) && isText(b)) return false;
  return isText(a) || isText(b) || known(a) || known(b) ? false : undefined;
}

/** Order for `<` and the like: negative, 0 or positive; undefined if the two cannot be compared. */
export function compareTerms(a: Term, b: Term): number | undefined {
  return a.kind === "literal" && b.kind === "literal" ? compareLiterals(a, b) : undefined;
}

function compareLiterals(a: Literal, b: Literal): number | undefined {
  const [left, right] = [numeric(a), numeric(b)];
  if (left !== undefined && right !== undefined) {
    return left.number < right.number
      ? -1
      : left.number > right.number
        ? 1
        : left.number === right.number
          ? 0
          : undefined;
  }
  if (a.datatype === undefined && b.datatype === undefined) {
    if (a.language !== undefined || b.language !== undefined) return undefined;
    return a.value < b.value ? -1 : a.value > b.value ? 1 : 0;
  }
  if (a.datatype === BOOLEAN && b.datatype === BOOLEAN) {
    return Number(effectiveBoolean(a)) - Number(effectiveBoolean(b));
  }
  if (a.datatype !== b.datatype) return undefined;
  const [earlier, later] = [comparableValue(a), comparableValue(b)];
  return earlier === undefined || later === undefined ? undefined : compareValues(earlier, later);
}

function isText({ datatype }: Literal): boolean {
  return datatype === undefined;
}

function known(term: Literal): boolean {
  return numeric(term) !== undefined || comparableValue(term) !== undefined || term.datatype === BOOLEAN;
}

/** The order of ORDER BY, MIN and MAX: unbound, blank nodes, IRIs, literals; literals by value if comparable, else by text. */
export function orderTerms(a: Term | undefined, b: Term | undefined): number {
  const ranks = rank(a) - rank(b);
  if (ranks !== 0 || a === undefined || b === undefined) return ranks;
  const order = compareTerms(a, b) ?? byValue(a, b);
  if (order !== undefined) return order;
  const [left, right] = [termText(a), termText(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}

const RANKS = { blank: 1, iri: 2, literal: 3 } as const;

function rank(term: Term | undefined): number {
  return term === undefined ? 0 : RANKS[term.kind];
}

function byValue(a: Term, b: Term): number | undefined {
  const [left, right] = [comparableValue(a), comparableValue(b)];
  return left === undefined || right === undefined ? undefined : compareValues(left, right);
}

const DATE_FORMS: Readonly<Record<string, RegExp>> = {
  date: /^-?\d{4,}-\d{2}-\d{2}(Z|[+-]\d{2}:\d{2})?$/u,
  dateTime: /^-?\d{4,}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})?$/u,
  gYear: /^-?\d{4,}(Z|[+-]\d{2}:\d{2})?$/u,
  gYearMonth: /^-?\d{4,}-\d{2}(Z|[+-]\d{2}:\d{2})?$/u,
};

/**
 * XSD constructor functions; undefined if the value cannot be cast.
 *
 * @throws TripleStoreError `unsupported` for any other function
 */
export function castTo(name: string, value: Term): Term | undefined {
  const type = name.startsWith(XSD) ? name.slice(XSD.length) : undefined;
  switch (type) {
    case "string":
      return value.kind === "iri" || value.kind === "literal" ? literal(value.value) : undefined;
    case "integer":
    case "decimal":
    case "float":
    case "double":
      return toNumber(value, type);
    case "date":
    case "dateTime":
    case "gYear":
    case "gYearMonth":
      return toDate(value, type);
    default:
      throw storeError("unsupported", `The function <${name}> is not known.`);
  }
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

const LONGEST_TEXT = 1_000_000;

/** @throws TripleStoreError `too-large` */
export function boundedText(text: string): string {
  boundLength(text.length);
  return text;
}

/** Call before making a text of so many characters. @throws TripleStoreError `too-large` */
export function boundLength(characters: number): void {
  if (characters <= LONGEST_TEXT) return;
  throw storeError("too-large", `The query makes a text of more than ${LONGEST_TEXT} characters.`, {
    hint: "Make shorter texts: SUBSTR cuts them, and GROUP_CONCAT over fewer solutions makes less.",
  });
}
