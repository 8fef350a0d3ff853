import { MONTHS } from "../../../util/month-names.ts";
import { isCalendarDate, isoDate, monthNumber } from "../check/calendar-date.ts";
import type { Offer } from "./offer.ts";

const MONTH = `(${MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)})?`).join("|")})\\.?`;
const WRITTEN = [
  { pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/gu, order: ["year", "month", "day"] },
  { pattern: /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4})\b/gu, order: ["month", "day", "year"] },
  {
    pattern: new RegExp(`\\b${MONTH} (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "giu"),
    order: ["month", "day", "year"],
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? ${MONTH},? (\\d{4})\\b`, "giu"),
    order: ["day", "month", "year"],
  },
] as const;

/** Lookups of the days that a text names, in the form in which most databases keep them (`2019-10-08`). */
export function dateOffers(text: string): readonly Offer[] {
  return WRITTEN.flatMap(({ pattern, order }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const part = (name: "year" | "month" | "day") => match[order.indexOf(name as never) + 1] ?? "";
      const month = monthNumber(part("month")) ?? Number(part("month"));
      const [year, day] = [Number(part("year")), Number(part("day"))];
      // 23/2 is a day and a month, whatever the order in which they are usually written.
      const swapped = month > 12 && day <= 12;
      const date = { year, month: swapped ? day : month, day: swapped ? month : day };
      if (!isCalendarDate(date)) return [];
      return [{ tool: "find_columns_containing_value_fuzzy", arguments: { value: isoDate(date) }, worth: 6 }];
    }),
  );
}
