/** A day of the calendar, without a time zone. Months and days are 1-based. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** True for a day that exists between the years 1 and 9999. */
export function isCalendarDate(date: CalendarDate): boolean {
  if (date.year < 1 || date.year > 9999 || date.month < 1 || date.month > 12 || date.day < 1) return false;
  return date.day <= new Date(Date.UTC(2000 + (date.year % 400), date.month, 0)).getUTCDate();
}

/** `2024-03-09`, which sorts like the date. */
export function isoDate(date: CalendarDate): string {
  return `${String(date.year).padStart(4, "0")}-${two(date.month)}-${two(date.day)}`;
}

/** The month's number for its English name or its first three letters, whatever the case. */
export function monthNumber(name: string): number | undefined {
  const wanted = name.toLowerCase().replace(/\.$/u, "");
  if (wanted.length < 3) return undefined;
  const at = MONTHS.findIndex((month) => {
    const lower = month.toLowerCase();
    return lower === wanted || lower.slice(0, 3) === wanted || (wanted === "sept" && lower === "september");
  });
  return at < 0 ? undefined : at + 1;
}

/**
 * Writes the date in a strftime-like pattern (`%Y %y %m %d %-m %-d %B %b`, times as midnight); `epoch-seconds` and `epoch-milliseconds`
 * count from 1970 in UTC; `native` is the ISO date.
 */
export function writeDate(date: CalendarDate, pattern: string): string {
  if (pattern === "native") return isoDate(date);
  if (pattern.startsWith("epoch-")) {
    const milliseconds = Date.UTC(date.year, date.month - 1, date.day);
    return String(pattern === "epoch-seconds" ? milliseconds / 1000 : milliseconds);
  }
  return pattern.replace(/%-?[A-Za-z]/gu, (code) => field(date, code));
}

function field(date: CalendarDate, code: string): string {
  const month = MONTHS[date.month - 1] ?? "";
  switch (code) {
    case "%Y":
      return String(date.year).padStart(4, "0");
    case "%y":
      return two(date.year % 100);
    case "%m":
      return two(date.month);
    case "%-m":
      return String(date.month);
    case "%d":
      return two(date.day);
    case "%-d":
      return String(date.day);
    case "%B":
      return month;
    case "%b":
      return month.slice(0, 3);
    case "%p":
      return "AM";
    case "%I":
    case "%-I":
      return "12";
    case "%-H":
      return "0";
    default:
      return "00";
  }
}

function two(n: number): string {
  return String(n).padStart(2, "0");
}
