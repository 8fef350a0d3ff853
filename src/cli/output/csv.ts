import type { Json } from "../../util/json.ts";
import { cellText } from "./cell-text.ts";
import type { ResultRows } from "./result-rows.ts";

export interface CsvOptions {
  /** A byte order mark first, by which Excel knows UTF-8. */
  readonly bom?: boolean;
  /** Texts that a spreadsheet would take for a formula get an apostrophe in front; plain numbers keep their sign. */
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
  // A line of nothing would be no row for many readers.
  const line = (cells: readonly (Json | undefined)[]): string => `${cells.map(field).join(",") || '""'}\r\n`;
  yield `${bom ? "\ufeff" : ""}${line(columns)}`;
  for (const row of rows) yield line(columns.map((_, at) => row[at]));
}
