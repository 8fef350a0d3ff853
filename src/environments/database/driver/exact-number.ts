import type { SqlValue } from "./sql-value.ts";

/** A number while it is exact. */
export function exactInteger(value: string | bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : BigInt(value);
}

const MOST_DIGITS = 15;

/** A number where a float holds the same decimal value, trailing zeros aside; decimals of up to 15 digits always do. */
export function exactDecimal(text: string): SqlValue {
  const shortest = text.includes(".") ? text.replace(/\.?0+$/u, "") : text;
  if (/^-?\d+$/u.test(shortest)) return exactInteger(shortest);
  const near = Number(text);
  if (!Number.isFinite(near)) return Number.isNaN(near) || /infinity/iu.test(text) ? near : text;
  const digits = shortest.replaceAll(/[-.]/gu, "").replace(/^0+/u, "").length;
  return digits <= MOST_DIGITS || String(near) === shortest ? near : text;
}
