import { type FileHandle, open } from "node:fs/promises";
import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../../util/import-optional.ts";
import { mostFrequentWidth } from "./detect-delimiting.ts";
import { detectHeader } from "./detect-header.ts";
import { rowShaper } from "./row-shaper.ts";
import type { SourceRow } from "./staging-table.ts";
import { columnNames, namesSaid, type TabularSource } from "./tabular-source.ts";

const END = Buffer.from("PK\u0005\u0006");
const ENTRY = Buffer.from("PK\u0001\u0002");
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY_BYTES = 46;
/** Stands where a size does not fit into 32 bits. */
const ELSEWHERE = 0xffff_ffff;

/**
 * Bytes of XML in a workbook, unpacked, by what the directory of its archive says: nothing is unpacked for it. Pictures and the like do not
 * count, as they are not read. Undefined where there is no such directory.
 */
async function workbookBytes(path: string): Promise<number | undefined> {
  const file = await open(path, "r");
  try {
    const directory = await directoryOf(file);
    return directory && sizes(directory).reduce((sum, size) => sum + size, 0);
  } finally {
    await file.close();
  }
}

async function directoryOf(file: FileHandle): Promise<Buffer | undefined> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - END_BYTES - LONGEST_COMMENT), size);
  const end = tail.lastIndexOf(END);
  if (end < 0 || end + END_BYTES > tail.length) return undefined;
  const from = tail.readUInt32LE(end + 16);
  return from > size ? undefined : bytesAt(file, from, Math.min(size, from + tail.readUInt32LE(end + 12)));
}

function sizes(directory: Buffer): readonly number[] {
  const found: number[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.subarray(at, at + 4).equals(ENTRY)) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const rest = directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    const extra = at + ENTRY_BYTES + nameBytes;
    const name = directory.toString("utf8", at + ENTRY_BYTES, extra);
    const size = directory.readUInt32LE(at + 24);
    if (/\.xml(?:\.rels)?$/iu.test(name)) {
      // Of the long sizes, the unpacked one is the first of its block.
      const isLong =
        size === ELSEWHERE && extra + 12 <= directory.length && directory.readUInt16LE(extra) === 1;
      found.push(isLong ? Number(directory.readBigUInt64LE(extra + 4)) : size);
    }
    at = extra + rest;
  }
  return found;
}

async function bytesAt(file: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, to - from));
  const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}

export interface Sheet {
  readonly name: string;
  readonly source: TabularSource;
}

const SAMPLE_ROWS = 300;
const DAY_MS = 86_400_000;
/**
 * XML that is read at most, unpacked, in bytes. The reader holds all of it, and every cell, at once: this much takes up to 1.2 GB of memory, and
 * 600 bytes a row (10 columns of texts) make it 250,000 rows.
 */
const MOST_XML = 150_000_000;

/**
 * The sheets of an Excel file that are not empty. Formulas have the values that were saved with them; of merged cells only the first has its
 * value.
 * @param mostXml bytes of XML that are read at most, unpacked
 * @throws FuxiError `target-corrupt` where it is no such file, `target-not-supported` where it is larger than can be read, `dependency-missing`
 */
export async function openSheets(path: string, mostXml: number = MOST_XML): Promise<readonly Sheet[]> {
  const bytes = await workbookBytes(path);
  if (bytes !== undefined && bytes > mostXml) {
    throw new FuxiError(
      "target-not-supported",
      `The workbook holds ${megabytes(bytes)} MB of cells, unpacked; a workbook is read whole, and up to ${megabytes(mostXml)} MB.`,
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
  return sheets.flatMap(({ sheet, data }) => {
    const rows = data.map((row) => row.map(cellText));
    return rows.some(isFilled) ? [{ name: sheet, source: sheetSource(rows) }] : [];
  });
}

/** Rounded up, so that what is refused is never said to be as large as what is allowed. */
function megabytes(bytes: number): string {
  const digits = bytes < 1e7 ? 3 : 1;
  return (Math.ceil(bytes / 10 ** (6 - digits)) / 10 ** digits).toLocaleString("en-US", {
    maximumFractionDigits: digits,
  });
}

function isFilled(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== "");
}

function sheetSource(rows: readonly (readonly string[])[]): TabularSource {
  const filled = rows.flatMap((row, at) => (isFilled(row) ? [{ at, cells: withoutEnd(row) }] : []));
  const head = filled.slice(0, SAMPLE_ROWS).map(({ cells }) => cells);
  // Rows of a sheet end where their last cell is: the widest of those that are usual counts.
  const width = Math.max(mostFrequentWidth(head).width, ...head.slice(1).map((row) => row.length));
  const padded = head.map((row) => [...row, ...new Array(Math.max(0, width - row.length)).fill("")]);
  const place = detectHeader(padded, width);
  const names = columnNames(place.names, width);
  const shaper = rowShaper(names.length, ", ", { padded: true });
  async function* batches(): AsyncGenerator<readonly SourceRow[]> {
    yield filled.slice(place.dataAt).flatMap(({ at, cells }) => shaper.shape(at + 1, cells) ?? []);
  }
  const nameAt = place.from ?? place.at ?? place.dataAt;
  const title = head
    .slice(0, nameAt)
    .flat()
    .filter((cell) => cell.trim() !== "");
  return {
    names,
    batches: batches(),
    outcome: () => ({
      hasExtra: shaper.hasExtra(),
      reading: [
        namesSaid(filled.slice(nameAt, place.dataAt).map(({ at }) => at + 1)),
        ...(title.length === 0 ? [] : [`title "${title.join(" ").slice(0, 200)}"`]),
      ],
      doubts: shaper.doubts(),
    }),
  };
}

function withoutEnd(row: readonly string[]): readonly string[] {
  return row.slice(0, row.findLastIndex((cell) => cell.trim() !== "") + 1);
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dateText(cell);
  return String(cell);
}

/** Excel counts days as fractions: what is less than half a second off is whole. */
function dateText(date: Date): string {
  const whole = Math.round(date.getTime() / 1000) * 1000;
  const ms = Math.abs(whole - date.getTime()) < 20 ? whole : Math.round(date.getTime());
  if (Number.isNaN(ms)) return "";
  const text = new Date(ms).toISOString();
  const [day = "", rest = ""] = text.split("T");
  if (day < "1900-01-01") return clock(rest);
  return ms % DAY_MS === 0 ? day : `${day} ${clock(rest)}`;
}

function clock(text: string): string {
  return text.replace(/(?:\.000)?Z$/u, "");
}
