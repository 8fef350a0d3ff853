import type { AnswerTable } from "../../environment/answer.ts";
import type { ArtifactStore } from "../../environment/artifact-store.ts";
import type { Principal } from "../../environment/principal.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { ColumnProfile, TableProfile } from "../../trajectory/long-form-answer.ts";
import type { Json } from "../../util/json.ts";

/** All rows of a result. Values as JSON, as in `AnswerTable`: integers beyond 2^53 and binary content are strings. */
export interface WholeTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
  /** Number of all rows, where these are only the first of them. */
  readonly total?: number;
}

/** The results that a source may name, by their names: `Q1`. */
export type Tables = ReadonlyMap<string, WholeTable>;

const NEW_LINE = 10;
/** Rows that are read before others get their turn. */
const ROWS_AT_ONCE = 5000;

/** All rows of an answer, as far as they are kept: those in the answer itself where the artifact with all of them is gone. */
export async function loadTable(
  { columns, rows, total, full }: AnswerTable,
  { artifacts, principal }: { readonly artifacts: ArtifactStore; readonly principal: Principal },
  signal: AbortSignal,
): Promise<WholeTable> {
  const kept = full === undefined ? undefined : await artifacts.get(full.sha256, principal).catch(missing);
  const all = kept === undefined ? rows : await rowsOf(kept, signal);
  return { columns, rows: all, ...(total > all.length ? { total } : {}) };
}

function missing(error: unknown): undefined {
  if (!FuxiError.isInstance(error) || error.code !== "artifact-missing") throw error;
}

/** The lines of the artifact, each a row as JSON. */
async function rowsOf(content: Uint8Array, signal: AbortSignal): Promise<readonly (readonly Json[])[]> {
  const decoder = new TextDecoder();
  const rows: (readonly Json[])[] = [];
  for (let from = 0; from < content.length; ) {
    const found = content.indexOf(NEW_LINE, from);
    const to = found < 0 ? content.length : found;
    const row: Json = to > from ? JSON.parse(decoder.decode(content.subarray(from, to))) : [];
    if (!Array.isArray(row)) throw new FuxiError("internal", "A kept result has a line that is no row.");
    if (to > from) rows.push(row);
    from = to + 1;
    if (rows.length % ROWS_AT_ONCE !== 0) continue;
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
  return rows;
}

/** A cell as figures are computed from it; booleans and nested values count as their JSON text. */
export type CellValue = number | string | null;

/** A column, read as a whole. */
export interface ColumnValues {
  readonly kind: ColumnProfile["kind"];
  readonly values: readonly CellValue[];
}

export const isNumber = (value: CellValue): value is number => typeof value === "number";

/** Without the noise of floating point behind the digits that it can hold: 0.1 + 0.2 is 0.3. */
export const withoutNoise = (value: number): number => Number(value.toPrecision(15));

export const sumOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0);

/** The same for equal values, and different for the number 5 and the text "5". */
export const cellKey = (value: Exclude<CellValue, null>): string =>
  `${typeof value === "string" ? "t" : "n"}${value}`;

const ISO_DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

const known = new WeakMap<WholeTable, Map<number, ColumnValues>>();

