import { dayAsText } from "../../../sql/date-pattern-text.ts";
import { ask, countRows, type Loader } from "./loader.ts";
import {
  type ColumnFit,
  type ColumnSurvey,
  type FileHabits,
  isMost,
  presentCells,
} from "./survey-columns.ts";

/** One way of writing a day. */
interface DateForm {
  /** As DuckDB's `strptime` reads it. */
  readonly format: string;
  /** RE2 for the whole text. Parts need no leading zeros, and names of months may stand between hyphens or blanks. */
  readonly pattern: string;
  /** Of a text in numbers that does not begin with the year. */
  readonly order: "day-first" | "month-first" | undefined;
}

const CODES: Readonly<Record<string, string>> = {
  "%Y": "[0-9]{4}",
  "%y": "[0-9]{2}",
  "%m": "[0-9]{1,2}",
  "%d": "[0-9]{1,2}",
  "%b": "[A-Za-z]{3}",
  "%B": "[A-Za-z]{3,9}",
  ".": String.raw`\.`,
  " ": "[ -]",
  ",": ",?",
};

/** The form that fits most cells is taken, the first of equals. */
const DATE_FORMS: readonly DateForm[] = [
  ...["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%d.%m.%y", "%d/%m/%Y", "%m/%d/%Y", "%d/%m/%y"],
  ...["%m/%d/%y", "%d-%m-%Y", "%m-%d-%Y", "%d %b %Y", "%d %b %y", "%d %B %Y", "%b %d, %Y", "%B %d, %Y"],
].map((format) => ({
  format,
  pattern: format.replaceAll(/%\w|[., ]/gu, (code) => CODES[code] ?? code),
  order: /^%d\W%m/u.test(format) ? "day-first" : /^%m/u.test(format) ? "month-first" : undefined,
}));

const CLOCK = String.raw`[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?`;
const HALF = "(?: ?[AaPp][Mm])?";
const ZONE = "(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?";

/** RE2 for a time without a day. */
const TIME_PATTERN = `${CLOCK}${HALF}`;

/** SQL for the day at the start of a text, without its time. */
function dayOf(text: string): string {
  return `regexp_replace(${text}, '[T ]+${CLOCK}${HALF}${ZONE}$', '')`;
}

/** SQL for the time behind the day, without its zone; empty if there is none. */
function clockOf(text: string): string {
  return `regexp_extract(${text}, '[T ](${CLOCK}${HALF})${ZONE}$', 1)`;
}

/** SQL for the zone behind the time, `Z` or `+02:00`; empty if there is none. */
function zoneOf(text: string): string {
  return `regexp_extract(${text}, ':[0-9]{2}(?:\\.[0-9]{1,6})?${HALF} ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$', 1)`;
}

/** SQL for the day of a text in this form; NULL for other texts, and for days that do not exist. */
function parsedDay(day: string, { pattern, format }: DateForm): string {
  const text = /%[bB]/u.test(format) ? `replace(replace(${day}, ',', ''), '-', ' ')` : day;
  return `CASE WHEN regexp_full_match(${day}, '${pattern}') THEN CAST(try_strptime(${text}, '${format.replace(",", "")}') AS DATE) END`;
}

/** SQL for a time of the day, `14:05`, `2:05:30 pm`; NULL for others. */
function parsedClock(clock: string): string {
  const seconds = `regexp_replace(${clock}, '^([0-9]{1,2}:[0-9]{2})( |$|[AaPp])', '\\1:00\\2')`;
  const half = `regexp_replace(upper(${seconds}), ' ?([AP]M)$', ' \\1')`;
  return `CASE WHEN regexp_matches(${clock}, '[AaPp]') THEN CAST(try_strptime(${half}, '%I:%M:%S %p') AS TIME) ELSE TRY_CAST(regexp_replace(${seconds}, '^([0-9]):', '0\\1:') AS TIME) END`;
}

