import { readFile, writeFile } from "node:fs/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../../util/import-optional.ts";
import { type DelimitedText, LAST_LINE } from "./delimited-table.ts";
import type { Loader } from "./loader.ts";

const ENTRY = Buffer.from("PK\u0001\u0002");
const ENTRY_BYTES = 46;
const DAY_MS = 86_400_000;
/**
 * Limit of unpacked XML in bytes. The reader holds all of it, and every cell, at once: this limit means up to 1.2 GB of memory and, at 600 bytes a
 * row (10 columns of texts), 250,000 rows.
 */
const MOST_XML = 150_000_000;

export interface Sheet {
  readonly name: string;
  readonly text: DelimitedText;
}

/**
 * The non-empty sheets of an Excel file, each as delimited text. Formulas give their saved values; of merged cells only the first has the value.
 * @throws FuxiError `target-corrupt` for other files, `target-not-supported` for too large ones, `dependency-missing`
 */
export async function readSheets(loader: Loader, path: string, prefix: string): Promise<readonly Sheet[]> {
  const bytes = xmlBytes(await readFile(path));
  if (bytes > MOST_XML) {
    throw new FuxiError(
      "target-not-supported",
      `The workbook holds ${megabytes(bytes)} MB of cells, unpacked; a workbook is read whole, and up to ${megabytes(MOST_XML)} MB.`,
      {
        hint: "Save the sheet as CSV in the program that made it, or export Parquet: those are read piece by piece, whatever their size.",
      },
    );
  }
  const { default: readWorkbook } = await importOptional<typeof import("read-excel-file/node")>(
    "read-excel-file/node",
    "to open Excel files",
  );
  let sheets: Awaited<ReturnType<typeof readWorkbook>>;
  try {
    sheets = await readWorkbook(path, { trim: false });
  } catch (cause) {
    throw new FuxiError("target-corrupt", "The file is no Excel workbook that can be read.", {
      hint: "Open it in a spreadsheet program and save it as .xlsx without a password, or as CSV.",
      cause,
    });
  }
  const filled: Sheet[] = [];
  for (const [at, { sheet: name, data }] of sheets.entries()) {
    const rows = data.map((row) => row.map(cellText));
    const width = rows.reduce(
      (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== "") + 1),
      0,
    );
    if (width === 0) continue;
    const lines = rows.map((row) => (row.every((cell) => cell.trim() === "") ? "" : lineOf(row, width)));
    const copy = `${loader.folder}/${prefix}_${at}.csv`;
    const head = lines.join("\n");
    await writeFile(copy, `${head}${LAST_LINE}`, { mode: 0o600 });
    filled.push({ name, text: { path: copy, head, how: { delimiter: ",", quote: '"', backslash: false } } });
  }
  return filled;
}

/** Quotes every cell and pads the row to `width`: sheets omit empty cells at the end of a row. */
function lineOf(row: readonly string[], width: number): string {
  return Array.from({ length: width }, (_, at) => `"${(row[at] ?? "").replaceAll('"', '""')}"`).join(",");
}

/** Unpacked bytes of a workbook's XML, by its archive's directory. Pictures and the like do not count, as they are not read. */
function xmlBytes(file: Buffer): number {
  let sum = 0;
  for (
    let at = file.indexOf(ENTRY);
    at >= 0 && at + ENTRY_BYTES <= file.length;
    at = file.indexOf(ENTRY, at + 1)
  ) {
    const name = file.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + file.readUInt16LE(at + 28));
    if (/\.xml(?:\.rels)?$/iu.test(name)) sum += file.readUInt32LE(at + 24);
  }
  return sum;
}

/** Rounded up, so that a refused size never reads like the limit. */
function megabytes(bytes: number): string {
  return Math.ceil(bytes / 1_000_000).toLocaleString("en-US");
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dateText(cell);
  // The copy is read line by line.
  return String(cell).replace(/\r\n?/gu, "\n");
}

/** Excel stores moments as fractions of a day, so they are rounded to whole seconds. */
function dateText(date: Date): string {
  const whole = Math.round(date.getTime() / 1000) * 1000;
  const ms = Math.abs(whole - date.getTime()) < 20 ? whole : Math.round(date.getTime());
  if (Number.isNaN(ms)) return "";
  const [day = "", rest = ""] = new Date(ms).toISOString().split("T");
  const clock = rest.replace(/(?:\.000)?Z$/u, "");
  if (day < "1900-01-01") return clock;
  return ms % DAY_MS === 0 ? day : `${day} ${clock}`;
}
