import type { TableProfile } from "../../trajectory/long-form-answer.ts";
import { compare } from "./decimal.ts";
import { readReportPieces } from "./report-pieces.ts";
import type { Tables, WholeTable } from "./tables.ts";
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
  const names = namesByDigits(tables);
  const period = periodOf(tables, profiles, cited);
  return {
    /** @param before, after the text around it, at least as long as a name may be */
    mayStand(written: string, before: string, after: string): boolean {
      const form = writtenNumber(written);
      if (form === undefined) return asked.includes(written);
      if (askedForms.some((each) => isSame(form, each))) return true;
      return isInPeriod(form, period) || isInName(written, before, after, names);
    },
  };
}

function isSame(form: WrittenNumber, asked: WrittenNumber): boolean {
  if (form.dates.some((date) => asked.dates.some((each) => isSameDate(date, each)))) return true;
  // "2024" of "in May 2024".
  const years = asked.dates.flatMap(({ year }) => year ?? []);
  if (years.some((year) => yearOf(form) === year)) return true;
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
function periodOf(
  tables: Tables,
  profiles: readonly TableProfile[],
  cited: readonly string[],
): readonly Period[] {
  const bounds = cited.flatMap((name) => {
    const profile = profiles.find((each) => each.name === name);
    const table = tables.get(name);
    const known = profile?.columns.flatMap(({ name: column, smallest, largest }) =>
      smallest === undefined || largest === undefined ? [] : [{ column, values: [smallest, largest] }],
    );
    return [...(known ?? []), ...(table === undefined ? [] : datesIn(table))];
  });
  return bounds.flatMap(({ column, values }) => {
    const dates = values.flatMap((value) => dateOrYear(value, column));
    const [from, to] = [dates[0], dates.at(-1)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

/** The first and last of each column's dates, which need not stand in order. */
function datesIn({
  columns,
  rows,
}: WholeTable): readonly { column: string; values: readonly (string | number)[] }[] {
  return columns.map((column, at) => {
    const values = rows
      .flatMap((row) => {
        const cell = row[at];
        return (typeof cell === "string" && cell.length < 40) || typeof cell === "number" ? [cell] : [];
      })
      .filter((cell) => dateOrYear(cell, column).length > 0)
      .map((cell) => ({ cell, order: orderOf(dateOrYear(cell, column)[0] ?? {}) }))
      .sort((a, b) => a.order - b.order);
    const ends = [values[0], values.at(-1)].flatMap((value) => (value === undefined ? [] : [value.cell]));
    return { column, values: ends };
  });
}

const orderOf = ({ year = 0, month = 1, day = 1 }: WrittenDate): number => (year * 12 + month) * 31 + day;

function dateOrYear(value: string | number, column: string): readonly WrittenDate[] {
  const text = String(value);
  if (/^\d{4}$/.test(text)) {
    const isYear = /year|date|period|season|decade/iu.test(column) || typeof value === "string";
    const year = Number(text);
    return isYear && year >= YEARS.from && year <= YEARS.to ? [{ year }] : [];
  }
  const date = typeof value === "string" ? dateOf(text) : undefined;
  return date?.year === undefined ? [] : [date];
}

/** Names with a number in them, by each of these: "apollo 13" by "13". */
function namesByDigits(tables: Tables): ReadonlyMap<string, ReadonlySet<string>> {
  const names = new Map<string, Set<string>>();
  let count = 0;
  for (const { rows, columns } of tables.values()) {
    for (const text of [...columns, ...rows.flat()]) {
      if (
        typeof text !== "string" ||
        text.length > LONGEST_NAME ||
        !/\d/.test(text) ||
        !/\p{L}{2}|\p{L}-?\d|\d-?\p{L}/u.test(text)
      )
        continue;
      if (dateOf(text) !== undefined) continue;
      if (++count > MOST_NAMES) return names;
      const folded = text.toLowerCase().trim();
      for (const digits of folded.match(/\d+/g) ?? [])
        names.set(digits, (names.get(digits) ?? new Set()).add(folded));
    }
  }
  return names;
}

function isInName(
  written: string,
  before: string,
  after: string,
  names: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  const left = before.slice(-LONGEST_NAME).toLowerCase();
  const around = left + written.toLowerCase() + after.slice(0, LONGEST_NAME).toLowerCase();
  const [from, to] = [left.length, left.length + written.length];
  const runs = written.match(/\d+/g) ?? [];
  if (runs.length === 0) return false;
  return runs.every((digits) =>
    [...(names.get(digits) ?? [])].some((name) => {
      for (let at = around.indexOf(name); at >= 0 && at < to; at = around.indexOf(name, at + 1)) {
        if (at <= from && at + name.length >= to && !/[\p{L}\p{N}]/u.test(around[at + name.length] ?? ""))
          return true;
      }
      return false;
    }),
  );
}
