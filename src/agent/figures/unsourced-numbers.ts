import type { TableProfile } from "../../trajectory/long-form-answer.ts";
import { compare } from "./decimal.ts";
import { readReportPieces } from "./report-pieces.ts";
import type { Tables } from "./tables.ts";
import { dateOf, isSameDate, type WrittenDate, type WrittenNumber, writtenNumber } from "./written-number.ts";

/** What a number without a source may be taken from. */
export interface KnownNumbers {
  readonly question: string;
  readonly tables: Tables;
  readonly profiles: readonly TableProfile[];
  /** Names of the queries that the text rests on. */
  readonly cited: readonly string[];
}

/** Longest text of a cell that counts as a name. */
const LONGEST_NAME = 200;
const MOST_NAMES = 20_000;
const YEARS = { from: 1000, to: 2999 };

/**
 * Tells which numbers need no source: those that the question says, years and months of the period that the cited queries' dates span, and
 * numbers within a name that stands in a cell of the results ("Screen 5").
 */
export function unsourcedNumbers({ question, tables, profiles, cited }: KnownNumbers) {
  const asked = readReportPieces(question).flatMap((piece) =>
    piece.type === "number" || piece.type === "figure" ? [piece.written] : [],
  );
  const askedForms = asked.flatMap((written) => writtenNumber(written) ?? []);
  const names = numberedNames(tables);
  const periods = periodsOf(profiles.filter(({ name }) => cited.includes(name)));
  return {
    /** @param before, after the text around it, at least as long as a name may be */
    mayStand(written: string, before: string, after: string): boolean {
      const form = writtenNumber(written);
      if (form === undefined) return asked.includes(written);
      if (askedForms.some((each) => isSame(form, each))) return true;
      return isInPeriod(form, periods) || isInName(written, before, after, names);
    },
  };
}

function isSame(form: WrittenNumber, asked: WrittenNumber): boolean {
  if (form.dates.some((date) => asked.dates.some((each) => isSameDate(date, each)))) return true;
  // "2024" of "in May 2024".
  if (asked.dates.some(({ year }) => year !== undefined && yearOf(form) === year)) return true;
  return form.readings.some(({ value }) => asked.readings.some((each) => compare(value, each.value) === 0));
}

function yearOf({ readings, percent, isWord }: WrittenNumber): number | undefined {
  const [reading] = readings;
  if (reading === undefined || reading.value.scale !== 0 || percent || isWord) return undefined;
  const year = Number(reading.value.units);
  return year >= YEARS.from && year <= YEARS.to ? year : undefined;
}

interface Period {
  readonly from: WrittenDate;
  readonly to: WrittenDate;
}

function isInPeriod(form: WrittenNumber, periods: readonly Period[]): boolean {
  return periods.some(({ from, to }) => {
    const year = yearOf(form);
    if (year !== undefined && year >= (from.year ?? year + 1) && year <= (to.year ?? year - 1)) return true;
    return form.dates.some((date) => {
      if (date.day !== undefined) return isSameDate(date, from) || isSameDate(date, to);
      if (date.year === undefined) return false;
      const month = monthCount(date);
      return month >= monthCount(from) && month <= monthCount({ month: 12, ...to });
    });
  });
}

const monthCount = ({ year = 0, month = 1 }: WrittenDate): number => year * 12 + month;

/** From the first to the last date, or year, of each column that has such. */
function periodsOf(profiles: readonly TableProfile[]): readonly Period[] {
  const columns = profiles.flatMap((profile) => profile.columns);
  return columns.flatMap(({ name, smallest = "", largest = "" }) => {
    const [from, to] = [dateOrYear(smallest, name), dateOrYear(largest, name)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

function dateOrYear(value: string | number, column: string): WrittenDate | undefined {
  const text = String(value);
  if (!/^\d{4}$/.test(text)) return typeof value === "string" ? dateOf(text) : undefined;
  const isYear = typeof value === "string" || /year|date|period|season|decade/iu.test(column);
  const year = Number(text);
  return isYear && year >= YEARS.from && year <= YEARS.to ? { year } : undefined;
}

/** Texts of cells and columns with a number and a word in them, in lower case. */
function numberedNames(tables: Tables): readonly string[] {
  const names = new Set<string>();
  for (const { rows, columns } of tables.values()) {
    for (const text of [...columns, ...rows.flat()]) {
      if (typeof text !== "string" || text.length > LONGEST_NAME || names.size === MOST_NAMES) continue;
      if (!/\d/.test(text) || !/\p{L}{2}|\p{L}-?\d|\d-?\p{L}/u.test(text) || dateOf(text) !== undefined)
        continue;
      names.add(text.toLowerCase().trim());
    }
  }
  return [...names];
}

function isInName(written: string, before: string, after: string, names: readonly string[]): boolean {
  const left = before.slice(-LONGEST_NAME).toLowerCase();
  const number = written.toLowerCase();
  const around = left + number + after.slice(0, LONGEST_NAME).toLowerCase();
  const [from, to] = [left.length, left.length + number.length];
  return names.some((name) => {
    for (
      let at = name.includes(number) ? around.indexOf(name) : -1;
      at >= 0;
      at = around.indexOf(name, at + 1)
    ) {
      if (at <= from && at + name.length >= to && !/[\p{L}\p{N}]/u.test(around[at + name.length] ?? ""))
        return true;
    }
    return false;
  });
}
