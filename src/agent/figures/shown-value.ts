import type { Derived } from "../../trajectory/table-profile.ts";
import {
  absolute,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  divide,
  multiply,
  roundedTo,
} from "./decimal.ts";
import type { WrittenNumber } from "./written-number.ts";

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
