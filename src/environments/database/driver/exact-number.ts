import type { SqlValue } from "./sql-value.ts";

/** As `number` if that is exact, else as `bigint`. */
export function exactInteger(value: string | bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : BigInt(value);
}

const MOST_DIGITS = 15;

/** As `number` if a float holds the same decimal value, trailing zeros aside, else as text. Decimals of up to 15 digits always fit. */
export function exactDecimal(text: string): SqlValue {
  const shortest = text.includes(".") ? text.replace(/\.?0+$/u, "") : text;
  if (/^-?\d+$/u.test(shortest)) return exactInteger(shortest);
  const near = Number(text);
  if (!Number.isFinite(near)) return Number.isNaN(near) || /infinity/iu.test(text) ? near : text;
  const digits = shortest.replaceAll(/[-.]/gu, "").replace(/^0+/u, "").length;
  return digits <= MOST_DIGITS || String(near) === shortest ? near : text;
}
