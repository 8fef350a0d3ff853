import { FuxiError } from "../../../../../errors/fuxi-error.ts";
import { importOptional } from "../../../../../util/import-optional.ts";
import { mostFrequentWidth } from "./detect-delimiting.ts";
import { detectHeader } from "./detect-header.ts";
import { rowShaper } from "./row-shaper.ts";
import type { SourceRow } from "./staging-table.ts";
import { columnNames, type TabularSource } from "./tabular-source.ts";

export interface Sheet {
  readonly name: string;
  readonly source: TabularSource;
}

const SAMPLE_ROWS = 300;
const DAY_MS = 86_400_000;

/**
 * The sheets of an Excel file that are not empty. Formulas have the values that were saved with them; of merged cells only the first has its
 * value.
 * @throws FuxiError `target-corrupt` where it is no such file, `dependency-missing`
 */
export async function openSheets(path: string): Promise<readonly Sheet[]> {
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
  const names = columnNames(place.at === undefined ? undefined : padded[place.at], width);
  const shaper = rowShaper(names.length, ", ", { padded: true });
  async function* batches(): AsyncGenerator<readonly SourceRow[]> {
    yield filled.slice(place.dataAt).flatMap(({ at, cells }) => shaper.shape(at + 1, cells) ?? []);
  }
  const title = head
    .slice(0, place.at ?? place.dataAt)
    .flat()
    .filter((cell) => cell.trim() !== "");
  const headerRow = place.at === undefined ? undefined : filled[place.at];
  return {
    names,
    batches: batches(),
    outcome: () => ({
      hasExtra: shaper.hasExtra(),
      reading: [
        headerRow === undefined ? "no row of names" : `names in row ${headerRow.at + 1}`,
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
