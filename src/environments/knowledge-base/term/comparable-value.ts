import type { TermsKind } from "../triple-store/triple-store.ts";
import { isNode, type Literal, type Term, XSD } from "./term.ts";

/** Datatypes for plain text of a declared kind. `comparableValue` checks whether the text is a valid value. */
const READ_AS = { number: `${XSD}decimal`, date: `${XSD}date` } as const;

/**
 * The value of an attribute's end: by the term's own datatype, or for plain text (no datatype, no language) by `declared`, the
 * predicate's entry in `Vocabulary.attributes`.
 */
export function attributeValue(term: Term, declared?: "number" | "date"): ComparableValue | undefined {
  const own = comparableValue(term);
  if (own !== undefined || declared === undefined) return own;
  if (term.kind !== "literal" || term.datatype !== undefined || term.language !== undefined) return undefined;
  return comparableValue({ ...term, datatype: READ_AS[declared] });
}

/** Datatypes derived from `integer`. */
export const INTEGER_NAMES =
  "int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger unsignedInt unsignedLong unsignedShort unsignedByte".split(
    " ",
  );
export const NUMBER_NAMES: readonly string[] = ["integer", "decimal", "double", "float", ...INTEGER_NAMES];
export const DATE_NAMES: readonly string[] = ["date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"];
const NUMBERS: ReadonlySet<string> = new Set(NUMBER_NAMES.map((name) => XSD + name));
const DATES: ReadonlySet<string> = new Set(DATE_NAMES.map((name) => XSD + name));

/**
 * The comparable form of a value in `argmax`, `argmin`, `filter` and ranges, the same in every store:
 * numbers by their value; dates by their text, so that a shorter date (`1987`) precedes all dates that begin with it (`1987-05-01`); years before
 * Christ precede all others. Time zones are ignored. Other terms are no attribute values and are skipped.
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
  if (DATES.has(term.datatype) && DATE_FORM.test(term.value)) return { kind: "date", text: term.value };
  return undefined;
}

/** Kinds of terms as bits, so that the kinds of many terms can be combined. */
export const NODE = 1;
export const NUMBER = 2;
export const DATE = 4;
export const TEXT = 8;

export function kindBit(term: Term, value: ComparableValue | undefined = comparableValue(term)): number {
  if (isNode(term)) return NODE;
  if (value === undefined) return TEXT;
  return value.kind === "number" ? NUMBER : DATE;
}

/** The kind of a set whose members have these kinds. */
export function termsKind(bits: number): TermsKind {
  return KINDS[bits] ?? "mixed";
}

const KINDS: Readonly<Record<number, TermsKind>> = {
  0: "none",
  [NODE]: "entities",
  [NUMBER]: "numbers",
  [DATE]: "dates",
  [TEXT]: "texts",
};

const DATE_FORM = /^-?\d{4,}(-\d{2}(-\d{2}(T[\d:.]+)?)?)?(Z|[+-]\d{2}:\d{2})?$/u;
const NUMBER_FORM = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u;

function numberOf({ value }: Literal): number | undefined {
  const text = value.trim();
  if (!NUMBER_FORM.test(text)) return undefined;
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
