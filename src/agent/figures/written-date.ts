import { MONTHS } from "../../util/month-names.ts";

/** A date as far as it is written; months and days count from 1. */
export interface WrittenDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

const MONTH = `(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?<year>\\d{4})";
const END = "(?![\\p{L}\\p{N}])";

const FORMS: readonly RegExp[] = [
  /(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?(?![\p{L}\p{N}-])/uy,
  /(?<day>\d{1,2})(?<separator>[/.])(?<month>\d{1,2})\k<separator>(?<year>\d{4})(?: \d{2}:\d{2}(?::\d{2})?)?(?![\p{L}\p{N}])/uy,
  new RegExp(`${DAY}(?: of)? ${MONTH}\\.?(?:,? ${YEAR})?${END}`, "iuy"),
  new RegExp(`${MONTH}\\.? ${DAY}(?:,? ${YEAR})${END}`, "iuy"),
  new RegExp(`${MONTH}\\.?,? ${YEAR}${END}`, "iuy"),
  new RegExp(`${MONTH}\\.? ${DAY}${END}`, "iuy"),
];

export interface DateAt {
  readonly end: number;
  /** Two where day and month might be the other way round. */
  readonly dates: readonly WrittenDate[];
}

/** The date that is written in the text at that place. */
export function dateAt(text: string, at: number): DateAt | undefined {
  for (const form of FORMS) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found === null) continue;
    const { year, month = "", day, separator } = found.groups ?? {};
    const number = /^\d/.test(month) ? Number(month) : monthNamed(month);
    const date = {
      ...(year === undefined ? {} : { year: Number(year) }),
      ...(day === undefined ? {} : { day: Number(day) }),
      month: number ?? 0,
    };
    const turned = { ...date, month: date.day ?? 0, day: date.month };
    const dates = (separator === "/" ? [date, turned] : [date]).filter(isDate);
    if (dates.length > 0) return { end: at + found[0].length, dates };
  }
  return undefined;
}

/** The date that a whole cell is. */
export function dateOf(cell: string): WrittenDate | undefined {
  const found = dateAt(cell, 0);
  return found?.end === cell.length ? found.dates[0] : undefined;
}

/** The month of that name, also shortened to three letters or more. */
export function monthNamed(name: string): number | undefined {
  const folded = name.toLowerCase();
  const at = folded.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(folded));
  return at < 0 ? undefined : at + 1;
}

/** True where all that is written of a date is so in the other. */
export const isSameDate = (written: WrittenDate, date: WrittenDate): boolean =>
  (["year", "month", "day"] as const).every(
    (part) => written[part] === undefined || written[part] === date[part],
  );

const isDate = ({ month = 1, day = 1 }: WrittenDate): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31;
