/** One way of writing a day. */
export interface DateForm {
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
export const DATE_FORMS: readonly DateForm[] = [
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
export const TIME_PATTERN = `${CLOCK}${HALF}`;

/** SQL for the day that a text begins with, its time taken away. */
export function dayOf(text: string): string {
  return `regexp_replace(${text}, '[T ]+${CLOCK}${HALF}${ZONE}$', '')`;
}

/** SQL for the time behind the day, without its zone; empty where there is none. */
export function clockOf(text: string): string {
  return `regexp_extract(${text}, '[T ](${CLOCK}${HALF})${ZONE}$', 1)`;
}

/** SQL for the zone behind the time, `Z` or `+02:00`; empty where there is none. */
export function zoneOf(text: string): string {
  return `regexp_extract(${text}, ':[0-9]{2}(?:\\.[0-9]{1,6})?${HALF} ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2})$', 1)`;
}

/** SQL for the day of a text that is written in the form; NULL for others, and for days that no calendar has. */
export function parsedDay(day: string, { pattern, format }: DateForm): string {
  const text = /%[bB]/u.test(format) ? `replace(replace(${day}, ', ', '-'), ' ', '-')` : day;
  return `CASE WHEN regexp_full_match(${day}, '${pattern}') THEN CAST(try_strptime(${text}, '${format}') AS DATE) END`;
}

/** SQL for a time of the day, `14:05`, `2:05:30 pm`; NULL for others. */
export function parsedClock(clock: string): string {
  const seconds = `regexp_replace(${clock}, '^([0-9]{1,2}:[0-9]{2})( |$|[AaPp])', '\\1:00\\2')`;
  const half = `regexp_replace(upper(${seconds}), ' ?([AP]M)$', ' \\1')`;
  return `CASE WHEN regexp_matches(${clock}, '[AaPp]') THEN CAST(try_strptime(${half}, '%I:%M:%S %p') AS TIME) ELSE TRY_CAST(regexp_replace(${seconds}, '^([0-9]):', '0\\1:') AS TIME) END`;
}
