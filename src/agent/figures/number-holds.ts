import type { Derived } from "../../trajectory/long-form-answer.ts";
import {
  absolute,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  divide,
  HUNDRED,
  multiply,
  negated,
  roundedTo,
  subtract,
} from "./decimal.ts";
import { type SourceExpression, type SourceTerm, sourceOf } from "./source.ts";
import type { NumberReading, WrittenNumber } from "./written-number.ts";

/** What words around a number say of its sign. */
export interface Direction {
  /** "fell", "fewer": 12 may stand for -12. */
  readonly isDown: boolean;
  /** The word right before it says so, as in "fell by 12 %", and none says the contrary. */
  readonly fell: boolean;
}

const TWO: Decimal = { units: 2n, scale: 0 };
/** From here on a quotient that is said in per cent may be in per cent already. */
const LARGE_SHARE = TWO;

/** What a written number has to come up to. */
export interface ComputedNumber {
  readonly value: Decimal;
  readonly source: SourceExpression;
  readonly percent: boolean;
}

/** The number that a source comes to, read back from what was kept; undefined where it comes to something else. */
export function computedNumber({ source, value, percent = false }: Derived): ComputedNumber | undefined {
  const number = value === undefined || value === null ? undefined : decimalOf(String(value));
  const read = sourceOf(source);
  return number === undefined || read === undefined ? undefined : { value: number, source: read, percent };
}

/**
 * True where what is written is the computed number, rounded to its last digit (or to the step that the source declares), both ends included:
 * 12.5 stands for 12.45 to 12.55.
 */
export function numberHolds(written: WrittenNumber, computed: ComputedNumber, direction: Direction): boolean {
  const wanted = expectedValue(written, computed);
  // A mean of columns in per cent is a quotient, too: 80.8 is no 8,080 %.
  if (written.percent && compare(absolute(computed.value), LARGE_SHARE) >= 0 && wanted !== computed.value) {
    const asItIs = written.readings.some((reading) =>
      isNear(reading, computed.value, computed.source.roundedTo),
    );
    if (asItIs) return true;
  }
  if (direction.fell && isChange(computed.source.term) && wanted.units > 0n) return false;
  return written.readings.some(
    (reading) =>
      isNear(reading, wanted, computed.source.roundedTo) ||
      (direction.isDown &&
        reading.value.units > 0n &&
        isNear(reading, negated(wanted), computed.source.roundedTo)),
  );
}

/** In per cent where that is how it is written and the source gives a fraction; times a million where the source is in millions already. */
export function expectedValue(written: WrittenNumber, { value, source, percent }: ComputedNumber): Decimal {
  const isFraction =
    written.percent && !percent && (hasQuotient(source.term) || isShareCell(source.term, value));
  if (isFraction) return multiply(HUNDRED, value);
  return isScaled(source.term, written.scale) ? multiply(written.scale, value) : value;
}

export const isChange = (term: SourceTerm): boolean => term.type === "call" && term.name === "change";

function isNear({ value, step }: NumberReading, wanted: Decimal, roundedTo: number | undefined): boolean {
  if (isWithin(value, wanted, step)) return true;
  const declared = roundedTo === undefined ? undefined : decimalOf(String(roundedTo));
  // A step as large as the number itself would let nearly everything stand.
  if (declared === undefined || compare(declared, absolute(wanted)) > 0) return false;
  return isMultiple(value, declared) && isWithin(value, wanted, declared);
}

function isWithin(value: Decimal, wanted: Decimal, step: Decimal): boolean {
  const allowed = divide(step, TWO);
  return allowed !== undefined && compare(absolute(subtract(value, wanted)), allowed) <= 0;
}

function isMultiple(value: Decimal, step: Decimal): boolean {
  const quotient = divide(value, step);
  return quotient !== undefined && quotient.units % 10n ** BigInt(quotient.scale) === 0n;
}

