import { dayAsText, MONTH_NAMES } from "../sql/date-pattern-text.ts";

/** One way to read a cell as a date. */
export interface DateReading {
  /** strftime-like (`%d/%m/%Y`, `%Y-%m-%dT%H:%M:%S`), `epoch-seconds`, `epoch-milliseconds`. */
  readonly pattern: string;
  readonly date: CalendarDate;
}

/** A day of the calendar, without a time zone. Months and days are 1-based. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The likelier reading first: with dots or dashes between the parts the day comes first, with slashes, as in America, the month. */
const DAYS = [
  /^(?<Y>\d{4})([-/.])(?<m>\d{1,2})\2(?<d>\d{1,2})(?!\d)(?<rest>.*)$/du,
  /^(?<m>\d{1,2})\/(?<d>\d{1,2})\/(?<Y>\d{4}|\d{2})(?!\d)(?<rest>.*)$/du,
  /^(?<d>\d{1,2})([-/.])(?<m>\d{1,2})\2(?<Y>\d{4}|\d{2})(?!\d)(?<rest>.*)$/du,
  /^(?<m>\d{1,2})([-.])(?<d>\d{1,2})\2(?<Y>\d{4}|\d{2})(?!\d)(?<rest>.*)$/du,
  /^(?<b>\p{L}{3,9}\.?) (?<d>\d{1,2}),? (?<Y>\d{4})(?!\d)(?<rest>.*)$/du,
  /^(?<d>\d{1,2})[- ](?<b>\p{L}{3,9}\.?)[-, ]+(?<Y>\d{4})(?!\d)(?<rest>.*)$/du,
  /^(?<Y>\d{4})[-/](?<m>\d{1,2})$/du,
];
const NUMBERS = [/^(?<Y>[12]\d{3})(?<m>\d\d)(?<d>\d\d)$/du, /^(?<Y>[12]\d{3})$/du];
const TIME =
  /^([T ]| +)(\d{1,2}):(\d{2})(:\d{2})?([.,]\d+)?( ?[AaPp][Mm])?( ?(?:Z|UTC|[+-]\d{2}(?::?\d{2})?))?$/u;

/**
 * All ways to read a cell as a date, the likelier first; empty for other texts. `03/04/2024` gives two readings. Bare numbers are read
 * too (`20240304`, `2024`, seconds and milliseconds since 1970), so that the caller has to judge by the whole column.
 */
export function readDate(cell: string): readonly DateReading[] {
  const text = cell.trim();
  if (!/^-?\d+(\.0+)?$/u.test(text)) return DAYS.flatMap((form) => readDay(form, text));
  const number = text.replace(/\.0+$/u, "");
  return [
    ...NUMBERS.flatMap((form) => readDay(form, number)),
    ...(/^[1-9]\d{8,9}$/u.test(number) ? [epoch(+number * 1000, "epoch-seconds")] : []),
    ...(/^[1-9]\d{11,12}$/u.test(number) ? [epoch(+number, "epoch-milliseconds")] : []),
  ];
}

function epoch(milliseconds: number, pattern: string): DateReading {
  const [year = 0, month = 0, day = 0] = new Date(milliseconds)
    .toISOString()
    .slice(0, 10)
    .split("-")
    .map(Number);
  return { pattern, date: { year, month, day } };
}

/** Reads a date by one form. Its pattern is the text with a strftime code in place of each part. */
function readDay(form: RegExp, text: string): readonly DateReading[] {
  const match = form.exec(text);
  const { Y = "", m, d, b, rest = "" } = match?.groups ?? {};
  const time = timePattern(rest);
  const month = b === undefined ? Number(m ?? 1) : monthNumber(b);
  if (!match || time === undefined || month === undefined) return [];
  const year = Y.length === 4 ? +Y : +Y + (+Y < 50 ? 2000 : 1900);
  const date = { year, month, day: Number(d ?? 1) };
  if (!isCalendarDate(date)) return [];
  const number = (code: string, digits: string) => (digits.length === 2 ? `%${code}` : `%-${code}`);
  const codes: Readonly<Record<string, string>> = {
    Y: Y.length === 4 ? "%Y" : "%y",
    m: number("m", m ?? ""),
    d: number("d", d ?? ""),
    b: (b ?? "").length > 3 && !b?.endsWith(".") ? "%B" : "%b",
    rest: time,
  };
  const places = Object.entries(match.indices?.groups ?? {}).flatMap(([name, place]) =>
    place ? [{ name, start: place[0], end: place[1] }] : [],
  );
  const pattern = places
    .sort((x, y) => y.start - x.start)
    .reduce((whole, { name, start, end }) => whole.slice(0, start) + codes[name] + whole.slice(end), text);
  return [{ pattern, date }];
}

/** The pattern of the text after the date; undefined when it is no time of day. Fractions and zones are accepted but not in the pattern. */
function timePattern(rest: string): string | undefined {
  if (rest === "") return "";
  const match = TIME.exec(rest);
  if (!match || +(match[2] ?? "") > 24) return undefined;
  const half = match[6];
  const hour = `${(match[2] ?? "").length === 1 ? "%-" : "%"}${half ? "I" : "H"}`;
  return `${match[1]}${hour}:%M${match[4] ? ":%S" : ""}${half ? `${half.startsWith(" ") ? " " : ""}%p` : ""}`;
}

/** True for a day that exists between the years 1 and 9999. */
function isCalendarDate({ year, month, day }: CalendarDate): boolean {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** `2024-03-09`, which sorts like the date. */
export function isoDate(date: CalendarDate): string {
  return dayAsText(date, "%Y-%m-%d");
}

/** The month's number for its English name or its first three letters, whatever the case. */
function monthNumber(name: string): number | undefined {
  const wanted = name
    .toLowerCase()
    .replace(/\.$/u, "")
    .replace(/^sept$/u, "sep");
  const at = MONTH_NAMES.findIndex((month) =>
    [month, month.slice(0, 3)].some((each) => each.toLowerCase() === wanted),
  );
  return at < 0 ? undefined : at + 1;
}
