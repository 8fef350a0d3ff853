import type { Json } from "../../../util/json.ts";
import { readCsv } from "../../../util/read-csv.ts";

/**
 * Rows of a CSV text as objects by its first row (RFC 4180; separators `,`, `;`, tab and `|`). A column in which every cell is a number as JSON
 * writes it becomes numbers, with empty cells as null; all else stays text.
 */
export function parseCsv(text: string): readonly Json[] {
  const records = readCsv(text, separatorOf(text));
  const width = records.reduce((most, record) => Math.max(most, record.length), 0);
  const headed = records[0]?.some((cell) => cell !== "" && !isNumber(cell)) === true;
  const names = columnNames(headed ? (records[0] as readonly string[]) : [], width);
  const rows = headed ? records.slice(1) : records;
  const numeric = names.map(
    (_, column) =>
      rows.some((row) => (row[column] ?? "") !== "") &&
      rows.every((row) => (row[column] ?? "") === "" || isNumber(row[column] as string)),
  );
  return rows.map((row) =>
    Object.fromEntries(
      row.map((cell, column) => [
        names[column] as string,
        numeric[column] ? (cell === "" ? null : Number(cell)) : cell,
      ]),
    ),
  );
}

function isNumber(cell: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(cell);
}

function separatorOf(text: string): string {
  const line = text.slice(0, 10_000).split(/\r?\n/, 1)[0] ?? "";
  const bare = line.replace(/"(?:[^"]|"")*"/g, "");
  const count = (separator: string) => bare.split(separator).length;
  return [",", ";", "\t", "|"].reduce((best, each) => (count(each) > count(best) ? each : best));
}

function columnNames(header: readonly string[], width: number): readonly string[] {
  const names: string[] = [];
  const taken = new Set<string>();
  for (let i = 0; i < width; i++) {
    const base = header[i]?.trim() || `column_${i + 1}`;
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    taken.add(name);
    names.push(name);
  }
  return names;
}
