import { type Literal, type Term, XSD } from "./term.ts";

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

/** Datatypes of whole numbers that are parts of `integer`. */
export const INTEGER_NAMES =
  "int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt unsignedLong unsignedShort unsignedByte".split(
    " ",
  );
export const NUMBER_NAMES: readonly string[] = ["integer", "decimal", "double", "float", ...INTEGER_NAMES];
export const DATE_NAMES: readonly string[] = ["date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"];
const NUMBERS: ReadonlySet<string> = new Set(NUMBER_NAMES.map((name) => XSD + name));
const DATES: ReadonlySet<string> = new Set(DATE_NAMES.map((name) => XSD + name));

/**
 * What a value is compared by in `argmax`, `argmin`, `filter` and ranges, the same in every store:
 * numbers by their value; dates by their text, in which a shorter one (`1987`) stands before all that begin with it (`1987-05-01`), years before
 * Christ before all others. Time zones are not counted in. Anything else is no attribute value and is passed over.
 */
export type ComparableValue =
  | { readonly kind: "number"; readonly number: number }
  | { readonly kind: "date"; readonly text: string };

export function comparableValue(term: Term): ComparableValue | undefined {
  if (term.kind !== "literal" || term.datatype === undefined) return undefined;
  if (NUMBERS.has(term.datatype)) {
    const number = numberOf(term);
    return number === undefined ? undefined : { kind: "number", number };
  }
  if (DATES.has(term.datatype) && DATE.test(term.value)) return { kind: "date", text: term.value };
  return undefined;
}

const DATE = /^-?\d{4,}(-\d{2}(-\d{2}(T[\d:.]+)?)?)?(Z|[+-]\d{2}:\d{2})?$/u;
const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u;

function numberOf({ value }: Literal): number | undefined {
  const text = value.trim();
  if (!NUMBER.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Negative, zero or positive; numbers and dates are never compared with each other. */
export function compareValues(a: ComparableValue, b: ComparableValue): number | undefined {
  if (a.kind === "number" && b.kind === "number") return a.number - b.number;
  if (a.kind === "date" && b.kind === "date") {
    const [left, right] = [dateKey(a.text), dateKey(b.text)];
    return left < right ? -1 : left > right ? 1 : 0;
  }
  return undefined;
}

function dateKey(text: string): string {
  return text.startsWith("-") ? text : `0${text}`;
}
