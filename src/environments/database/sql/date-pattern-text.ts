import { MONTHS } from "../../../util/month-names.ts";

/** Units that date functions count in, or extract from a date. `weekday` is 1 for Sunday, `dow` is 0 for Sunday, `isodow` is 1 for Monday. */
export type DateUnit =
  | "year"
  | "quarter"
  | "month"
  | "week"
  | "day"
  | "hour"
  | "minute"
  | "second"
  | "doy"
  | "dow"
  | "isodow"
  | "weekday"
  | "epoch";

const SPELLINGS: Readonly<Record<DateUnit, string>> = {
  year: "year years yyyy yy",
  quarter: "quarter quarters qq q",
  month: "month months mm m mon",
  week: "week weeks wk ww",
  day: "day days dd d dayofmonth",
  hour: "hour hours hh",
  minute: "minute minutes mi n",
  second: "second seconds ss s",
  doy: "doy dayofyear dy y",
  dow: "dow",
  isodow: "isodow",
  weekday: "weekday dayofweek dw",
  epoch: "epoch",
};

const UNITS: ReadonlyMap<string, DateUnit> = new Map(
  Object.entries(SPELLINGS).flatMap(([unit, spellings]) =>
    spellings.split(" ").map((spelling) => [spelling, unit as DateUnit] as const),
  ),
);

/** The unit that a word stands for, in quotes or bare, as any dialect spells it: `DAY`, `'month'`, `dw`. */
export function dateUnit(word: string): DateUnit | undefined {
  return UNITS.get(
    word
      .trim()
      .toLowerCase()
      .replace(/^['"]|['"]$/gu, ""),
  );
}

export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** English names, in order; dates with a written month use these names or their first three letters. */
export const MONTH_NAMES: readonly string[] = MONTHS.map(
  (name) => name.charAt(0).toUpperCase() + name.slice(1),
);

/** A part of a strftime-like pattern: a code such as `%Y` or `%-d`, or the text between codes. */
export type PatternPart = { readonly code: string } | { readonly text: string };

export function patternParts(pattern: string): readonly PatternPart[] {
  return [...pattern.matchAll(/%-?[A-Za-z]|[^%]+|%/gu)].map(([part]) =>
    /^%-?[A-Za-z]$/u.test(part) ? { code: part } : { text: part },
  );
}

/** The day as text (or count since 1970) in that pattern, at midnight UTC where the pattern has a time. */
export function dayAsText({ year, month, day }: CalendarDay, pattern: string): string {
  if (pattern.startsWith("epoch-")) {
    const milliseconds = Date.UTC(year, month - 1, day);
    return String(pattern === "epoch-milliseconds" ? milliseconds : milliseconds / 1000);
  }
  const two = (value: number): string => String(value).padStart(2, "0");
  const codes: Record<string, string> = {
    "%Y": String(year).padStart(4, "0"),
    "%y": two(year % 100),
    "%m": two(month),
    "%-m": String(month),
    "%d": two(day),
    "%-d": String(day),
    "%B": MONTH_NAMES[month - 1] ?? "",
    "%b": (MONTH_NAMES[month - 1] ?? "").slice(0, 3),
    "%H": "00",
    "%-H": "0",
    "%I": "12",
    "%-I": "12",
    "%M": "00",
    "%S": "00",
    "%p": "AM",
  };
  return patternParts(pattern === "native" ? "%Y-%m-%d" : pattern)
    .map((part) => ("code" in part ? (codes[part.code] ?? part.code) : part.text))
    .join("");
}
