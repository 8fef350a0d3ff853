import type { Json } from "../../util/json.ts";
import type { ResultRows } from "./result-rows.ts";

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/u;
const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/u;
/** Before it, Excel counts a day that there never was. */
const FIRST = Date.UTC(1900, 2, 1);

/**
 * The moment that a text of a day, or of a day and time without zone, says, in UTC; undefined for all else, and where a spreadsheet would
 * say another: before March 1900, or finer than milliseconds.
 */
export function dateOf(
  value: Json | undefined,
): { readonly at: Date; readonly hasTime: boolean } | undefined {
  if (typeof value !== "string") return undefined;
  const found = DAY.exec(value) ?? TIME.exec(value);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const at = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Number((found[7] ?? "").padEnd(3, "0"))),
  );
  const exists =
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day &&
    at.getUTCHours() === hour &&
    minute < 60 &&
    second < 60;
  return exists && at.getTime() >= FIRST ? { at, hasTime: found[4] !== undefined } : undefined;
}

/** Places of the columns that hold nothing but dates, beside NULL. */
export function dateColumns({ columns, rows }: ResultRows): ReadonlySet<number> {
  const dates = new Set<number>();
  const other = new Set<number>();
  for (const row of rows) {
    for (let at = 0; at < columns.length; at += 1) {
      const value = row[at];
      if (value === null || value === undefined || other.has(at)) continue;
      if (dateOf(value) === undefined) other.add(at);
      else dates.add(at);
    }
  }
  return new Set([...dates].filter((at) => !other.has(at)));
}
