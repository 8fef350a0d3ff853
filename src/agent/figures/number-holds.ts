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
import { declaredStep } from "./source.ts";
import type { NumberReading, WrittenNumber } from "./written-number.ts";

/** What words around a number say of its sign. */
export interface Direction {
  /** "fell", "fewer": 12 may stand for -12. */
  readonly isDown: boolean;
  /** The word right before it says so, as in "fell by 12 %". */
  readonly fell: boolean;
}

const ONE: Decimal = { units: 1n, scale: 0 };
const TWO: Decimal = { units: 2n, scale: 0 };

/** What a written number has to come up to. */
export interface ComputedNumber {
  readonly value: Decimal;
  readonly source: string;
  readonly percent: boolean;
  /** The step that the source declares: `to 1000`. */
  readonly step: Decimal | undefined;
}

/** The number that a source comes to, read back from what was kept; undefined where it comes to something else. */
export function computedNumber({ source, value, percent = false }: Derived): ComputedNumber | undefined {
  const number = value === undefined || value === null ? undefined : decimalOf(String(value));
  const step = decimalOf(declaredStep(source) ?? "");
  return number && { value: number, source, percent, step };
}

/**
 * True where what is written is the computed number, rounded to its last digit (or to the step that the source declares), both ends included:
 * 12.5 stands for 12.45 to 12.55.
 */
export function numberHolds(written: WrittenNumber, computed: ComputedNumber, direction: Direction): boolean {
  const wanted = expectedValue(written, computed);
  const near = (value: Decimal): boolean =>
    written.readings.some((reading) => isNear(reading, value, computed.step));
  // A mean of columns in per cent is a quotient, too: 80.8 is no 8,080 %.
  const isLarge = written.percent && compare(absolute(computed.value), TWO) >= 0;
  if (isWrongWay(computed, wanted, direction)) return false;
  if (isLarge && near(computed.value)) return true;
  if (near(wanted)) return true;
  return direction.isDown && wanted.units < 0n && near(negated(wanted));
}

/** "Fell by 12 %" of a change above 0. */
export const isWrongWay = ({ source }: ComputedNumber, { units }: Decimal, { fell }: Direction): boolean =>
  fell && units > 0n && /^\s*change\s*\(/iu.test(source);

/** How sources and the columns that they name say that they count in thousands, millions or billions. */
const COUNTS_IN: ReadonlyMap<bigint, RegExp> = new Map([
  [1000n, /thousand|thsd|_k\b|\(k\)|\/ *1000\b/iu],
  [1_000_000n, /million|mio|mill\b|_mn?\b|\(mn?\)|\/ *1000000\b/iu],
  [1_000_000_000n, /billion|_bn\b|\(bn\)|\/ *1000000000\b/iu],
]);

/** In per cent where that is how it is written and the source gives a fraction; times a million where the source is in millions already. */
export function expectedValue(written: WrittenNumber, { value, source, percent }: ComputedNumber): Decimal {
  const isBelowOne = value.scale > 0 && compare(absolute(value), ONE) < 0;
  const isInPercent = percent || /\b100\b|per_?cent|pct|%/iu.test(source);
  if (written.percent && !isInPercent && (source.includes("/") || isBelowOne))
    return multiply(HUNDRED, value);
  return COUNTS_IN.get(written.scale.units)?.test(source) === true ? multiply(written.scale, value) : value;
}

function isNear({ value, step }: NumberReading, wanted: Decimal, declared: Decimal | undefined): boolean {
  if (isWithin(value, wanted, step)) return true;
  // A step as large as the number itself would let nearly everything stand.
  if (declared === undefined || compare(declared, absolute(wanted)) > 0) return false;
  const steps = divide(value, declared);
  const isMultiple = steps !== undefined && steps.units % 10n ** BigInt(steps.scale) === 0n;
  return isMultiple && isWithin(value, wanted, declared);
}

function isWithin(value: Decimal, wanted: Decimal, step: Decimal): boolean {
  const allowed = divide(step, TWO);
  return allowed !== undefined && compare(absolute(subtract(value, wanted)), allowed) <= 0;
}

const FELL =
  "fell|fallen|fall(?:s|ing)?|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk";
const LESS =
  "less|lower(?:ed)?|below|under|fewer|shrinks?|lost|los(?:e|es|ing|s)|reduc(?:ed|es|tion)|smaller|shorter|cheaper|behind|short|minus|negative|deficit|worse|slipped|sank|cut|ahead|trail(?:s|ed|ing)?|lag(?:s|ged)?|earlier|younger";
const word = (words: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, "iu");
const HAS_FALLEN = word(FELL);
const IS_DOWN = word(`${FELL}|${LESS}`);

/** What the words of the sentence around a number say of its sign. */
export function directionOf(before: string, after: string): Direction {
  const left =
    before
      .split(/[.!?]\s|\n/u)
      .at(-1)
      ?.trim()
      .split(/\s+/u)
      .slice(-8) ?? [];
  const right =
    after
      .split(/[.!?](?:\s|$)|\n/u)[0]
      ?.trim()
      .split(/\s+/u)
      .slice(0, 6) ?? [];
  return {
    isDown: IS_DOWN.test(left.join(" ")) || IS_DOWN.test(right.join(" ")),
    fell: HAS_FALLEN.test(left.slice(-3).join(" ")),
  };
}

const DECIMALS = 2;
/** From here on thousands are set apart, so that years are not. */
const SEPARATED: Decimal = { units: 10_000n, scale: 0 };
/** Below it two decimals say too little. */
const SMALL: Decimal = { units: 1n, scale: 1 };

/**
 * A value as it is put into a text: rounded to the step that its source declares, else at most two decimals (four of small numbers, one of
 * shares), thousands from 10,000 on set apart, shares with a %.
 */
export function shownValue({ value, percent = false, source }: Derived): string {
  if (value === null || value === undefined) return "NULL";
  const number =
    typeof value === "number" || /^-?\d+(?:\.\d+)?$/.test(value) ? decimalOf(String(value)) : undefined;
  if (number === undefined) return String(value);
  const size = absolute(number);
  const decimals = percent ? 1 : compare(size, SMALL) < 0 ? 4 : DECIMALS;
  const step = decimalOf(declaredStep(source) ?? "");
  const steps = step && compare(step, size) <= 0 ? divide(number, step) : undefined;
  const text = decimalText(step && steps ? multiply(roundedTo(steps, 0), step) : roundedTo(number, decimals));
  // The number of a thing is its name.
  const isName = /(?:^|[._"\s])(?:id|no|number|year)"?$/iu.test(source);
  const shown =
    compare(size, SEPARATED) >= 0 && !isName ? text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/gu, ",") : text;
  return percent ? `${shown} %` : shown;
}
