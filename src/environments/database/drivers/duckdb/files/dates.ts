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
  /** RE2 for the whole of it. */
  readonly pattern: string;
  /** For DuckDB's `strptime`. */
  readonly format: string;
  readonly example: string;
  /** Which of two numbers comes first, where both are possible. */
  readonly order?: "day-first" | "month-first";
}

const DAY = "[0-9]{1,2}";
const YEAR = "[0-9]{4}";
const WORD = "[A-Za-z]{3}";
const LONG_WORD = "[A-Za-z]{3,9}";

/** The first that fits most cells is taken. */
const DATE_FORMS: readonly DateForm[] = [
  { pattern: `${YEAR}-${DAY}-${DAY}`, format: "%Y-%m-%d", example: "2024-12-31" },
  { pattern: `${YEAR}/${DAY}/${DAY}`, format: "%Y/%m/%d", example: "2024/12/31" },
  { pattern: String.raw`${YEAR}\.${DAY}\.${DAY}`, format: "%Y.%m.%d", example: "2024.12.31" },
  { pattern: String.raw`${DAY}\.${DAY}\.${YEAR}`, format: "%d.%m.%Y", example: "31.12.2024" },
  { pattern: String.raw`${DAY}\.${DAY}\.[0-9]{2}`, format: "%d.%m.%y", example: "31.12.24" },
  ...numbered("/", "[0-9]{4}", "%Y", "2024"),
  ...numbered("/", "[0-9]{2}", "%y", "24"),
  ...numbered("-", "[0-9]{4}", "%Y", "2024"),
  { pattern: `${DAY}[ -]${WORD}[ -]${YEAR}`, format: "%d-%b-%Y", example: "31-Dec-2024" },
  { pattern: `${DAY}[ -]${WORD}[ -][0-9]{2}`, format: "%d-%b-%y", example: "31-Dec-24" },
  { pattern: `${DAY}[ -]${LONG_WORD}[ -]${YEAR}`, format: "%d-%B-%Y", example: "31 December 2024" },
  { pattern: `${WORD}[ -]${DAY},?[ -]${YEAR}`, format: "%b-%d-%Y", example: "Dec 31, 2024" },
  { pattern: `${LONG_WORD}[ -]${DAY},?[ -]${YEAR}`, format: "%B-%d-%Y", example: "December 31, 2024" },
];

function numbered(between: string, year: string, format: string, example: string): readonly DateForm[] {
  const pattern = [DAY, DAY, year].join(between);
  return [
    {
      pattern,
      format: ["%d", "%m", format].join(between),
      example: ["31", "12", example].join(between),
      order: "day-first",
    },
    {
      pattern,
      format: ["%m", "%d", format].join(between),
      example: ["12", "31", example].join(between),
      order: "month-first",
    },
  ];
}

const CLOCK = String.raw`[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,6})?)?`;
const HALF = "(?: ?[AaPp][Mm])?";
const ZONE = "(?: ?(?:Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?";

/** RE2 for a time of the day alone. */
const TIME_PATTERN = `${CLOCK}${HALF}`;

/** SQL for the day that a text begins with, its time taken away. */
function dayOf(text: string): string {
  return `regexp_replace(${text}, '[T ]+${CLOCK}${HALF}${ZONE}$', '')`;
}

/** SQL for the time behind the day, without its zone; empty where there is none. */
function clockOf(text: string): string {
  return `regexp_extract(${text}, '[T ](${CLOCK}${HALF})${ZONE}$', 1)`;
}

/** SQL for the zone behind the time, `Z` or `+02:00`; empty where there is none. */
function zoneOf(text: string): string {
  return `regexp_extract(${text}, ':[0-9]{2}(?:\\.[0-9]{1,6})?${HALF} ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$', 1)`;
}

/** SQL for the day of a text that is written in the form; NULL for others, and for days that no calendar has. */
function parsedDay(day: string, { pattern, format }: DateForm): string {
  const text = /%[bB]/u.test(format) ? `replace(replace(${day}, ', ', '-'), ' ', '-')` : day;
  return `CASE WHEN regexp_full_match(${day}, '${pattern}') THEN CAST(try_strptime(${text}, '${format}') AS DATE) END`;
}

/** SQL for a time of the day, `14:05`, `2:05:30 pm`; NULL for others. */
function parsedClock(clock: string): string {
  const seconds = `regexp_replace(${clock}, '^([0-9]{1,2}:[0-9]{2})( |$|[AaPp])', '\\1:00\\2')`;
  const half = `regexp_replace(upper(${seconds}), ' ?([AP]M)$', ' \\1')`;
  return `CASE WHEN regexp_matches(${clock}, '[AaPp]') THEN CAST(try_strptime(${half}, '%I:%M:%S %p') AS TIME) ELSE TRY_CAST(regexp_replace(${seconds}, '^([0-9]):', '0\\1:') AS TIME) END`;
}

/** Which of day and month comes first in a column that leaves no doubt of it. */
export function orderOf(dates: DateSurvey, survey: ColumnSurvey): readonly ("day-first" | "month-first")[] {
  return DATE_FORMS.flatMap((form, at) => {
    const count = dates.counts[at] ?? 0;
    const twin = DATE_FORMS.findIndex(
      ({ pattern, order }) => pattern === form.pattern && order !== form.order,
    );
    const order = form.order ?? (/^%d[.]/u.test(form.format) ? "day-first" : undefined);
    return order !== undefined && isMost(count, survey) && count > (dates.counts[twin] ?? 0) ? [order] : [];
  });
}

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
  // A clock that is none (25:00) leaves its cell unread, not at midnight.
  const fits = (text: string) =>
    `(${day(text)} IS NOT NULL AND (${clockOf(text)} = '' OR ${clock(text)} IS NOT NULL))`;
  const value = (text: string) => `${day(text)} + coalesce(${clock(text)}, TIME '00:00:00')`;
  const zone = zones[0] === undefined ? "" : `in the zone ${zones[0] === "Z" ? "UTC" : zones[0]}`;
  return { kind: "date", fits, value, count, ...written(form, zone) };
}

function written({ example, format }: DateForm, zone: string): { readonly remark?: string } {
  const form = format === "%Y-%m-%d" ? "" : `written as ${example}`;
  const remark = [form, zone].filter((part) => part !== "").join(", ");
  return remark === "" ? {} : { remark };
}
