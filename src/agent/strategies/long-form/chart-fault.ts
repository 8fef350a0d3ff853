import type { ColumnProfile } from "../../../trajectory/table-profile.ts";
import { type DraftChart, isWithheld, type LongFormState, type Query } from "./long-form-state.ts";

const FORMS = ["bar", "line", "points"] as const;
type Form = (typeof FORMS)[number];

const MOST_SERIES = 4;
const MOST: Readonly<Record<Form, number>> = { bar: 30, line: 1000, points: 1000 };
/** "2023-05", "2023-W07", "2023 Q1", "1950s", "1950 to 1959": in order where they are sorted as texts. */
const PERIOD = /^\d{4}(?:\D{0,2}\d{1,2}){0,2}$|^\d{4}(?:s| ?(?:-|–|to) ?\d{2,4})$/u;

export function chartForm({ form }: DraftChart): Form | undefined {
  return FORMS.find((known) => known === form);
}

/** Why a chart cannot be drawn, in a sentence for its writer and its reader. */
export function chartFault(chart: DraftChart, state: LongFormState): string | undefined {
  const fault = faultOf(chart, state);
  return fault === undefined ? undefined : `The chart "${chart.title}" cannot be drawn: ${fault}`;
}

function faultOf(chart: DraftChart, state: LongFormState): string | undefined {
  const form = chartForm(chart);
  if (form === undefined) return `its form is none of ${FORMS.join(", ")}.`;
  const query = state.queries.find(({ name }) => name === chart.query);
  if (query?.claim === undefined) return `there is no result ${chart.query}.`;
  const { total, rows, columns } = query;
  const lacking = [chart.x, ...chart.y].find((name) => !columns.includes(name));
  if (lacking !== undefined) return `${chart.query} has no column "${lacking}".`;
  if (chart.y.length === 0) return "no column of numbers is named.";
  if (chart.y.length > MOST_SERIES) return `it has ${chart.y.length} series, and ${MOST_SERIES} is the most.`;
  if (total === 0) return `${chart.query} has no rows.`;
  if (total > MOST[form]) return `${chart.query} has ${total} rows, and ${MOST[form]} is the most.`;
  if (total > rows.length) return `${chart.query} has ${total} rows, and the report keeps ${rows.length}.`;
  const profiles = state.profiles?.find(({ name }) => name === chart.query)?.columns ?? [];
  const wordy = chart.y.find((name) => kindOf(name, profiles) !== "number");
  if (wordy !== undefined) return `the column "${wordy}" is not one of numbers.`;
  // What its values are like is not for a writer who may not see them.
  if (isWithheld(state, query.environment)) return undefined;
  if (form === "line" && !isOrdered(chart.x, query, profiles)) {
    return `"${chart.x}" has no order that a line could follow. Use bar, or sort the query by it.`;
  }
  if (form === "points" && kindOf(chart.x, profiles) !== "number") {
    return `"${chart.x}" is not one of numbers. Use bar.`;
  }
  return undefined;
}

function kindOf(column: string, profiles: readonly ColumnProfile[]): ColumnProfile["kind"] | undefined {
  return profiles.find(({ name }) => name === column)?.kind;
}

function isOrdered(column: string, { columns, rows }: Query, profiles: readonly ColumnProfile[]): boolean {
  const kind = kindOf(column, profiles);
  if (kind === "number" || kind === "date") return true;
  const at = columns.indexOf(column);
  const values = rows.map((row) => row[at]);
  return values.every(
    (value, place) =>
      typeof value === "string" && PERIOD.test(value) && (place === 0 || String(values[place - 1]) <= value),
  );
}