/** The order of day and month, if the column leaves no doubt of it. */
export function orderOf(dates: DateSurvey, survey: ColumnSurvey): readonly ("day-first" | "month-first")[] {
  return DATE_FORMS.flatMap(({ pattern, order }, at) => {
    const count = dates.counts[at] ?? 0;
    const twin = DATE_FORMS.findIndex((each) => each.pattern === pattern && each.order !== order);
    return order !== undefined && isMost(count, survey) && count > (dates.counts[twin] ?? 0) ? [order] : [];
  });
}

/** Counts of a column's cells by date form. */
export interface DateSurvey {
  /** One count for each of `DATE_FORMS`. */
  readonly counts: readonly number[];
  /** Times without a day. */
  readonly times: number;
  readonly withClock: number;
  /** Times other than midnight. */
  readonly clocks: number;
  /** The zones that occur. */
  readonly zones: readonly string[];
  readonly withZone: number;
}

export async function surveyDates(loader: Loader, table: string, survey: ColumnSurvey): Promise<DateSurvey> {
  const cells = `(SELECT v, ${dayOf("v")} AS d, ${clockOf("v")} AS c, ${zoneOf("v")} AS z FROM ${presentCells(table, survey)})`;
  const forms = DATE_FORMS.map((form, at) => [at, `(${parsedDay("d", form)}) IS NOT NULL`]);
  const { times, withClock, clocks, withZone, ...counts } = await countRows(loader, cells, {
    ...(Object.fromEntries(forms) as Record<string, string>),
    times: `regexp_full_match(v, '${TIME_PATTERN}') AND ${parsedClock("v")} IS NOT NULL`,
    withClock: "c <> ''",
    clocks: `c <> '' AND ${parsedClock("c")} <> TIME '00:00:00'`,
    withZone: "z <> ''",
  });
  const zones =
    withZone === 0 ? [] : await ask(loader, `SELECT DISTINCT z FROM ${cells} WHERE z <> '' ORDER BY z`);
  return {
    counts: DATE_FORMS.map((_, at) => (counts as Readonly<Record<string, number>>)[at] ?? 0),
    times,
    withClock,
    clocks,
    withZone,
    zones: zones.map(([each]) => String(each)),
  };
}

/** Reads a column as days, times or both, in the form of most of its cells. */
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
    fits: (text) => `(regexp_full_match(${text}, '${TIME_PATTERN}') AND ${parsedClock(text)} IS NOT NULL)`,
    value: parsedClock,
    count,
  };
}

function dayFit(form: DateForm, count: number): ColumnFit {
  const value = (text: string) => parsedDay(dayOf(text), form);
  const fits = (text: string) => `(${value(text)}) IS NOT NULL`;
  return { kind: "date", fits, value, count, ...written(form, "") };
}

function timestampFit(form: DateForm, count: number, { zones, withZone }: DateSurvey): ColumnFit | undefined {
  if (zones.length > 1 || (zones.length === 1 && withZone < count)) return undefined;
  const day = (text: string) => `(${parsedDay(dayOf(text), form)})`;
  const clock = (text: string) => parsedClock(clockOf(text));
  // An impossible time (25:00) leaves its cell unread instead of at midnight.
  const fits = (text: string) =>
    `(${day(text)} IS NOT NULL AND (${clockOf(text)} = '' OR ${clock(text)} IS NOT NULL))`;
  const value = (text: string) => `${day(text)} + coalesce(${clock(text)}, TIME '00:00:00')`;
  const zone = zones[0] === undefined ? "" : `in the zone ${zones[0] === "Z" ? "UTC" : zones[0]}`;
  return { kind: "date", fits, value, count, ...written(form, zone) };
}

const EXAMPLE = { year: 2024, month: 12, day: 31 };

function written({ format }: DateForm, zone: string): { readonly remark?: string } {
  const form = format === "%Y-%m-%d" ? "" : `written as ${dayAsText(EXAMPLE, format)}`;
  const remark = [form, zone].filter((part) => part !== "").join(", ");
  return remark === "" ? {} : { remark };
}
