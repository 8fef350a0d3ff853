import type { ActContext } from "../../../environment/act-context.ts";
import { advised, told } from "../../../environment/egress/egress-scope.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnRef } from "../index/value-index.ts";
import type { ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { findTable, qualifiedTable } from "../schema/find-table.ts";
import { patternParts } from "../sql/date-pattern-text.ts";
import type { DateForm, SqlDialect } from "../sql/sql-dialect.ts";
import { type CalendarDate, type DateReading, isoDate, readDate } from "./date-pattern.ts";
import { dayPattern, type OtherDateForm, otherDateForms, type WrittenForms } from "./other-date-forms.ts";
import { type CellSample, type SampledCell, sampleCells } from "./sample-cells.ts";

/** How the dates of a column are written. */
export interface DateFormReport {
  readonly column: ColumnRef;
  readonly form: DateForm;
  /** `YYYY-MM-DD`, `DD/MM/YYYY`, `seconds since 1970`: for people. */
  readonly name: string;
  /** Other forms that fit every sampled cell as well: no cell decides between day first and month first. */
  readonly ambiguousWith: readonly DateForm[];
  /** True where the column holds numbers: cells and literals go without quotes. */
  readonly isNumber: boolean;
  /** Cells as stored, most frequent first, at most three. */
  readonly examples: readonly string[];
  /** Share of the sampled cells (NULL and empty ones left out) that have this form, 0 to 1. */
  readonly share: number;
  readonly sampledCells: number;
  /** Cells that do not have it, at most three. */
  readonly exceptions: readonly string[];
  /** Further forms of days among those cells; where there is one, neither text order nor a date function serves all cells. */
  readonly otherForms: readonly OtherDateForm[];
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  /** True when the sample holds every distinct value, so that share and range are exact. */
  readonly exact: boolean;
  /** Expressions over the column's name for year and month in this dialect, where it can. */
  readonly year?: string;
  readonly month?: string;
}

/** Below this share of matching cells a column is not one of dates. */
const LEAST_SHARE = 0.5;

/**
 * Finds out from the cells how a column writes its dates. Undefined when it holds no dates, or is not in the schema. Two plain numbers
 * (a year, a count of seconds) are taken for dates only when nearly all cells are.
 */
export async function detectDateForm(
  services: DatabaseServices,
  column: ColumnRef,
  context: ActContext,
): Promise<DateFormReport | undefined> {
  const table = findTable(services, column.table, column.schema);
  const found = table?.columns.find((each) =>
    services.driver.dialect.sameIdentifier(each.name, column.column),
  );
  if (!table || !found) return undefined;
  const { driver } = services;
  const sample = await sampleCells(
    driver.dialect,
    qualifiedTable(services, table),
    found.name,
    (sql, parameters = [], maxRows = 100) =>
      driver.query(sql, parameters, {
        maxRows,
        milliseconds: context.limits.milliseconds / 3,
        signal: context.signal,
      }),
  );
  return sample && dateFormOf(services, table, found, sample);
}

/** The same from cells that are already at hand. */
export function dateFormOf(
  services: DatabaseServices,
  table: TableSchema,
  column: ColumnSchema,
  sample: CellSample,
): DateFormReport | undefined {
  const cells = sample.cells.filter((cell) => cell.text.trim() !== "");
  const judged = cells.length === 0 ? undefined : judge(cells, isNative(services, column));
  if (!judged) return undefined;
  const { dialect } = services.driver;
  const name = dialect.identifier(column.name);
  // A number that is a year already is compared as it is.
  const numeric = isNumber(column) && judged.examples.every((cell) => Number.isFinite(Number(cell)));
  const isYear = judged.form.pattern === "%Y" && numeric;
  const year = isYear ? name : datePart(dialect, "year", name, judged);
  const month = judged.form.pattern === "%Y" ? undefined : datePart(dialect, "month", name, judged);
  return {
    column: {
      ...(table.schema === undefined ? {} : { schema: table.schema }),
      table: table.name,
      column: column.name,
    },
    ...judged,
    ...(isYear ? { name: "integer years" } : {}),
    isNumber: numeric,
    exact: sample.complete,
    ...(year === undefined ? {} : { year }),
    ...(month === undefined ? {} : { month }),
  };
}

interface Tally {
  cells: number;
  readonly dates: CalendarDate[];
  readonly texts: string[];
}

type Judged = Omit<DateFormReport, "column" | "isNumber" | "exact" | "year" | "month">;

function judge(cells: readonly SampledCell[], native: boolean): Judged | undefined {
  const tallies = new Map<string, Tally>();
  let total = 0;
  for (const cell of cells) {
    total += cell.count;
    for (const reading of readDate(cell.text)) tally(tallies, reading, cell);
  }
  const merged = mergeUnpadded(tallies);
  const ranked = [...merged].sort(([, a], [, b]) => b.cells - a.cells);
  const [best] = ranked;
  if (!best) return undefined;
  const [pattern, counted] = best;
  const share = counted.cells / total;
  // An identifier or an amount may look like a year or a count of seconds by chance; a column of them never does throughout.
  const looksLikeNumber = /^(%Y|%Y%m%d|epoch-.*)$/u.test(pattern);
  const matching = new Set(counted.texts);
  const exceptions = cells.filter((cell) => !matching.has(cell.text));
  const otherForms = looksLikeNumber || native ? [] : otherDateForms(pattern, exceptions);
  const dated = otherForms.reduce((sum, each) => sum + each.cells, counted.cells) / total;
  if (dated < (looksLikeNumber ? 0.95 : LEAST_SHARE)) return undefined;
  const dates = [...counted.dates].sort((a, b) => isoDate(a).localeCompare(isoDate(b)));
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return undefined;
  return {
    form: { pattern: native ? "native" : pattern },
    name: native ? `a date type, printed ${spoken(pattern)}` : spoken(pattern),
    ambiguousWith: ranked
      .slice(1)
      .filter(([other, tallied]) => tallied.cells === counted.cells && isSwapped(other, pattern))
      .map(([other]) => ({ pattern: other })),
    examples: counted.texts.slice(0, 3),
    share,
    sampledCells: total,
    exceptions: exceptions.slice(0, 3).map((cell) => cell.text),
    otherForms,
    first,
    last,
  };
}

function tally(tallies: Map<string, Tally>, reading: DateReading, cell: SampledCell): void {
  const found = tallies.get(reading.pattern) ?? { cells: 0, dates: [], texts: [] };
  found.cells += cell.count;
  found.dates.push(reading.date);
  found.texts.push(cell.text);
  tallies.set(reading.pattern, found);
}

/** `%-d/%-m/%Y` and `%d/%m/%Y` are one form: it writes no leading zeros where any cell has none, since 12 does not tell. */
function mergeUnpadded(tallies: ReadonlyMap<string, Tally>): ReadonlyMap<string, Tally> {
  const groups = new Map<string, string[]>();
  for (const pattern of tallies.keys()) {
    const padded = pattern.replaceAll("%-", "%");
    groups.set(padded, [...(groups.get(padded) ?? []), pattern]);
  }
  const merged = new Map<string, Tally>();
  for (const [padded, patterns] of groups) {
    const parts = patterns.map((pattern) => tallies.get(pattern)).filter((part) => part !== undefined);
    const bare = new Set(patterns.flatMap((pattern) => pattern.match(/%-[a-zA-Z]/gu) ?? []));
    const zeros = parts.some((part) =>
      part.texts.some((text) => /(^|\D)0\d(?!\d)/u.test(text.replace(/:\d\d/gu, ""))),
    );
    const pattern = zeros
      ? padded
      : padded.replace(/%([mdHI])/gu, (code, letter: string) => (bare.size > 0 ? `%-${letter}` : code));
    merged.set(pattern, {
      cells: parts.reduce((sum, part) => sum + part.cells, 0),
      dates: parts.flatMap((part) => part.dates),
      texts: parts.flatMap((part) => part.texts),
    });
  }
  return merged;
}

function isSwapped(a: string, b: string): boolean {
  const swap = (pattern: string) =>
    pattern.replace(
      /%(-?)([md])/gu,
      (_, bare: string, letter: string) => `%${bare}${letter === "m" ? "d" : "m"}`,
    );
  return swap(a) === b;
}

function isNumber({ affinity }: ColumnSchema): boolean {
  return affinity === "integer" || affinity === "real" || affinity === "decimal";
}

function isNative(services: DatabaseServices, column: ColumnSchema): boolean {
  const strict = services.driver.dialect.declaredTypesHold ?? !services.driver.dialect.comparesAcrossTypes;
  return strict && (column.affinity === "date" || column.affinity === "datetime");
}

/** `writes its dates DD.MM.YYYY (as 28.12.2021)`, to stand after the column's name; with several forms all of them. */
export function formsOf(report: DateFormReport): string {
  const forms = [
    { name: report.name, example: report.examples[0] },
    ...report.otherForms.map((other) => ({ name: spoken(other.form.pattern), example: other.example })),
  ].map(({ name, example }) => `${name} (as ${told(String(example))})`);
  if (forms.length === 1) return `writes its dates ${forms[0]}`;
  return `writes its dates in ${forms.length} forms: ${forms.slice(0, -1).join(", ")} and ${forms.at(-1)}`;
}

/** Share of the sampled cells that are dates in any of the forms, 0 to 1. */
export function datedShare({ share, otherForms, sampledCells }: DateFormReport): number {
  return otherForms.reduce((sum, each) => sum + each.cells / sampledCells, share);
}

/** The pattern in the letters that people use: `DD/MM/YYYY`. */
export function spoken(pattern: string): string {
  if (pattern === "native") return "a date type";
  if (pattern === "epoch-seconds") return "seconds since 1970-01-01";
  if (pattern === "epoch-milliseconds") return "milliseconds since 1970-01-01";
  const words: Record<string, string> = {
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
  return pattern.replace(/%-?[A-Za-z]/gu, (code) => words[code] ?? code);
}

/** True for a form whose order by letters, or by number, is that of time: the year first, and leading zeros. */
export function sortsAsText(pattern: string): boolean {
  const day = dayPattern(pattern);
  return pattern === "native" || day.startsWith("epoch-") || /^%Y(?!.*%(-|b|B))/u.test(day);
}

/** True for a column whose cells, compared as they are, are in the order of time. */
export function isSorting(report: WrittenForms): boolean {
  return report.otherForms.length === 0 && sortsAsText(report.form.pattern);
}

/** The days of a column, or of an expression with its cells, in an order of time; undefined where the dialect or the forms do not allow it. */
export function sortableText(
  dialect: SqlDialect,
  expression: string,
  { form, otherForms }: WrittenForms,
): string | undefined {
  const forms = [form, ...otherForms.map((other) => other.form)];
  const branches: string[] = [];
  for (const [i, each] of forms.entries()) {
    const sortable = dialect.sortableDate?.(expression, each);
    if (sortable === undefined) return undefined;
    if (forms.length === 1) return advised(sortable);
    const like = shapeOf(each);
    if (forms.some((other, j) => j !== i && shapeOf(other) === like)) return undefined;
    branches.push(`WHEN ${expression} LIKE ${dialect.stringLiteral(like)} THEN ${sortable}`);
  }
  return advised(`CASE ${branches.join(" ")} END`);
}

/** Year or month of a column as an integer, whichever of its forms a cell has. */
export function datePart(
  dialect: SqlDialect,
  part: "year" | "month",
  expression: string,
  forms: WrittenForms,
): string | undefined {
  const several = forms.otherForms.length > 0;
  const text = several ? sortableText(dialect, expression, forms) : expression;
  const form = several ? { pattern: "native" } : forms.form;
  if (text === undefined) return undefined;
  const code = part === "year" ? dialect.yearOf(text, form) : dialect.monthOf(text, form);
  return code === undefined ? undefined : advised(code);
}

/** What every cell of the form matches by LIKE, and no cell that has other marks between its parts. */
function shapeOf({ pattern }: DateForm): string {
  const parts = patternParts(dayPattern(pattern)).map((part) =>
    "text" in part ? part.text : part.code === "%Y" ? "____" : "%",
  );
  const shape = parts.join("");
  return shape.endsWith("%") ? shape : `${shape}%`;
}
