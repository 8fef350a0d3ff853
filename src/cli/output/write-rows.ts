import type { Row as SheetRow } from "write-excel-file/node";
import type { Json } from "../../util/json.ts";
import type { CliIo } from "../cli-io.ts";
import type { OutputOptions } from "./output-form.ts";
import type { ResultRows, Row } from "./result-rows.ts";
import { cellText, columnsOf, markdownTable } from "./text-tables.ts";
import { deliver } from "./write-whole-file.ts";

const DAY = /^(\d{4})-(\d\d)-(\d\d)$/u;
const TIME = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?$/u;
/** Dates before this one are off by a day in Excel, which counts 29 February 1900. */
const FIRST = Date.UTC(1900, 2, 1);

/**
 * Parses a date, or a date and time without zone, as UTC. Undefined for other texts, and for times that a spreadsheet would
 * change: before March 1900, or finer than milliseconds.
 */
function dateOf(value: Json | undefined): { readonly at: Date; readonly hasTime: boolean } | undefined {
  if (typeof value !== "string") return undefined;
  const found = DAY.exec(value) ?? TIME.exec(value);
  if (found === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const at = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Number((found[7] ?? "").padEnd(3, "0"))),
  );
  const exists =
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day &&
    at.getUTCHours() === hour &&
    minute < 60 &&
    second < 60;
  return exists && at.getTime() >= FIRST ? { at, hasTime: found[4] !== undefined } : undefined;
}

/** Maximum rows of a sheet, including the row of names. */
export const MOST_SHEET_ROWS = 1_048_576;
const MOST_SHEET_COLUMNS = 16_384;
const MOST_CELL_UNITS = 32_767;
/** Excel stores 15 digits of an integer; further ones would become zeros. */
const MOST_EXACT = 999_999_999_999_999;

interface Workbook {
  readonly content: Uint8Array;
  readonly rows: number;
  /** Data that did not fit into the sheet, one sentence each. */
  readonly losses: readonly string[];
}

/**
 * One sheet with the column names in bold on top. Numbers, booleans and dates keep their type. Integers of more than 15 digits, decimals as exact text,
 * and other texts become text cells, never formulas. The whole sheet is in memory until it is written.
 */
export async function workbook(result: ResultRows): Promise<Workbook> {
  const columns = result.columns.slice(0, MOST_SHEET_COLUMNS);
  const dates = columnsOf(result, (value) => dateOf(value) !== undefined);
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

/** Escapes characters that XML cannot contain, and texts that look like such an escape, as Excel does: `_x0008_`. */
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

interface CsvOptions {
  /** Whether to begin with a byte order mark, by which Excel recognises UTF-8. */
  readonly bom?: boolean;
  /** Whether to put an apostrophe before texts that a spreadsheet would take for a formula. Plain numbers keep their sign. */
  readonly safeCells?: boolean;
}

const FORMULA = /^[=+\-@\t\r]/u;
const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/u;

/** RFC 4180 in UTF-8: CRLF ends each row, NULL is an empty field, and an empty text is `""`. */
export function* csv(
  { columns, rows }: ResultRows,
  { bom = false, safeCells = false }: CsvOptions = {},
): Generator<string> {
  const field = (value: Json | undefined): string => {
    const exact = cellText(value);
    const unsafe = safeCells && typeof value === "string" && FORMULA.test(exact) && !NUMBER.test(exact);
    const text = unsafe ? `'${exact}` : exact;
    return value === "" || /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  // Many readers skip an empty line, so a row of one empty field is written as `""`.
  const line = (cells: readonly (Json | undefined)[]): string => `${cells.map(field).join(",") || '""'}\r\n`;
  yield `${bom ? "\ufeff" : ""}${line(columns)}`;
  for (const row of rows) yield line(columns.map((_, at) => row[at]));
}

/** Writes only the rows. False if data is missing, because it was not stored or does not fit the form; stderr says what. */
export async function writeRows(
  result: ResultRows,
  form: "csv" | "xlsx" | "md",
  options: OutputOptions & { readonly quiet?: boolean },
  io: CliIo,
): Promise<boolean> {
  if (form !== "xlsx") {
    await deliver(form === "csv" ? csv(result, options) : markdownTable(result), options.out, io);
    return told(result, result.count, [], options, io);
  }
  const made = await workbook(result);
  await deliver([made.content], options.out, io);
  return told(result, made.rows, made.losses, options, io);
}

/** Describes how many rows were written, and how many not. */
export function told(
  { count, total }: Pick<ResultRows, "count" | "total">,
  written: number,
  losses: readonly string[],
  { out, quiet }: { readonly out?: string; readonly quiet?: boolean },
  io: CliIo,
): boolean {
  const missing = [
    ...(count < total
      ? [
          `The result has ${number(total)} rows, of which these are the first ${number(count)}: no more were kept. For all, narrow it, or run its query where they fit.`,
        ]
      : []),
    ...losses,
  ];
  if (out !== undefined && out !== "-" && (quiet !== true || missing.length > 0)) {
    const rows =
      written < total
        ? `${number(written)} of ${number(total)} rows`
        : `${number(written)} ${written === 1 ? "row" : "rows"}`;
    io.err(`${io.colors.dim(`Wrote ${rows} to ${out}`)}\n`);
  }
  for (const each of missing) io.err(`${io.colors.yellow("warning:")} ${each}\n`);
  return missing.length === 0;
}

function number(value: number): string {
  return value.toLocaleString("en");
}
