import { phrasesOf } from "../../../environment/egress/phrases-of.ts";
import type { ColumnProfile, TableProfile } from "../../../trajectory/long-form-answer.ts";
import { clipped, clippedText } from "../../../util/clipped-text.ts";
import type { Json } from "../../../util/json.ts";
import { visibleText } from "../../../util/visible-text.ts";
import { asData } from "../../prompts/data-marks.ts";
import { isWithheld, LONGEST, type LongFormState, type Query } from "./long-form-state.ts";

const LONGEST_SQL = 900;
const LONGEST_NAMES = 600;
const LONGEST_PROFILE = 1500;
const LONGEST_CELL = 200;
const LONGEST_ROW = 2000;
const LONGEST_VALUE = 60;
const MOST_COLUMNS = 30;
/** Up to which a result says by its rows what it holds at large. */
const FEW_ROWS = 6;
const PLAIN_NAME = /^[A-Za-z_]\w*$/u;

/**
 * Every query with its purpose, its statement, what its result holds at large and its first rows, numbered as sources count them. Small
 * results stand whole; what they leave of the budget is shared among the others. Of an environment that withholds values, names and counts.
 */
export function resultTexts(state: LongFormState): string {
  const heads = state.queries.map((query) => headOf(query, state));
  const lines = state.queries.map((query) => (isWithheld(state, query.environment) ? [] : rowLines(query)));
  const sizes = lines.map((rows) => rows.reduce((sum, line) => sum + line.length + 1, 0));
  const shares = sharedBudget(sizes, LONGEST.results);
  return state.queries
    .map((query, at) => {
      const shown = within(lines[at] ?? [], shares[at] ?? 0);
      const rows =
        shown.length === 0 ? "" : `\n${rowsHeading(query, shown.length)}\n${asData(shown.join("\n"))}`;
      return `${heads[at]}${rows}`;
    })
    .join("\n\n");
}

function headOf(query: Query, state: LongFormState): string {
  const from = state.environments.length > 1 ? ` (${query.environment})` : "";
  const head = [
    `${query.name}${from}: ${query.purpose}`,
    `SQL: ${clipped(query.sql.replace(/\s+/gu, " "), LONGEST_SQL)}`,
  ];
  if (query.claim === undefined) return [...head, `Failed:\n${asData(whatIsWrong(query))}`].join("\n");
  const withheld = isWithheld(state, query.environment);
  const profile = state.profiles?.find(({ name }) => name === query.name);
  const remarks = [
    ...query.cautions.map((caution) => `warning: ${caution}`),
    ...(query.failure === undefined ? [] : [AFTERWARDS]),
  ];
  const about = withheld
    ? columnsWithheld(query, profile)
    : query.total > FEW_ROWS && profile !== undefined
      ? profile.columns.slice(0, MOST_COLUMNS).map(profileLine)
      : [];
  return [
    ...head,
    `${query.total === 0 ? "No rows" : `Rows: ${query.total}`}; columns: ${clipped(columnNames(query, withheld), LONGEST_NAMES)}`,
    ...(remarks.length === 0 ? [] : [asData(remarks.join("\n"))]),
    ...(about.length === 0 ? [] : [`In all rows:\n${asData(clipped(about.join("\n"), LONGEST_PROFILE))}`]),
  ].join("\n");
}

const AFTERWARDS = "note: an attempt to mend it failed, so this is the result before.";

