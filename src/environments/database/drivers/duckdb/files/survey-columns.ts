import type { Staging } from "./delimited-table.ts";
import { countRows, type Loader, quotedText } from "./loader.ts";

/** What is written where a value is missing. In a column of text it is text like any other. */
const MISSING =
  "n/a na n.a. #n/a #na nan null (null) none nil \\n - -- --- – — ? . .. #div/0! #value! #ref! #name? #num! #null!".split(
    " ",
  );

/** A number as programs write it; RE2. */
export const PLAIN_NUMBER = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`;

const BLANKS = "' ' || chr(9) || chr(10) || chr(13) || chr(160)";

/** What is counted of the trimmed cells of a column, over all rows. */
const TESTS = {
  /** Cells that are not empty. */
  filled: (cell: string) => `${cell} IS NOT NULL`,
  /** Those of them that stand for a missing value. */
  missing: isMissing,
  /** Numbers and dates are sought in a column of which most cells have digits and are short. */
  digits: (cell: string) => `length(${cell}) < 45 AND regexp_matches(${cell}, '[0-9]')`,
  /** Numbers with a zero in front, as codes have them. */
  leadingZeros: (cell: string) => `regexp_full_match(${cell}, '[+-]?0[0-9]+([.,][0-9]*)?')`,
  /** Numbers with a plus and many digits, as telephones have them. */
  telephones: (cell: string) => String.raw`regexp_full_match(${cell}, '\+[0-9][0-9 ()/-]{6,}')`,
  booleans: (cell: string) => `lower(${cell}) IN ('true', 'false')`,
  /** Numbers as programs write them: a column of nothing else needs no closer look at how. */
  plainNumbers: (cell: string) => `regexp_full_match(${cell}, '${PLAIN_NUMBER}')`,
};

/** What the cells of one column look like. */
export interface ColumnSurvey extends Readonly<Record<keyof typeof TESTS, number>> {
  /** Its name in the staging table. */
  readonly column: string;
  /** Of the table. */
  readonly rows: number;
}

/** The text of a cell without blanks around it. */
export function trimmed(column: string): string {
  return `trim(${column}, ${BLANKS})`;
}

/** SQL for whether a trimmed text stands for a missing value. */
export function isMissing(text: string): string {
  return `lower(${text}) IN (${MISSING.map(quotedText).join(", ")})`;
}

/** SQL for the cells of a column that are there, trimmed and called `v`. */
export function presentCells(table: string, { column }: Pick<ColumnSurvey, "column">): string {
  return `(SELECT v FROM (SELECT ${trimmed(column)} AS v FROM ${table}) WHERE v IS NOT NULL AND NOT ${isMissing("v")})`;
}

/** As many columns are counted in one statement. */
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

/** Of the cells that are there, as many have to be of one type for it to be worth a column. */
const LEAST_FITTING = 0.9;

export function isMost(count: number, survey: ColumnSurvey): boolean {
  return count > 0 && count >= present(survey) * LEAST_FITTING;
}

/** What the cells of a column can be read as. The SQL is about a trimmed text. */
export interface ColumnFit {
  readonly kind: "number" | "date" | "time" | "boolean";
  /** Whether a cell is one; never NULL for a cell that is not. */
  readonly fits: (text: string) => string;
  /** The value of one that is. */
  readonly value: (text: string) => string;
  /** Cells that are one. */
  readonly count: number;
  /** How the values were written, where it is not how they are shown. */
  readonly remark?: string;
  /** Where it could have been read otherwise. */
  readonly doubt?: string;
}

/** What the other columns of a file tell about how its numbers and dates are written. */
export interface FileHabits {
  /** `1.234,5` */
  readonly decimalCommas: boolean;
  /** `1,234.5` */
  readonly decimalPoints: boolean;
  readonly dayFirst: boolean;
  readonly monthFirst: boolean;
}