/** How numbers in a text are written, with a decimal point or comma. A leading zero is a code's or a telephone number's. */
const STYLES = [
  {
    form: /^[+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:[,\s'’]\d{3}){1,4})(?:\.\d+)?$/u,
    between: /[,\s'’]/gu,
    point: ".",
  },
  {
    form: /^[+-]?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:[.\s'’]\d{3}){1,4})(?:,\d+)?$/u,
    between: /[.\s'’]/gu,
    point: ",",
  },
];

/**
 * The values of a column, each read once for a table. Text counts as numbers where all of a column's texts are numbers of one style
 * (`12.50`, `1,204`, `1 204 500`; else `12,50`, `1.204,50`); what fits both (`1,204`) is read with a decimal point. Texts with a leading zero
 * (codes, telephones) stay texts, as do dates.
 */
export function columnValues(table: WholeTable, column: number): ColumnValues {
  const columns = known.get(table) ?? new Map<number, ColumnValues>();
  known.set(table, columns);
  const values = columns.get(column) ?? valuesOf(table.rows.map((row) => row[column] ?? null));
  columns.set(column, values);
  return values;
}

function valuesOf(cells: readonly Json[]): ColumnValues {
  const style = STYLES.find(({ form }) => cells.every((cell) => typeof cell !== "string" || form.test(cell)));
  const values = cells.map((cell): CellValue => {
    if (cell === null || typeof cell === "number") return cell;
    if (typeof cell !== "string") return JSON.stringify(cell);
    return style === undefined ? cell : Number(cell.replace(style.between, "").replace(style.point, "."));
  });
  return { kind: kindOf(values), values };
}

function kindOf(values: readonly CellValue[]): ColumnValues["kind"] {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0) return "empty";
  const texts = filled.filter((value) => typeof value === "string");
  if (texts.length === 0) return "number";
  if (texts.length < filled.length) return "mixed";
  return texts.every((text) => ISO_DATE.test(text)) ? "date" : "text";
}

const MOST_COMMON = 3;
/** Of a text that is shown. */
const LONGEST_TEXT = 100;

/**
 * What a table holds at large, column by column. Takes as long as the rows are many (but for one sort), and memory for one column at a time; `turn`
 * lets others work between two columns.
 */
export async function profileTable(
  name: string,
  table: WholeTable,
  turn: () => Promise<void> = async () => {},
): Promise<TableProfile> {
  const columns: ColumnProfile[] = [];
  for (const [at, column] of table.columns.entries()) {
    columns.push(columnProfile(column, columnValues(table, at)));
    await turn();
  }
  return { name, total: table.total ?? table.rows.length, columns };
}

function columnProfile(name: string, { kind, values }: ColumnValues): ColumnProfile {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value === null) continue;
    const key = cellKey(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const nulls = values.filter((value) => value === null).length;
  const common = { name, kind, nulls, distinct: counts.size };
  if (kind === "number") return { ...common, ...numberFacts(values.filter(isNumber).sort((a, b) => a - b)) };
  if (kind === "date") {
    // ISO texts stand in the order of their dates.
    const dates = [...counts.keys()].map((key) => key.slice(1)).sort();
    return { ...common, smallest: dates[0] ?? "", largest: dates.at(-1) ?? "" };
  }
  const frequent = kind === "text" ? mostCommon(counts) : [];
  return frequent.length === 0 ? common : { ...common, common: frequent };
}

function numberFacts(sorted: readonly number[]): Partial<ColumnProfile> {
  const [smallest, largest, median] = [sorted[0], sorted.at(-1), medianOf(sorted)];
  if (smallest === undefined || largest === undefined || median === undefined) return {};
  const sum = sumOf(sorted);
  const mean = withoutNoise(sum / sorted.length);
  return { smallest, largest, sum: withoutNoise(sum), mean, median: withoutNoise(median) };
}

/** The middle of sorted numbers, or the mean of the two in the middle. */
export function medianOf(sorted: readonly number[]): number | undefined {
  const middle = Math.floor(sorted.length / 2);
  const [lower, upper] = [sorted[middle - 1], sorted[middle]];
  return upper === undefined || lower === undefined || sorted.length % 2 === 1 ? upper : (lower + upper) / 2;
}

/** Those that stand there more than once, the most frequent first. */
function mostCommon(counts: ReadonlyMap<string, number>): NonNullable<ColumnProfile["common"]> {
  const repeated = [...counts].filter(([, count]) => count > 1).sort(([, a], [, b]) => b - a);
  return repeated.slice(0, MOST_COMMON).map(([key, count]) => {
    const value = key.slice(1);
    return { value: value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)}…` : value, count };
  });
}
