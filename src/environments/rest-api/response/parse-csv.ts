import type { Json } from "../../../util/json.ts";

/**
 * Rows of a CSV text as objects by its first row (RFC 4180; separators `,`, `;`, tab and `|`). A column in which every cell is a number as JSON
 * writes it becomes numbers, with empty cells as null; all else stays text.
 */
export function parseCsv(text: string): readonly Json[] {
  const records = readRecords(text, separatorOf(text));
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

function readRecords(text: string, separator: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell: string;
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end === -1) end = text.length;
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      at = end + 1;
      // What stands between a closing quote and the separator belongs to nobody, yet is not lost.
      const rest = restOfCell(text, at, separator);
      cell += rest;
      at += rest.length;
    } else {
      cell = restOfCell(text, at, separator);
      at += cell.length;
    }
    record.push(cell);
    if (text[at] === separator) {
      at++;
      if (at === text.length) record.push("");
      continue;
    }
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    if (record.length > 1 || record[0] !== "") records.push(record);
    record = [];
  }
  if (record.length > 0) records.push(record);
  return records;
}

function restOfCell(text: string, from: number, separator: string): string {
  let end = from;
  for (let next = text[end]; next !== undefined && next !== separator && next !== "\n"; next = text[end]) {
    if (next === "\r" && (text[end + 1] === "\n" || text[end + 1] === undefined)) break;
    end++;
  }
  return text.slice(from, end);
}