function hasQuotient(term: SourceTerm): boolean {
  if (term.type === "negation") return hasQuotient(term.operand);
  if (term.type !== "calculation" || isHundredfold(term)) return false;
  return term.operator === "/" || hasQuotient(term.left) || hasQuotient(term.right);
}

/** `100 * a / b` is in per cent already. */
function isHundredfold(term: SourceTerm): boolean {
  if (term.type !== "calculation" || (term.operator !== "*" && term.operator !== "/")) return false;
  const parts = term.operator === "*" ? [term.left, term.right] : [term.left];
  return parts.some((part) => (part.type === "number" && Number(part.digits) === 100) || isHundredfold(part));
}

/** A fraction that a query computed, in a column that is not said to be in per cent. */
function isShareCell(term: SourceTerm, value: Decimal): boolean {
  if (term.type === "call") return term.operands.some((each) => isShareCell(each, value));
  if (term.type !== "reference" || /percent|per_cent|pct|%/iu.test(term.column ?? "")) return false;
  return value.scale > 0 && compare(absolute(value), { units: 1n, scale: 0 }) < 0;
}

/** How names of columns say that they count in thousands, millions or billions. */
const COUNTS_IN: ReadonlyMap<bigint, RegExp> = new Map([
  [1000n, /thousand|thsd|_k$|\(k\)/iu],
  [1_000_000n, /million|mio|mill\b|_mn?$|\(mn?\)/iu],
  [1_000_000_000n, /billion|_bn$|\(bn\)/iu],
]);

/** True where a source comes to what a word such as "million" counts: it divides by as much, or its columns are named so. */
function isScaled(term: SourceTerm, { units }: Decimal): boolean {
  const isIn = (each: SourceTerm): boolean => isScaled(each, { units, scale: 0 });
  if (term.type === "reference") return COUNTS_IN.get(units)?.test(term.column ?? "") === true;
  if (term.type === "negation") return isIn(term.operand);
  if (term.type === "call")
    return /^(?:sum|mean|median|min|max)$/.test(term.name) && term.operands.some(isIn);
  if (term.type !== "calculation") return false;
  if (term.operator !== "/") return isIn(term.left) || isIn(term.right);
  return (term.right.type === "number" && term.right.digits === String(units)) || isIn(term.left);
}

const DOWN =
  /(?<![\p{L}])(?:fell|fallen|fall(?:s|ing)?|less|lower(?:ed)?|below|under|fewer|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk|shrinks?|lost|los(?:e|es|ing|s)|reduc(?:ed|es|tion)|smaller|shorter|cheaper|behind|short|minus|negative|deficit|worse|slipped|sank|cut|ahead|trail(?:s|ed|ing)?|lag(?:s|ged)?|earlier|younger)(?![\p{L}])/iu;
const FELL =
  /(?<![\p{L}])(?:fell|fallen|fall(?:s|ing)?|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk)(?![\p{L}])/iu;
const ROSE =
  /(?<![\p{L}])(?:rose|rise[sn]?|rising|grew|grow[sn]?|growth|gain(?:s|ed)?|up|more|higher|increas(?:e|es|ed|ing)|climbed|jumped)(?![\p{L}])/iu;

const WORDS_BEFORE = 8;
const WORDS_RIGHT_BEFORE = 3;
const WORDS_AFTER = 6;

/** What the words of the sentence around a number say of its sign. */
export function directionOf(before: string, after: string): Direction {
  const left = lastWords(sentenceEnd(before), WORDS_BEFORE);
  const right = firstWords(sentenceStart(after), WORDS_AFTER);
  const near = lastWords(left, WORDS_RIGHT_BEFORE);
  const around = `${lastWords(left, WORDS_RIGHT_BEFORE)} ${firstWords(right, WORDS_RIGHT_BEFORE)}`;
  return {
    isDown: DOWN.test(left) || DOWN.test(right),
    fell: FELL.test(near) && !ROSE.test(around),
  };
}

