import type { ColumnFit, FileHabits } from "./column-fit.ts";
import {
  clockOf,
  DATE_FORMS,
  type DateForm,
  dayOf,
  parsedClock,
  parsedDay,
  TIME_PATTERN,
  zoneOf,
} from "./date-forms.ts";
import { ask, type Loader } from "./loader.ts";
import { type ColumnSurvey, isMissing, trimmed } from "./survey-columns.ts";

/** How many cells of a column are days, by the way they are written. */
export interface DateSurvey {
  /** As many as there are `DATE_FORMS`. */
  readonly counts: readonly number[];
  /** Times of the day alone. */
  readonly times: number;
  readonly withClock: number;
  /** Clocks other than midnight. */
  readonly clocks: number;
  /** The zones that occur, and how many cells have one. */
  readonly zones: readonly string[];
  readonly withZone: number;
}

export async function surveyDates(
  loader: Loader,
  table: string,
  { column }: ColumnSurvey,
): Promise<DateSurvey> {
  const [row = []] = await ask(
    loader,
    `SELECT ${DATE_FORMS.map((form) => `count(${parsedDay("d", form)})`).join(", ")},
      count(*) FILTER (regexp_full_match(v, '${TIME_PATTERN}') AND ${parsedClock("v")} IS NOT NULL),
      count(*) FILTER (c <> ''), count(*) FILTER (c <> '' AND ${parsedClock("c")} <> TIME '00:00:00'),
      count(*) FILTER (z <> ''), string_agg(DISTINCT z, '|') FILTER (z <> '')
      FROM (SELECT v, ${dayOf("v")} AS d, ${clockOf("v")} AS c, ${zoneOf("v")} AS z
        FROM (SELECT ${trimmed(column)} AS v FROM ${table}) WHERE v IS NOT NULL AND NOT ${isMissing("v")})`,
  );
  const rest = DATE_FORMS.length;
  const zones = row[rest + 4];
  const at = (place: number): number => Number(row[place] ?? 0);
  return {
    counts: DATE_FORMS.map((_, place) => at(place)),
    times: at(rest),
    withClock: at(rest + 1),
    clocks: at(rest + 2),
    withZone: at(rest + 3),
    zones: typeof zones === "string" ? zones.split("|") : [],
  };
}

/** The days, times or both of a column, in the form of most of its cells. */
export function fitDate(
  dates: DateSurvey,
  habits: FileHabits,
): ColumnFit | { readonly unclear: string } | undefined {
  const most = Math.max(0, ...dates.counts);
  if (dates.times > most) return timeFit(dates.times);
  if (most === 0) return undefined;
  const best = DATE_FORMS.filter((_, at) => dates.counts[at] === most);
  const form = chosenForm(best, habits);
  if (form === undefined) {
    return { unclear: "it is not known whether day or month comes first" };
  }
  return dates.withClock === 0 || (dates.clocks === 0 && dates.withZone === 0)
    ? dayFit(form, most)
    : timestampFit(form, most, dates);
}

function chosenForm(best: readonly DateForm[], habits: FileHabits): DateForm | undefined {
  const [first, second] = best;
  const areBoth = first?.order === "day-first" && second?.order === "month-first";
  if (!areBoth) return first;
  const dayFirst = habits.dayFirst || (habits.decimalCommas && !habits.decimalPoints);
  if (dayFirst && !habits.monthFirst) return first;
  return habits.monthFirst && !habits.dayFirst ? second : undefined;
}

function timeFit(count: number): ColumnFit {
  return {
    kind: "time",
    type: "TIME",
    fits: (text) => `(regexp_full_match(${text}, '${TIME_PATTERN}') AND ${parsedClock(text)} IS NOT NULL)`,
    value: parsedClock,
    count,
  };
}

function dayFit(form: DateForm, count: number): ColumnFit {
  const value = (text: string) => parsedDay(dayOf(text), form);
  const fits = (text: string) => `(${value(text)}) IS NOT NULL`;
  return { kind: "date", type: "DATE", fits, value, count, ...written(form, "") };
}

function timestampFit(form: DateForm, count: number, { zones, withZone }: DateSurvey): ColumnFit | undefined {
  if (zones.length > 1 || (zones.length === 1 && withZone < count)) return undefined;
  const day = (text: string) => `(${parsedDay(dayOf(text), form)})`;
  const clock = (text: string) => parsedClock(clockOf(text));
  // A clock that is none (25:00) leaves its cell unread, not at midnight.
  const fits = (text: string) =>
    `(${day(text)} IS NOT NULL AND (${clockOf(text)} = '' OR ${clock(text)} IS NOT NULL))`;
  const value = (text: string) => `${day(text)} + coalesce(${clock(text)}, TIME '00:00:00')`;
  const zone = zones[0] === undefined ? "" : `in the zone ${zones[0] === "Z" ? "UTC" : zones[0]}`;
  return { kind: "date", type: "TIMESTAMP", fits, value, count, ...written(form, zone) };
}

function written({ example, format }: DateForm, zone: string): { readonly remark?: string } {
  const form = format === "%Y-%m-%d" ? "" : `written as ${example}`;
  const remark = [form, zone].filter((part) => part !== "").join(", ");
  return remark === "" ? {} : { remark };
}