function columnNames(query: Query, withheld: boolean): string {
  const names = query.columns
    .slice(0, MOST_COLUMNS)
    .map((name, at) => (withheld ? nameInPrompt(query, at) : sourceName(name)));
  const more = query.columns.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** As a source writes it. */
function sourceName(name: string): string {
  const seen = visibleText(clippedText(name, LONGEST_CELL));
  return PLAIN_NAME.test(seen) ? seen : `"${seen}"`;
}

/** An engine may make the name of a column out of a cell: only what stands in the statement is known to be none. */
function nameInPrompt({ sql, columns }: Query, at: number): string {
  const name = columns[at] ?? "";
  return phrasesOf([sql])(name) ? sourceName(name) : `(column ${at + 1})`;
}

function columnsWithheld(query: Query, profile: TableProfile | undefined): readonly string[] {
  return (profile?.columns ?? []).slice(0, MOST_COLUMNS).map(({ kind, distinct, nulls }, at) => {
    const missing = nulls === 0 ? "" : `, ${nulls} NULL`;
    return `${nameInPrompt(query, at)}: ${kind}, ${distinct} different${missing}`;
  });
}

function profileLine({ name, kind, nulls, distinct, ...rest }: ColumnProfile): string {
  const { smallest, largest, sum, mean, median, common = [] } = rest;
  return [
    `${sourceName(name)}: ${kind}`,
    ...(kind === "text" || kind === "mixed" ? [`${distinct} different`] : []),
    ...(smallest === undefined || largest === undefined ? [] : [`${short(smallest)} to ${short(largest)}`]),
    ...(sum === undefined ? [] : [`sum ${short(sum)}`]),
    ...(mean === undefined ? [] : [`mean ${short(mean)}`]),
    ...(median === undefined ? [] : [`median ${short(median)}`]),
    ...(common.length === 0 ? [] : [`most often ${common.map(often).join(", ")}`]),
    ...(nulls === 0 ? [] : [`${nulls} NULL`]),
  ].join(", ");
}

const often = ({ value, count }: { readonly value: string; readonly count: number }): string =>
  `${short(value)} (${count})`;

function short(value: number | string): string {
  return typeof value === "number" ? roundedText(value) : visibleText(clippedText(value, LONGEST_VALUE));
}

/** For reading: what is written is computed from the source, not from this. */
function roundedText(value: number): string {
  return String(
    Number.isInteger(value) ? value : Number(value.toPrecision(Math.max(6, wholeDigits(value) + 2))),
  );
}

const wholeDigits = (value: number): number => Math.trunc(Math.abs(value)).toString().length;

/** No more than can ever be shown: a result may be a hundred rows of a thousand cells. */
function rowLines({ rows }: Query): readonly string[] {
  const lines: string[] = [];
  let characters = 0;
  for (const [at, row] of rows.entries()) {
    const line = rowLine(row, at + 1);
    lines.push(line);
    characters += line.length + 1;
    if (characters > LONGEST.results) break;
  }
  return lines;
}

function rowLine(row: readonly Json[], number: number): string {
  let line = `${number}`;
  for (const [at, cell] of row.entries()) {
    line += ` | ${cellText(cell)}`;
    if (line.length > LONGEST_ROW && at + 1 < row.length)
      return `${line} | … (${row.length - at - 1} more cells)`;
  }
  return line;
}

function rowsHeading({ total, columns }: Query, shown: number): string {
  const names = clipped(columns.slice(0, MOST_COLUMNS).map(sourceName).join(" | "), LONGEST_NAMES);
  return `${shown < total ? `First ${shown} of ${total} rows` : "All rows"} (row | ${names}):`;
}

function cellText(value: Json): string {
  if (value === null) return "NULL";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return visibleText(clippedText(text, LONGEST_CELL));
}

function within(lines: readonly string[], characters: number): readonly string[] {
  let left = characters;
  const end = lines.findIndex((line) => {
    left -= line.length + 1;
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

/** Parts of a budget: what is small is met whole, and the rest is shared evenly among what is larger. */
function sharedBudget(wanted: readonly number[], budget: number): readonly number[] {
  const given = wanted.map(() => 0);
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let left = budget;
  for (const [done, at] of order.entries()) {
    const share = Math.floor(left / (order.length - done));
    given[at] = Math.min(wanted[at] ?? 0, share);
    left -= given[at] ?? 0;
  }
  return given;
}

/** Failed, or suspicious in a way that its writer has not been told of. */
export function isToMend(query: Query): boolean {
  if (query.failure !== undefined) return true;
  return !query.doubted && (query.total === 0 || query.warnings.length > 0);
}

/** What is wrong with each query that is to be mended, with what the environment advises. */
export function queriesToMend({ queries }: Pick<LongFormState, "queries">): string {
  return queries
    .filter(isToMend)
    .map((query) => `${query.name}: ${query.purpose}\n${query.sql}\n${asData(whatIsWrong(query))}`)
    .join("\n\n");
}

/** In the environment's words. */
export function whatIsWrong({ failure, total, warnings }: Query): string {
  if (failure !== undefined) return failure;
  return [...(total === 0 ? ["It gave no rows."] : []), ...warnings].join("\n");
}
