import { type Marked, ownText, redacted, say } from "../../../environment/egress/marks.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnSchema } from "../schema/database-schema.ts";
import type { DateForm } from "../sql/sql-dialect.ts";
import type { CellSample, SampledCell } from "./column-profile.ts";
import { type CalendarDate, isoDate, readDate } from "./date-pattern.ts";

/** The form in which cells write their dates. */
export interface WrittenDates {
  readonly form: DateForm;
  /** `YYYY-MM-DD`, `DD/MM/YYYY`, `seconds since 1970`: for people. */
  readonly name: Marked;
  /** Other forms that fit every sampled cell as well: no cell decides between day first and month first. */
  readonly ambiguousWith: readonly DateForm[];
  /** Cells as stored, most frequent first, at most three. */
  readonly examples: readonly string[];
  /** Share of the sampled cells (NULL and empty ones left out) that have this form, 0 to 1. */
  readonly share: number;
  readonly sampledCells: number;
  /** Cells without this form, at most three. */
  readonly exceptions: readonly string[];
  readonly first: CalendarDate;
  readonly last: CalendarDate;
}

/** How the dates of a column are written. */
export interface DateFormReport extends WrittenDates {
  /** True where the column holds numbers: cells and literals go without quotes. */
  readonly isNumber: boolean;
  /** True when the sample holds every distinct value, so that share and range are exact. */
  readonly exact: boolean;
  /** SQL expressions for the year and the month of the column; absent where the dialect has none. */
  readonly year?: string;
  readonly month?: string;
}

/** With a smaller share of matching cells a column does not count as one of dates. */
const LEAST_SHARE = 0.5;

/**
 * How a column writes its dates, by its cells. Undefined when it holds no dates. Plain numbers (years, seconds since 1970) are taken for
 * dates only when nearly all cells are.
 */
export function dateFormOf(
  services: DatabaseServices,
  column: ColumnSchema,
  sample: CellSample,
): DateFormReport | undefined {
  const { dialect } = services.driver;
  const holds = dialect.declaredTypesHold ?? !dialect.comparesAcrossTypes;
  const written = writtenDates(sample.cells, holds && /^date(time)?$/u.test(column.affinity));
  if (!written) return undefined;
  const name = dialect.identifier(column.name);
  const isNumber =
    /^(integer|real|decimal)$/u.test(column.affinity) &&
    written.examples.every((cell) => Number.isFinite(Number(cell)));
  // A number that is a year already needs no conversion.
  const isYear = written.form.pattern === "%Y";
  const year = isYear && isNumber ? name : dialect.yearOf(name, written.form);
  const month = isYear ? undefined : dialect.monthOf(name, written.form);
  return {
    ...written,
    ...(isYear && isNumber ? { name: say`integer years` } : {}),
    isNumber,
    exact: sample.complete,
    ...(year === undefined ? {} : { year: ownText(year) }),
    ...(month === undefined ? {} : { month: ownText(month) }),
  };
}

interface Tally {
  cells: number;
  /** True where some cell writes a day or month without a leading zero (`isBare`), or with one (`hasZeros`). */
  isBare: boolean;
  hasZeros: boolean;
  readonly dates: CalendarDate[];
  readonly texts: string[];
}

/** The form that most cells have; undefined where too few are dates. `isNative`: the engine stores dates and only prints them in this form. */
export function writtenDates(sampled: readonly SampledCell[], isNative = false): WrittenDates | undefined {
  const cells = sampled.filter((cell) => cell.text.trim() !== "");
  const tallies = new Map<string, Tally>();
  for (const cell of cells) {
    for (const { pattern, date } of readDate(cell.text)) {
      // `%-d/%-m/%Y` and `%d/%m/%Y` count as one form: a 12 fits both.
      const key = pattern.replaceAll("%-", "%");
      const tally = tallies.get(key) ?? { cells: 0, isBare: false, hasZeros: false, dates: [], texts: [] };
      tally.cells += cell.count;
      tally.isBare ||= pattern.includes("%-");
      tally.hasZeros ||= /(^|\D)0\d(?!\d)/u.test(cell.text.replace(/:\d\d/gu, ""));
      tally.dates.push(date);
      tally.texts.push(cell.text);
      tallies.set(key, tally);
    }
  }
  const ranked = [...tallies]
    .map(([key, tally]) => ({
      ...tally,
      pattern: tally.isBare && !tally.hasZeros ? key.replace(/%([mdHI])/gu, "%-$1") : key,
    }))
    .sort((a, b) => b.cells - a.cells);
  const [best] = ranked;
  const total = cells.reduce((sum, { count }) => sum + count, 0);
  if (!best || total === 0) return undefined;
  const { pattern, texts } = best;
  const share = best.cells / total;
  // Single identifiers or amounts may look like years or seconds by chance, but hardly ever 95 % of a column.
  if (share < (/^(%Y|%Y%m%d|epoch-.*)$/u.test(pattern) ? 0.95 : LEAST_SHARE)) return undefined;
  const dates = best.dates.sort((a, b) => isoDate(a).localeCompare(isoDate(b)));
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return undefined;
  const matching = new Set(texts);
  return {
    form: { pattern: isNative ? "native" : pattern },
    name: isNative ? say`a date type, printed ${spoken(pattern)}` : spoken(pattern),
    ambiguousWith: ranked
      .slice(1)
      .filter((other) => other.cells === best.cells && isSwapped(other.pattern, pattern))
      .map((other) => ({ pattern: other.pattern })),
    examples: texts.slice(0, 3),
    share,
    sampledCells: total,
    exceptions: cells
      .filter(({ text }) => !matching.has(text))
      .slice(0, 3)
      .map(({ text }) => text),
    first,
    last,
  };
}

function isSwapped(a: string, b: string): boolean {
  const swap = (_: string, bare: string, letter: string) => `%${bare}${letter === "m" ? "d" : "m"}`;
  return a.replace(/%(-?)([md])/gu, swap) === b;
}

/** `writes its dates DD.MM.YYYY (as 28.12.2021)`, for a message after a column's name. */
export function writesItsDates({ form, examples }: WrittenDates): Marked {
  return say`writes its dates ${spoken(form.pattern)} (as ${redacted(String(examples[0]))})`;
}

const WORDS: Readonly<Record<string, string>> = {
  "%Y": "YYYY",
  "%y": "YY",
  "%m": "MM",
  "%-m": "M",
  "%d": "DD",
  "%-d": "D",
  "%B": "Month",
  "%b": "Mon",
  "%H": "hh",
  "%-H": "h",
  "%I": "hh",
  "%-I": "h",
  "%M": "mm",
  "%S": "ss",
  "%p": "AM/PM",
};

/** The pattern in the letters that people use: `DD/MM/YYYY`. */
export function spoken(pattern: string): Marked {
  if (pattern === "native") return say`a date type`;
  if (pattern.startsWith("epoch-")) return ownText(`${pattern.slice("epoch-".length)} since 1970-01-01`);
  return ownText(pattern.replace(/%-?[A-Za-z]/gu, (code) => WORDS[code] ?? code));
}

/** True for a form that sorts by time as text or number: it starts with the year and has leading zeros. */
export function sortsAsText(pattern: string): boolean {
  const day = pattern.replace(/[T ]+%-?[HI].*$/u, "");
  return pattern === "native" || day.startsWith("epoch-") || /^%Y(?!.*%(-|b|B))/u.test(day);
}
