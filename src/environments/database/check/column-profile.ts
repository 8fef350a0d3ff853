import type { ActContext } from "../../../environment/act-context.ts";
import type { DatabaseServices } from "../database-services.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { type DateFormReport, dateFormOf } from "./date-form.ts";
import { readDate } from "./date-pattern.ts";
import type { BaseColumn } from "./query-scope.ts";
import { type Ask, type CellSample, sampleCells } from "./sample-cells.ts";

/** What a column's cells look like, from a sample that is mostly complete. */
export interface ColumnProfile {
  readonly sample: CellSample;
  /** Share of the distinct cells, without empty ones and those such as `n/a`, that are plain numbers (`-12.5`), 0 to 1. */
  readonly plainNumbers: number;
  /** The same with thousands separators, currency and percent signs allowed (`$1,200.50`, `12 %`). */
  readonly writtenNumbers: number;
  readonly dateForm?: DateFormReport;
}

const PLAIN_NUMBER = /^\s*[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?\s*$/u;
const WRITTEN_NUMBER = /^[\s$€£¥+-]*\d[\d\s,.']*\s*[%€$£¥]?\s*$/u;

/** What is written where a value is missing. */
const PLACEHOLDER = /^\s*(n\/?a|null|none|nil|nan|unknown|[-–—?.]+)\s*$/iu;

export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

export function isPlainNumber(text: string): boolean {
  return PLAIN_NUMBER.test(text);
}

/** `28.12.2021` has the letters of a number and is a day. */
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

/** How a column writes its dates, asked of the engine in an action of its own. */
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
