import type { Staging } from "./delimited-table.ts";
import { countRows, type Loader, quotedText } from "./loader.ts";

/** Texts that stand for a missing value, except in text columns. */
const MISSING =
  "n/a na n.a. #n/a #na nan null (null) none nil \\n - -- --- – — ? . .. #div/0! #value! #ref! #name? #num! #null!".split(
    " ",
  );

/** A number as programs write it; RE2. */
export const PLAIN_NUMBER = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`;

const BLANKS = "' ' || chr(9) || chr(10) || chr(13) || chr(160)";

/** Counts of a column's trimmed cells, over all rows. */
const TESTS = {
  /** Cells that are not empty. */
  filled: (cell: string) => `${cell} IS NOT NULL`,
  /** Filled cells that stand for a missing value. */
  missing: isMissing,
  /** Short cells with a digit. Only columns where most cells are such are tested for numbers and dates. */
  digits: (cell: string) => `length(${cell}) < 45 AND regexp_matches(${cell}, '[0-9]')`,
  /** Numbers with a leading zero, as in codes. */
  leadingZeros: (cell: string) => `regexp_full_match(${cell}, '[+-]?0[0-9]+([.,][0-9]*)?')`,
  /** Numbers with a plus and many digits, as in telephone numbers. */
  telephones: (cell: string) => String.raw`regexp_full_match(${cell}, '\+[0-9][0-9 ()/-]{6,}')`,
  booleans: (cell: string) => `lower(${cell}) IN ('true', 'false')`,
  /** Numbers as programs write them: a column of these alone needs no test of styles. */
  plainNumbers: (cell: string) => `regexp_full_match(${cell}, '${PLAIN_NUMBER}')`,
};

/** The counts for one column. */
export interface ColumnSurvey extends Readonly<Record<keyof typeof TESTS, number>> {
  /** Its name in the staging table. */
  readonly column: string;
  /** Rows of the table. */
  readonly rows: number;
}

/** The text of a cell without blanks around it. */
export function trimmed(column: string): string {
  return `trim(${column}, ${BLANKS})`;
}

/** SQL that tests whether a trimmed text stands for a missing value. */
export function isMissing(text: string): string {
  return `lower(${text}) IN (${MISSING.map(quotedText).join(", ")})`;
}

/** SQL for the column's present cells, trimmed, as `v`. */
export function presentCells(table: string, { column }: Pick<ColumnSurvey, "column">): string {
  return `(SELECT v FROM (SELECT ${trimmed(column)} AS v FROM ${table}) WHERE v IS NOT NULL AND NOT ${isMissing("v")})`;
}

/** Columns counted in one statement. */
const COLUMNS_AT_ONCE = 40;

export async function surveyColumns(loader: Loader, staging: Staging): Promise<readonly ColumnSurvey[]> {
  const surveys: ColumnSurvey[] = [];
  for (let from = 0; from < staging.width; from += COLUMNS_AT_ONCE) {
    const count = Math.min(COLUMNS_AT_ONCE, staging.width - from);
    const columns = Array.from({ length: count }, (_, at) => `c${from + at}`);
    surveys.push(...(await surveySome(loader, staging.name, columns)));
  }
  return surveys;
}

async function surveySome(
  loader: Loader,
  table: string,
  columns: readonly string[],
): Promise<readonly ColumnSurvey[]> {
  const tests = columns.flatMap((column) =>
    Object.entries(TESTS).map(([name, test]) => [`${column} ${name}`, test(column)]),
  );
  const cells = columns.map((column) => `${trimmed(column)} AS ${column}`);
  const from = `(SELECT ${cells.join(", ")} FROM ${table})`;
  const counts = await countRows(loader, from, { rows: "true", ...Object.fromEntries(tests) });
  const names = Object.keys(TESTS) as (keyof typeof TESTS)[];
  const of = (column: string) => names.map((name) => [name, counts[`${column} ${name}`] ?? 0]);
  return columns.map((column) => ({
    column,
    rows: counts.rows ?? 0,
    ...(Object.fromEntries(of(column)) as Record<keyof typeof TESTS, number>),
  }));
}

export function present({ filled, missing }: ColumnSurvey): number {
  return filled - missing;
}

/** The share of present cells that must be of one type to justify a typed column. */
const LEAST_FITTING = 0.9;

export function isMost(count: number, survey: ColumnSurvey): boolean {
  return count > 0 && count >= present(survey) * LEAST_FITTING;
}

/** A type that fits a column's cells. Its SQL takes a trimmed text. */
export interface ColumnFit {
  readonly kind: "number" | "date" | "time" | "boolean";
  /** SQL that tests a cell; never NULL for a cell that does not fit. */
  readonly fits: (text: string) => string;
  /** SQL for the value of a cell that fits. */
  readonly value: (text: string) => string;
  /** Number of cells that fit. */
  readonly count: number;
  /** The form in which the file wrote the values, if they are shown otherwise. */
  readonly remark?: string;
  /** Another possible reading. */
  readonly doubt?: string;
}

/** Number and date styles seen in a file's other columns. */
export interface FileHabits {
  /** `1.234,5` */
  readonly decimalCommas: boolean;
  /** `1,234.5` */
  readonly decimalPoints: boolean;
  readonly dayFirst: boolean;
  readonly monthFirst: boolean;
}
