import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import type { SqlDialect } from "../sql/sql-dialect.ts";
import { type DateFormReport, dateFormOf } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { BaseColumn } from "./query-scope.ts";

/** Kinds of values in a column, from a sample that mostly holds all its distinct values. */
export interface ColumnProfile {
  readonly sample: CellSample;
  /** Share of the distinct cells, without empty ones and those such as `n/a`, that are plain numbers (`-12.5`), 0 to 1. */
  readonly plainNumbers: number;
  /** Share of numbers with thousands separators, currency and percent signs allowed (`$1,200.50`, `12 %`), 0 to 1. */
  readonly writtenNumbers: number;
  readonly dateForm?: DateFormReport;
}

const PLAIN_NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/u;
const WRITTEN_NUMBER = /^[\s$€£¥+-]*\d[\d\s,.']*\s*[%€$£¥]?\s*$/u;

/** Texts written in place of a missing value. */
const PLACEHOLDER = /^\s*(n\/?a|null|none|nil|nan|unknown|[-–—?.]+)\s*$/iu;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

export function isPlainNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/** True for numbers with or without separators. `28.12.2021` matches the pattern too, but is a date. */
export function isWrittenNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text) || (WRITTEN_NUMBER.test(text) && readDate(text).length === 0);
}

export async function profileColumn(
  services: DatabaseServices,
  base: BaseColumn,
  ask: Ask,
): Promise<ColumnProfile | undefined> {
  const table = qualifiedTable(services, base.table);
  const sample = await sampleCells(services.driver.dialect, table, base.column.name, ask);
  if (!sample) return undefined;
  const cells = sample.cells.filter((cell) => cell.text.trim() !== "");
  const filled = cells.filter((cell) => !isPlaceholder(cell.text));
  const share = (test: (text: string) => boolean) =>
    filled.length === 0 ? 0 : filled.filter((cell) => test(cell.text)).length / filled.length;
  const dateForm = dateFormOf(services, base.column, sample);
  return {
    sample,
    plainNumbers: share(isPlainNumber),
    writtenNumbers: share(isWrittenNumber),
    ...(dateForm ? { dateForm } : {}),
  };
}

/** The date form of a column, sampled outside a clause check. Each statement may take a third of the action's time. */
export async function detectDateForm(
  services: DatabaseServices,
  base: BaseColumn,
  { limits, signal }: ActContext,
): Promise<DateFormReport | undefined> {
  const bounds = { milliseconds: limits.milliseconds / 3, signal };
  const ask: Ask = (sql, parameters = [], maxRows = 100) =>
    services.driver.query(sql, parameters, { ...bounds, maxRows });
  return (await profileColumn(services, base, ask))?.dateForm;
}

export interface SampledCell {
  readonly text: string;
  readonly count: number;
}

export interface CellSample {
  /** Distinct cells as text, NULL left out, most frequent first. */
  readonly cells: readonly SampledCell[];
  /** True when `cells` holds all distinct values of the column. */
  readonly complete: boolean;
}

const MOST_VALUES = 2000;

export type Ask = (
  sql: string,
  parameters?: readonly SqlValue[],
  maxRows?: number,
) => Promise<StatementResult | undefined>;

/**
 * Cells of a column: all distinct ones when there are at most 2,000, else as many from each end of the order and from the first rows, so that
 * neither the smallest values nor the oldest rows stand for the rest. Undefined where `ask` has no answer.
 */
async function sampleCells(
  dialect: SqlDialect,
  table: string,
  column: string,
  ask: Ask,
): Promise<CellSample | undefined> {
  const name = dialect.identifier(column);
  const counted = `SELECT ${name}, COUNT(*) FROM ${table} WHERE ${name} IS NOT NULL GROUP BY ${name}`;
  const low = await ask(`${counted} ORDER BY ${name} LIMIT ${MOST_VALUES + 1}`, [], MOST_VALUES);
  if (!low) return undefined;
  const results = [low.rows];
  if (low.truncated) {
    const high = await ask(`${counted} ORDER BY ${name} DESC LIMIT ${MOST_VALUES}`, [], MOST_VALUES);
    const first = await ask(
      `SELECT ${name} FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${MOST_VALUES}`,
      [],
      MOST_VALUES,
    );
    results.push(high?.rows ?? [], first?.rows ?? []);
  }
  const counts = new Map<string, number>();
  for (const [value = null, count] of results.flat()) {
    const text = cellText(value);
    if (text !== undefined && !counts.has(text)) counts.set(text, Number(count ?? 1));
  }
  const cells = [...counts].map(([text, count]) => ({ text, count })).sort((a, b) => b.count - a.count);
  return { cells, complete: !low.truncated };
}

/** The cell as the text a person would type for it; undefined for NULL and binary content. */
export function cellText(value: SqlValue): string | undefined {
  return value === null || value instanceof Uint8Array ? undefined : String(value);
}
