/** Rows of a CSV text (RFC 4180), with quotes and line breaks inside them. An unclosed quote runs to the end; empty lines are left out. */
export function readCsv(text: string, separator = ","): readonly (readonly string[])[] {
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
