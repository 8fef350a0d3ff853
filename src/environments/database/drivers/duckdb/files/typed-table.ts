import { visibleText } from "../../../../../util/visible-text.ts";
import { type DateSurvey, fitDate, orderOf, surveyDates } from "./dates.ts";
import type { StagedTable, Staging } from "./delimited-table.ts";
import { ask, type Loader, quotedName, quotedText } from "./loader.ts";
import { fitNumber, type NumberSurvey, surveyNumbers } from "./numbers.ts";
import {
  type ColumnFit,
  type ColumnSurvey,
  type FileHabits,
  isMissing,
  isMost,
  present,
  surveyColumns,
  trimmed,
} from "./survey-columns.ts";

/** The inferred type of a column. */
interface InferredColumn {
  readonly survey: ColumnSurvey;
  /** Absent for text. If `fit.count` is less than the number of present cells, some cells have another type. */
  readonly fit?: ColumnFit;
  /** Why a column that looks typed stays text. */
  readonly kept?: string;
}

interface Looked {
  readonly survey: ColumnSurvey;
  readonly numbers?: NumberSurvey;
  readonly dates?: DateSurvey;
}

/** Infers the types of all columns from all of their cells; changes nothing. */
async function inferColumns(loader: Loader, staging: Staging): Promise<readonly InferredColumn[]> {
  const looked: Looked[] = [];
  for (const survey of await surveyColumns(loader, staging)) {
    looked.push(await look(loader, staging.name, survey));
  }
  const habits = habitsOf(looked);
  const inferred: InferredColumn[] = [];
  for (const each of looked) inferred.push(await decide(loader, staging.name, each, habits));
  return inferred;
}

async function look(loader: Loader, table: string, survey: ColumnSurvey): Promise<Looked> {
  if (!isMost(survey.digits, survey)) return { survey };
  const numbers = await surveyNumbers(loader, table, survey);
  if (isMost(Math.max(...Object.values(numbers.counts)), survey)) return { survey, numbers };
  return { survey, dates: await surveyDates(loader, table, survey) };
}

function habitsOf(looked: readonly Looked[]): FileHabits {
  const numbers = looked.flatMap((each) => each.numbers ?? []);
  const orders = looked.flatMap(({ dates, survey }) => (dates === undefined ? [] : orderOf(dates, survey)));
  return {
    decimalCommas: numbers.some(({ decimalCommas }) => decimalCommas > 0),
    decimalPoints: numbers.some(({ decimalPoints }) => decimalPoints > 0),
    dayFirst: orders.includes("day-first"),
    monthFirst: orders.includes("month-first"),
  };
}

async function decide(
  loader: Loader,
  table: string,
  { survey, numbers, dates }: Looked,
  habits: FileHabits,
): Promise<InferredColumn> {
  if (present(survey) === 0) return { survey };
  if (survey.booleans === present(survey)) return { survey, fit: booleanFit(survey.booleans) };
  if (numbers !== undefined) {
    if (survey.leadingZeros > 0) return { survey, kept: "text, as some have zeros in front" };
    if (survey.telephones > 0) return { survey, kept: "text, as telephone numbers are" };
    if (numbers.units.length > 1) {
      return { survey, kept: `text, as the units differ: ${numbers.units.slice(0, 5).join(", ")}` };
    }
    const fit = await fitNumber(loader, table, survey, numbers, habits);
    return fit === undefined || !isMost(fit.count, survey) ? { survey } : { survey, fit };
  }
  const fit = dates === undefined ? undefined : fitDate(dates, habits);
  if (fit === undefined) return { survey };
  if ("unclear" in fit) return { survey, kept: `text: ${fit.unclear}` };
  return isMost(fit.count, survey) ? { survey, fit } : { survey };
}

function booleanFit(count: number): ColumnFit {
  return {
    kind: "boolean",
    fits: (text) => `lower(${text}) IN ('true', 'false')`,
    value: (text) => `(lower(${text}) = 'true')`,
    count,
  };
}

/** A finished table of the file database. */
export interface TypedTable {
  readonly rows: number;
  readonly doubts: readonly string[];
}

interface OutputColumn {
  readonly name: string;
  readonly sql: string;
  /** Cells that must not be NULL; any other count means that a value was lost. */
  readonly expected: number;
  readonly source: InferredColumn;
}

const KIND_NAMES = { number: "numbers", date: "dates", time: "times", boolean: "booleans" } as const;
const MOST_EXAMPLES = 3;
const LONGEST_EXAMPLE = 40;

/**
 * Makes the typed table from the table of texts. A column gets a type if all present cells have it; if a few differ, it stays text, and its comment
 * shows those.
 * @param target the table's name as SQL, with its attached database
 */