const sentenceEnd = (text: string): string => text.split(/[.!?]\s|\n/u).at(-1) ?? "";
const sentenceStart = (text: string): string => text.split(/[.!?](?:\s|$)|\n/u)[0] ?? "";
const lastWords = (text: string, count: number): string => text.trim().split(/\s+/u).slice(-count).join(" ");
const firstWords = (text: string, count: number): string =>
  text.trim().split(/\s+/u).slice(0, count).join(" ");

const DECIMALS = 2;
/** From here on thousands are set apart, so that years are not. */
const SEPARATED: Decimal = { units: 10_000n, scale: 0 };
/** Below it two decimals say too little. */
const SMALL: Decimal = { units: 1n, scale: 1 };

/** A value as braces are filled with it: at most two decimals (four of small numbers), thousands from 10,000 on set apart, shares with a %. */
export function shownValue({ value, percent = false, source }: Derived): string {
  if (value === null || value === undefined) return "NULL";
  const number =
    typeof value === "number" || /^-?\d+(?:\.\d+)?$/.test(value) ? decimalOf(String(value)) : undefined;
  if (number === undefined) return String(value);
  const size = absolute(number);
  const decimals = percent ? 1 : compare(size, SMALL) < 0 ? 4 : DECIMALS;
  const text = decimalText(roundedTo(number, decimals));
  // The number of a thing is its name.
  const isName = /(?:^|[._"\s])(?:id|no|number|year)"?$/iu.test(source);
  const shown = compare(size, SEPARATED) >= 0 && !isName ? withSeparators(text) : text;
  return percent ? `${shown} %` : shown;
}

/** A value in the manner of what was written: its decimals, scale, separators, and what stands around the digits. */
export function inManner(
  written: string,
  form: WrittenNumber,
  computed: { readonly value: Decimal; readonly isDown: boolean; readonly step: Decimal | undefined },
): string {
  const { isDown, step } = computed;
  const value = step === undefined ? computed.value : inSteps(computed.value, step);
  const original = written.slice(form.digits.from, form.digits.to);
  const before = written.slice(0, form.digits.from).replace(/[-−+]/u, "");
  const after = written.slice(form.digits.to);
  const scaled = divide(value, form.scale) ?? value;
  const size = absolute(scaled);
  const isPlain = !form.percent && form.scale.units === 1n;
  const ownDecimals = isPlain && value.scale <= DECIMALS ? value.scale : 0;
  const decimals = Math.max(/[.,](\d{1,2}|\d{4,})$/.exec(original)?.[1]?.length ?? 0, ownDecimals);
  // What rounds to nothing in that scale would say nothing.
  const isTiny = roundedTo(size, decimals).units === 0n && size.units !== 0n;
  const sign = value.units < 0n && !isDown ? "-" : "";
  const digits = decimalText(roundedTo(size, isTiny ? decimals + 2 : decimals));
  const [whole = "", rest = ""] = digits.split(".");
  const padded = decimals > 0 ? `${whole}.${rest.padEnd(decimals, "0")}` : digits;
  return `${sign}${before}${withSeparators(padded, separatorOf(original, size))}${ordinalAs(after, whole)}`;
}

function inSteps(value: Decimal, step: Decimal): Decimal {
  const steps = divide(value, step);
  return steps === undefined ? value : multiply(roundedTo(steps, 0), step);
}

/** As written; where none could be seen there, a comma for numbers that are long. */
function separatorOf(original: string, size: Decimal): string {
  const seen = /\d([,\u00a0\u2009\u202f '’])\d{3}/u.exec(original)?.[1];
  if (seen !== undefined) return seen;
  return /\d{5}/.test(original) || compare(size, SEPARATED) < 0 ? "" : ",";
}

const withSeparators = (digits: string, separator = ","): string =>
  digits.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/gu, separator);

function ordinalAs(after: string, whole: string): string {
  if (!/^(?:st|nd|rd|th)$/u.test(after)) return after;
  if (/1[1-3]$/.test(whole)) return "th";
  return { 1: "st", 2: "nd", 3: "rd" }[whole.at(-1) ?? ""] ?? "th";
}
