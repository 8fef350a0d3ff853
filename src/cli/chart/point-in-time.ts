import type { Json } from "../../util/json.ts";

const YEAR = /year|jahr|année|annee|\baño|anno|decade/iu;

/** Milliseconds since 1970 of a written year, quarter, month, day or time, else undefined. A bare number is a year if the column's name says so. */
export function pointInTime(value: Json, column: string): number | undefined {
  if (typeof value === "number")
    return Number.isInteger(value) && value > 0 && value < 3000 && YEAR.test(column)
      ? yearStart(value)
      : undefined;
  if (typeof value !== "string") return undefined;
  if (/^\d{4}$/u.test(value)) return yearStart(Number(value));
  const quarter = /^(\d{4})[- ]?Q([1-4])$/u.exec(value);
  if (quarter) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  const month = /^(\d{4})-(0[1-9]|1[0-2])$/u.exec(value);
  if (month) return Date.UTC(Number(month[1]), Number(month[2]) - 1);
  if (!/^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u.test(value))
    return undefined;
  const zoned =
    /[ T]/u.test(value) && !/(?:Z|[+-]\d\d(?::?\d\d)?)$/u.test(value.slice(10)) ? `${value}Z` : value;
  const at = Date.parse(zoned.replace(" ", "T"));
  return Number.isNaN(at) ? undefined : at;
}

function yearStart(year: number): number {
  return new Date(0).setUTCFullYear(year, 0, 1);
}