export async function createTypedTable(
  loader: Loader,
  staging: StagedTable,
  target: string,
  comment: string,
): Promise<TypedTable> {
  const { names } = staging;
  let inferred = await inferColumns(loader, staging);
  for (;;) {
    const columns = outputColumns(inferred, names);
    const selected = columns.map(({ name, sql }) => `${sql} AS ${quotedName(name)}`);
    await ask(
      loader,
      `CREATE OR REPLACE TABLE ${target} AS SELECT ${selected.join(", ")} FROM ${staging.name}`,
    );
    const lost = await columnsWithLosses(loader, target, columns);
    if (lost.size === 0) break;
    inferred = inferred.map((each) =>
      lost.has(each) ? { survey: each.survey, kept: "text, as not all cells could be read" } : each,
    );
  }
  const doubts = await describeColumns(loader, staging, target, inferred);
  await ask(loader, `COMMENT ON TABLE ${target} IS ${quotedText(comment)}`);
  return { rows: inferred[0]?.survey.rows ?? 0, doubts };
}

function isPartial({ fit, survey }: InferredColumn): boolean {
  return fit !== undefined && fit.count < survey.filled - survey.missing;
}

function outputColumns(
  inferred: readonly InferredColumn[],
  names: readonly string[],
): readonly OutputColumn[] {
  return inferred.map((source, at): OutputColumn => {
    const { fit, survey } = source;
    const text = trimmed(survey.column);
    const plain = { name: names[at] ?? survey.column, sql: survey.column, expected: survey.filled, source };
    if (fit === undefined || isPartial(source)) return plain;
    // If all cells fit, none needs a test of its own.
    const value = survey.missing === 0 ? fit.value(text) : typedCells(text, fit);
    return { ...plain, sql: value, expected: fit.count };
  });
}

/** SQL for the cells that fit; NULL for those that stand for a missing value. */
function typedCells(text: string, { fits, value }: ColumnFit): string {
  return `CASE WHEN ${isMissing(text)} THEN NULL WHEN ${fits(text)} THEN ${value(text)} END`;
}

async function columnsWithLosses(
  loader: Loader,
  target: string,
  columns: readonly OutputColumn[],
): Promise<ReadonlySet<InferredColumn>> {
  const counts = columns.map(({ name }) => `count(${quotedName(name)})`);
  const [row = []] = await ask(loader, `SELECT ${counts.join(", ")} FROM ${target}`);
  const lost = columns.filter(({ source, expected }, at) => source.fit !== undefined && row[at] !== expected);
  return new Set(lost.map(({ source }) => source));
}

/** Writes the comments of the columns, and returns the doubts among them. */
async function describeColumns(
  loader: Loader,
  staging: StagedTable,
  target: string,
  inferred: readonly InferredColumn[],
): Promise<readonly string[]> {
  const doubts: string[] = [];
  for (const { source, name } of outputColumns(inferred, staging.names)) {
    const { fit, kept } = source;
    const own = await doubtsOf(loader, staging, source);
    doubts.push(...own.map((doubt) => `column ${name}: ${doubt}`));
    const said = [
      ...own,
      kept !== undefined && own.includes(kept) ? undefined : kept,
      isPartial(source) ? undefined : fit?.remark,
    ].filter((each) => each !== undefined);
    if (said.length === 0) continue;
    const comment = quotedText(visibleText(said.join("; ")));
    await ask(loader, `COMMENT ON COLUMN ${target}.${quotedName(name)} IS ${comment}`);
  }
  return doubts;
}

async function doubtsOf(
  loader: Loader,
  staging: Staging,
  source: InferredColumn,
): Promise<readonly string[]> {
  const { fit, survey, kept } = source;
  const all = survey.filled.toLocaleString("en-US");
  if (fit === undefined) return kept?.startsWith("text:") ? [kept] : [];
  const doubts: string[] = fit.doubt === undefined ? [] : [fit.doubt];
  const cells = `(SELECT ${trimmed(survey.column)} AS v, r FROM ${staging.name} WHERE ${survey.column} IS NOT NULL)`;
  if (isPartial(source)) {
    const odd = survey.filled - survey.missing - fit.count;
    const found = await ask(
      loader,
      `SELECT v, r FROM ${cells} WHERE NOT ${isMissing("v")} AND NOT ${fit.fits("v")} ORDER BY r LIMIT ${MOST_EXAMPLES}`,
    );
    doubts.push(
      `${odd.toLocaleString("en-US")} of ${all} cells are no ${KIND_NAMES[fit.kind]}, so that it is text: ${examples(found, odd)}`,
    );
  }
  if (survey.missing > 0) {
    const found = await ask(
      loader,
      `SELECT v, min(r), count(*) FROM ${cells} WHERE ${isMissing("v")} GROUP BY v ORDER BY 3 DESC, 2 LIMIT ${MOST_EXAMPLES}`,
    );
    const told = found.map(
      ([text, row, count]) => `'${text}' (${Number(count).toLocaleString("en-US")}, first in row ${row})`,
    );
    const where = isPartial(source) ? "" : ", NULL here";
    doubts.push(
      `${survey.missing.toLocaleString("en-US")} of ${all} cells stand for a missing value${where}: ${told.join(", ")}`,
    );
  }
  return doubts;
}

function examples(found: readonly (readonly unknown[])[], total: number): string {
  const told = found.map(([text, row]) => `'${shortened(String(text))}' (row ${row})`);
  return total > told.length ? `${told.join(", ")}, …` : told.join(", ");
}

function shortened(text: string): string {
  return visibleText(text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)}…` : text);
}
