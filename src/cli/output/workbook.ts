import type { Row as SheetRow } from "write-excel-file/node";
import type { Json } from "../../util/json.ts";
import { cellText } from "./cell-text.ts";
import { dateColumns, dateOf } from "./date-columns.ts";
import type { ResultRows, Row } from "./result-rows.ts";

/** What a sheet holds at most, its first row with the names included. */
export const MOST_SHEET_ROWS = 1_048_576;
const MOST_SHEET_COLUMNS = 16_384;
const MOST_CELL_UNITS = 32_767;
/** Excel shows and keeps 15 digits of an integer; the others would become zeros. */
const MOST_EXACT = 999_999_999_999_999;

export interface Workbook {
  readonly content: Uint8Array;
  readonly rows: number;
  /** What a sheet could not hold, one sentence each. */
  readonly losses: readonly string[];
}

/**
 * One sheet with the names in bold on top. Numbers, booleans and dates are such; integers of more than 15 digits, decimals that are exact text, and
 * all other texts are text cells, never formulas. The whole sheet is in memory until it is written.
 */
export async function workbook(result: ResultRows): Promise<Workbook> {
  const columns = result.columns.slice(0, MOST_SHEET_COLUMNS);
  const dates = dateColumns(result);
  let cut = 0;
  const text = (value: string) => {
    if (value.length > MOST_CELL_UNITS) cut += 1;
    return { type: String, value: sheetText(value.slice(0, MOST_CELL_UNITS)) } as const;
  };
  const cell = (value: Json | undefined, at: number) => {
    if (value === null || value === undefined) return null;
    const date = dates.has(at) ? dateOf(value) : undefined;
    if (date)
      return {
        type: Date,
        value: date.at,
        format: date.hasTime ? "yyyy-mm-dd hh:mm:ss" : "yyyy-mm-dd",
      } as const;
    if (typeof value === "boolean") return { type: Boolean, value } as const;
    if (typeof value === "number" && (!Number.isSafeInteger(value) || Math.abs(value) <= MOST_EXACT))
      return { type: Number, value } as const;
    return text(cellText(value));
  };
  const sheet: SheetRow[] = [columns.map((name) => ({ ...text(name), fontWeight: "bold" }) as const)];
  for (const row of result.rows) {
    if (sheet.length === MOST_SHEET_ROWS) break;
    sheet.push(columns.map((_, at) => cell(row[at], at)));
  }
  const rows = sheet.length - 1;
  const { default: writeXlsxFile } = await import("write-excel-file/node");
  const content = await writeXlsxFile(sheet, {
    sheet: "Answer",
    stickyRowsCount: 1,
    columns: widths(columns, result.rows),
  }).toBuffer();
  return { content, rows, losses: losses(result, rows, cut) };
}

function losses({ columns, count }: ResultRows, rows: number, cut: number): readonly string[] {
  const number = (value: number): string => value.toLocaleString("en");
  return [
    ...(rows < count
      ? [`A sheet holds ${number(MOST_SHEET_ROWS)} rows: ${number(count - rows)} are left out.`]
      : []),
    ...(columns.length > MOST_SHEET_COLUMNS
      ? [
          `A sheet holds ${number(MOST_SHEET_COLUMNS)} columns: ${number(columns.length - MOST_SHEET_COLUMNS)} are left out.`,
        ]
      : []),
    ...(cut > 0 ? [`A cell holds ${number(MOST_CELL_UNITS)} characters: ${number(cut)} cells are cut.`] : []),
  ];
}

/** What XML cannot hold, and what reads like that, as Excel writes it: `_x0008_`. */
function sheetText(value: string): string {
  return value
    .toWellFormed()
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/gu, "_x005F_")
    .replace(
      /(?![\t\n])[\p{Cc}\ufdd0-\ufdef\ufffd-\uffff]/gu,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`,
    );
}

const MEASURED_ROWS = 200;
const WIDEST = 60;

function widths(columns: readonly string[], rows: Iterable<Row>) {
  const widest = columns.map((name) => name.length);
  let measured = 0;
  for (const row of rows) {
    columns.forEach((_, at) => {
      widest[at] = Math.max(widest[at] ?? 0, cellText(row[at]).length);
    });
    measured += 1;
    if (measured === MEASURED_ROWS) break;
  }
  return widest.map((width) => ({ width: Math.min(WIDEST, Math.max(8, width + 2)) }));
}
