import { dayAsText, MONTH_NAMES } from "../sql/date-pattern-text.ts";

/** One way to read a cell as a date. */
export interface DateReading {
  /** strftime-like (`%d/%m/%Y`, `%Y-%m-%dT%H:%M:%S`), `epoch-seconds`, `epoch-milliseconds`. */
  readonly pattern: string;
  readonly date: CalendarDate;
}

const TIME =
  /^([T ]| +)(\d{1,2}):(\d{2})(:\d{2})?([.,]\d+)?( ?[AaPp][Mm])?( ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?$/u;
const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/u;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/u;
const MONTH_FIRST = /^(\p{L}{3,9}\.?) (\d{1,2})(,? )(\d{4})(?!\d)(.*)$/u;
const MONTH_MIDDLE = /^(\d{1,2})([- ])(\p{L}{3,9}\.?)([-, ]+)(\d{4})(?!\d)(.*)$/u;
const YEAR_MONTH = /^(\d{4})([-/])(\d{1,2})$/u;

/**
 * All ways to read a cell as a date, the likelier first; empty when it is none. `03/04/2024` gives two readings. Bare numbers are read
 * too (`20240304`, `2024`, seconds and milliseconds since 1970), so that the caller has to judge by the whole column.
 */
export function readDate(cell: string): readonly DateReading[] {
  const text = cell.trim();
  if (/^-?\d+(\.0+)?$/u.test(text)) return readNumber(text.replace(/\.0+$/u, ""));
  return [...yearFirst(text), ...yearLast(text), ...withMonthName(text), ...yearMonth(text)].filter(
    (reading) => isCalendarDate(reading.date),
  );
}

function readNumber(text: string): readonly DateReading[] {
  const readings: DateReading[] = [];
  if (/^[12]\d{7}$/u.test(text)) {
    readings.push({
      pattern: "%Y%m%d",
      date: { year: +text.slice(0, 4), month: +text.slice(4, 6), day: +text.slice(6) },
    });
  }
  if (/^[12]\d{3}$/u.test(text)) readings.push({ pattern: "%Y", date: { year: +text, month: 1, day: 1 } });
  if (/^[1-9]\d{8,9}$/u.test(text)) readings.push(epoch(+text * 1000, "epoch-seconds"));
  if (/^[1-9]\d{11,12}$/u.test(text)) readings.push(epoch(+text, "epoch-milliseconds"));
  return readings.filter((reading) => isCalendarDate(reading.date));
}

function epoch(milliseconds: number, pattern: string): DateReading {
  const at = new Date(milliseconds);
  return {
    pattern,
    date: { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() },
  };
}

function yearFirst(text: string): readonly DateReading[] {
  const match = YEAR_FIRST.exec(text);
  const time = match && timePattern(match[5] ?? "");
  if (!match || time === undefined) return [];
  const [, year = "", mark = "", month = "", day = ""] = match;
  return [
    {
      pattern: `%Y${mark}${number("m", month)}${mark}${number("d", day)}${time}`,
      date: { year: +year, month: +month, day: +day },
    },
  ];
}

function yearLast(text: string): readonly DateReading[] {
  const match = YEAR_LAST.exec(text);
  const time = match && timePattern(match[5] ?? "");
  if (!match || time === undefined) return [];
  const [, first = "", mark = "", second = "", last = ""] = match;
  const year = last.length === 4 ? +last : +last + (+last < 50 ? 2000 : 1900);
  const tail = `${last.length === 4 ? "%Y" : "%y"}${time}`;
  const dayFirst = {
    pattern: `${number("d", first)}${mark}${number("m", second)}${mark}${tail}`,
    date: { year, month: +second, day: +first },
  };
  const monthFirst = {
    pattern: `${number("m", first)}${mark}${number("d", second)}${mark}${tail}`,
    date: { year, month: +first, day: +second },
  };
  // Dots stand between day and month in the countries that write the day first.
  return mark === "."
    ? [dayFirst, monthFirst]
    : mark === "-"
      ? [dayFirst, monthFirst]
      : [monthFirst, dayFirst];
}

function withMonthName(text: string): readonly DateReading[] {
  const first = MONTH_FIRST.exec(text);
  if (first) {
    const [, name = "", day = "", comma = "", year = "", rest = ""] = first;
    const time = timePattern(rest);
    const month = monthNumber(name);
    if (time === undefined || month === undefined) return [];
    const pattern = `${monthCode(name)} ${number("d", day)}${comma}%Y${time}`;
    return [{ pattern, date: { year: +year, month, day: +day } }];
  }
  const middle = MONTH_MIDDLE.exec(text);
  if (!middle) return [];
  const [, day = "", before = "", name = "", after = "", year = "", rest = ""] = middle;
  const time = timePattern(rest);
  const month = monthNumber(name);
  if (time === undefined || month === undefined) return [];
  const pattern = `${number("d", day)}${before}${monthCode(name)}${after}%Y${time}`;
  return [{ pattern, date: { year: +year, month, day: +day } }];
}

function yearMonth(text: string): readonly DateReading[] {
  const match = YEAR_MONTH.exec(text);
  if (!match) return [];
  const [, year = "", mark = "", month = ""] = match;
  return [{ pattern: `%Y${mark}${number("m", month)}`, date: { year: +year, month: +month, day: 1 } }];
}

function number(code: "m" | "d", digits: string): string {
  return digits.length === 2 ? `%${code}` : `%-${code}`;
}

function monthCode(name: string): string {
  return name.length > 3 && !name.endsWith(".") ? "%B" : "%b";
}

/** The pattern of what follows the date; undefined when it is no time of day. Fractions and zones are allowed and not part of it. */
function timePattern(rest: string): string | undefined {
  if (rest === "") return "";
  const match = TIME.exec(rest);
  if (!match || +(match[2] ?? "") > 24) return undefined;
  const half = match[6];
  const hour = `${(match[2] ?? "").length === 1 ? "%-" : "%"}${half ? "I" : "H"}`;
  return `${match[1]}${hour}:%M${match[4] ? ":%S" : ""}${half ? `${half.startsWith(" ") ? " " : ""}%p` : ""}`;
}

/** A day of the calendar, without a time zone. Months and days are 1-based. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** True for a day that exists between the years 1 and 9999. */
export function isCalendarDate(date: CalendarDate): boolean {
  if (date.year < 1 || date.year > 9999 || date.month < 1 || date.month > 12 || date.day < 1) return false;
  return date.day <= new Date(Date.UTC(2000 + (date.year % 400), date.month, 0)).getUTCDate();
}

/** `2024-03-09`, which sorts like the date. */
export function isoDate(date: CalendarDate): string {
  return dayAsText(date, "%Y-%m-%d");
}

/** The month's number for its English name or its first three letters, whatever the case. */
export function monthNumber(name: string): number | undefined {
  const wanted = name.toLowerCase().replace(/\.$/u, "");
  if (wanted.length < 3) return undefined;
  const at = MONTH_NAMES.findIndex((month) => {
    const lower = month.toLowerCase();
    return lower === wanted || lower.slice(0, 3) === wanted || (wanted === "sept" && lower === "september");
  });
  return at < 0 ? undefined : at + 1;
}
