import type { Derived } from "../../trajectory/table-profile.ts";
import { absolute, compare, type Decimal, decimalOf, decimalText, divide, roundedTo } from "./decimal.ts";
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
export function inManner(written: string, form: WrittenNumber, value: Decimal, isDown: boolean): string {
  const original = written.slice(form.digits.from, form.digits.to);
  const decimals = /[.,](\d{1,2}|\d{4,})$/.exec(original)?.[1]?.length ?? 0;
  const before = written.slice(0, form.digits.from).replace(/[-−+]/u, "");
  const after = written.slice(form.digits.to);
  const scaled = divide(value, form.scale) ?? value;
  const size = absolute(scaled);
  // What rounds to nothing in that scale would say nothing.
  const isTiny = roundedTo(size, decimals).units === 0n && size.units !== 0n;
  const sign = value.units < 0n && !isDown ? "-" : "";
  const digits = decimalText(roundedTo(size, isTiny ? decimals + 2 : decimals));
  const [whole = "", rest = ""] = digits.split(".");
  const padded = decimals > 0 ? `${whole}.${rest.padEnd(decimals, "0")}` : digits;
  const isSeparated = /\d[,\u00a0\u2009\u202f ']\d{3}/u.test(original) || compare(size, SEPARATED) >= 0;
  return `${sign}${before}${isSeparated ? withSeparators(padded) : padded}${ordinalAs(after, whole)}`;
}

const withSeparators = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/gu, ",");

function ordinalAs(after: string, whole: string): string {
  if (!/^(?:st|nd|rd|th)$/u.test(after)) return after;
  if (/1[1-3]$/.test(whole)) return "th";
  return { 1: "st", 2: "nd", 3: "rd" }[whole.at(-1) ?? ""] ?? "th";
}
