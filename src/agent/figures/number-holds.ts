import type { Derived } from "../../trajectory/table-profile.ts";
import {
  absolute,
  compare,
  type Decimal,
  decimalOf,
  divide,
  HUNDRED,
  multiply,
  negated,
  subtract,
} from "./decimal.ts";
import { isScaled } from "./is-scaled.ts";
import { readSource, type SourceExpression } from "./source-expression.ts";
import type { SourceTerm } from "./source-term.ts";
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
  const read = readSource(source).source;
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
