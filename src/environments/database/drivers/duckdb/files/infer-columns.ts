import type { ColumnFit, FileHabits } from "./column-fit.ts";
import { DATE_FORMS } from "./date-forms.ts";
import { type DateSurvey, fitDate, surveyDates } from "./fit-date.ts";
import { fitNumber, type NumberSurvey, surveyNumbers } from "./fit-number.ts";
import type { Loader } from "./loader.ts";
import type { StagingTable } from "./staging-table.ts";
import { type ColumnSurvey, surveyColumns } from "./survey-columns.ts";

/** What a column was found to hold. */
export interface InferredColumn {
  readonly survey: ColumnSurvey;
  /** Absent for text. Where `fit.count` is less than the cells that are there, some are something else. */
  readonly fit?: ColumnFit;
  /** Why a column that looks typed is text. */
  readonly kept?: string;
}

/** Of the cells that are there, as many have to be of one type for it to be worth a column. */
export const LEAST_FITTING = 0.9;

type DayOrder = "day-first" | "month-first";

interface Looked {
  readonly survey: ColumnSurvey;
  readonly numbers?: NumberSurvey;
  readonly dates?: DateSurvey;
}

/** Finds the types of all columns from all of their cells; nothing is changed. */
export async function inferColumns(
  loader: Loader,
  staging: StagingTable,
): Promise<readonly InferredColumn[]> {
  const looked: Looked[] = [];
  for (const survey of await surveyColumns(loader, staging)) {
    looked.push(await look(loader, staging.name, survey));
  }
  const habits = habitsOf(looked);
  const inferred: InferredColumn[] = [];
  for (const each of looked) inferred.push(await decide(loader, staging.name, each, habits));
  return inferred;
}

function present({ filled, missing }: ColumnSurvey): number {
  return filled - missing;
}

function isMost(count: number, survey: ColumnSurvey): boolean {
  return count > 0 && count >= present(survey) * LEAST_FITTING;
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

/** Which of day and month comes first in a column that leaves no doubt of it. */
function orderOf(dates: DateSurvey, survey: ColumnSurvey): readonly DayOrder[] {
  return DATE_FORMS.flatMap((form, at) => {
    const count = dates.counts[at] ?? 0;
    const twin = DATE_FORMS.findIndex(
      ({ pattern, order }) => pattern === form.pattern && order !== form.order,
    );
    const order = form.order ?? (/^%d[.]/u.test(form.format) ? "day-first" : undefined);
    return order !== undefined && isMost(count, survey) && count > (dates.counts[twin] ?? 0) ? [order] : [];
  });
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
    type: "BOOLEAN",
    fits: (text) => `lower(${text}) IN ('true', 'false')`,
    value: (text) => `(lower(${text}) = 'true')`,
    count,
  };
}
