/** What functions of dates count in, or take out of a date. `weekday` is 1 for Sunday, `dow` is 0 for it, `isodow` is 1 for Monday. */
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
