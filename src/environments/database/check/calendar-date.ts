import { dayAsText, MONTH_NAMES } from "../sql/date-pattern-text.ts";

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
