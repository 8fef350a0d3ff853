import type { Staging } from "./delimited-table.ts";
import { ask, type Loader, quotedText } from "./loader.ts";

/** What is written where a value is missing. In a column of text it is text like any other. */
const MISSING = [
  "n/a",
  "na",
  "n.a.",
  "#n/a",
  "#na",
  "nan",
  "null",
  "(null)",
  "none",
  "nil",
  "\\n",
  "-",
  "--",
  "---",
].concat(["–", "—", "?", ".", "..", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!"]);

/** A number as programs write it; RE2. */
export const PLAIN_NUMBER = String.raw`[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?`;

const BLANKS = "' ' || chr(9) || chr(10) || chr(13) || chr(160)";

/** What the cells of one column look like, counted over all rows. */
export interface ColumnSurvey {
  /** Its name in the staging table. */
  readonly column: string;
  /** Cells that are not empty. */
  readonly filled: number;
  /** Those of them that stand for a missing value. */
  readonly missing: number;
  /** Numbers and dates are sought in a column of which most cells have digits and are short. */
  readonly digits: number;
  /** Numbers with a zero in front, as codes have them. */
  readonly leadingZeros: number;
  /** Numbers with a plus and many digits, as telephones have them. */
  readonly telephones: number;
  /** `true`, `false`. */
  readonly booleans: number;
  /** Numbers as programs write them: a column of nothing else needs no closer look at how. */
  readonly plainNumbers: number;
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
  const counts = columns.flatMap((column) => [
    `count(${column})`,
    `count(*) FILTER (${isMissing(column)})`,
    `count(*) FILTER (length(${column}) < 45 AND regexp_matches(${column}, '[0-9]'))`,
    `count(*) FILTER (regexp_full_match(${column}, '[+-]?0[0-9]+([.,][0-9]*)?'))`,
    String.raw`count(*) FILTER (regexp_full_match(${column}, '\+[0-9][0-9 ()/-]{6,}'))`,
    `count(*) FILTER (lower(${column}) IN ('true', 'false'))`,
    `count(*) FILTER (regexp_full_match(${column}, '${PLAIN_NUMBER}'))`,
  ]);
  const cells = columns.map((column) => `${trimmed(column)} AS ${column}`);
  const [row = []] = await ask(
    loader,
    `SELECT count(*), ${counts.join(", ")} FROM (SELECT ${cells.join(", ")} FROM ${table})`,
  );
  const [rows = 0, ...numbers] = row.map(Number);
  return columns.map((column, at) => {
    const [
      filled = 0,
      missing = 0,
      digits = 0,
      leadingZeros = 0,
      telephones = 0,
      booleans = 0,
      plainNumbers = 0,
    ] = numbers.slice(at * 7, at * 7 + 7);
    return { column, rows, filled, missing, digits, leadingZeros, telephones, booleans, plainNumbers };
  });
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
  /** DuckDB's name of the type. */
  readonly type: string;
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
