/** How delimited text is written. */
export interface CsvForm {
  /** One character; empty for a text of one column. */
  readonly delimiter: string;
  /** `"` or `'`; empty if quotes are ordinary characters. */
  readonly quote: string;
  /** Whether `\"` stands for a quote inside quotes. */
  readonly backslash: boolean;
}

/** Cells of one record. */
export interface CsvRecord {
  readonly cells: readonly string[];
  /** The line that it begins in, the first being 1. */
  readonly line: number;
}

/** Rows of a CSV text (RFC 4180), with quotes and line breaks inside them. An unclosed quote runs to the end; empty lines are left out. */
export function readCsv(text: string, delimiter = ","): readonly (readonly string[])[] {
  return csvRecords(text, { delimiter, quote: '"', backslash: false }).map(({ cells }) => cells);
}

/** Records, without empty lines. Text between a closing quote and the delimiter is invalid, but kept. */
export function csvRecords(
  text: string,
  { delimiter, quote, backslash }: CsvForm,
  most = Number.POSITIVE_INFINITY,
): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  let line = 1;
  const open = new RegExp(` *${quote}`, "uy");
  for (let at = 0; at < text.length && records.length < most; ) {
    const cells: string[] = [];
    const start = at;
    for (let isOpen = true; isOpen; ) {
      let cell = "";
      open.lastIndex = at;
      const isQuoted = quote !== "" && open.test(text);
      if (isQuoted) {
        at = open.lastIndex;
        while (at < text.length && (text[at] !== quote || text[at + 1] === quote)) {
          if (text[at] === quote || (backslash && text[at] === "\\" && text[at + 1] === quote)) at++;
          cell += text[at++];
        }
        at++;
      }
      const rest = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
      cells.push(isQuoted ? cell + text.slice(rest, at).trimEnd() : text.slice(rest, at));
      isOpen = delimiter !== "" && text[at] === delimiter;
      if (isOpen) at++;
    }
    if (at > start) records.push({ cells, line });
    if (text[at] === "\r" && text[at + 1] === "\n") at++;
    at++;
    line += text.slice(start, at).split(/\r\n?|\n/u).length - 1;
  }
  return records;
}
