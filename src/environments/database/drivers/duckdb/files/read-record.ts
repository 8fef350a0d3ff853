/** How a delimited text is written. */
export interface Delimiting {
  /** One character; empty for a text of one column. */
  readonly delimiter: string;
  /** `"` or `'`; empty for none. */
  readonly quote: string;
  /** Whether `\"` stands for a quote inside quotes. */
  readonly backslash: boolean;
  /** Whether blanks after a delimiter belong to how the text is written, not to the cells. */
  readonly spaced: boolean;
}

export interface DelimitedRecord {
  readonly cells: readonly string[];
  /** Where the next record begins. */
  readonly next: number;
  /** Whether a quoted cell goes over a line's end. */
  readonly severalLines: boolean;
  /** Quotes that stand where none may, and were kept as they are. */
  readonly strayQuotes: number;
}

/** A quote that is not closed within this many characters opened nothing. */
const LONGEST_RECORD = 16_000_000;

/**
 * Reads the record that begins at a place. A quote inside a quoted cell that nothing ends is part of the cell; a quote that is never closed is
 * an ordinary character.
 * @param complete whether the text ends with the file
 * @returns nothing where the record may go on beyond the text
 */
export function readRecord(
  text: string,
  at: number,
  how: Delimiting,
  complete: boolean,
): DelimitedRecord | undefined {
  const end = lineEnd(text, at);
  if (end === text.length && !complete)
    return tooLong(text, at) ? unquoted(text, at, end, how, 0) : undefined;
  // Whether a line feed follows a carriage return at the very end is not known yet.
  if (text[end] === "\r" && end + 1 === text.length && !complete) return undefined;
  const firstQuote = how.quote === "" ? -1 : text.indexOf(how.quote, at);
  if (firstQuote < 0 || firstQuote >= end) return unquoted(text, at, end, how, 0);
  const record = readQuoted(text, at, how, complete);
  if (record !== "unclosed") return record;
  if (!complete && !tooLong(text, at)) return undefined;
  return unquoted(text, at, end, how, 1);
}

/** The line that begins at a place, with quotes as ordinary characters. */
export function readPlainLine(text: string, at: number, how: Delimiting): DelimitedRecord {
  return unquoted(text, at, lineEnd(text, at), how, 1);
}

function tooLong(text: string, at: number): boolean {
  return text.length - at > LONGEST_RECORD;
}

function lineEnd(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  const end = feed < 0 ? text.length : feed;
  if (end > at && text.charCodeAt(end - 1) === 13 && feed >= 0) {
    const early = text.indexOf("\r", at);
    return early < end - 1 ? early : end - 1;
  }
  const line = text.slice(at, end);
  const carriage = line.indexOf("\r");
  return carriage < 0 ? end : at + carriage;
}

function afterLineEnd(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return text[end] === "\r" && text[end + 1] === "\n" ? end + 2 : end + 1;
}

function unquoted(
  text: string,
  at: number,
  end: number,
  { delimiter, spaced }: Delimiting,
  strayQuotes: number,
): DelimitedRecord {
  const line = text.slice(at, end);
  const cells = delimiter === "" ? [line] : line.split(delimiter);
  return {
    cells: spaced ? cells.map((cell) => cell.trimStart()) : cells,
    next: afterLineEnd(text, end),
    severalLines: false,
    strayQuotes,
  };
}

function readQuoted(
  text: string,
  start: number,
  how: Delimiting,
  complete: boolean,
): DelimitedRecord | "unclosed" | undefined {
  const { delimiter, quote, spaced } = how;
  const cells: string[] = [];
  let severalLines = false;
  let strayQuotes = 0;
  let at = start;
  for (;;) {
    const opens = skipBlanks(text, at, delimiter);
    if (text[opens] === quote) {
      const cell = readQuotedCell(text, opens + 1, how, complete);
      if (cell === undefined || cell === "unclosed") return cell;
      cells.push(cell.value);
      strayQuotes += cell.strayQuotes;
      severalLines ||= /[\r\n]/u.test(cell.value);
      at = cell.next;
    } else {
      const end = cellEnd(text, at, delimiter);
      const cell = text.slice(at, end);
      cells.push(spaced ? cell.trimStart() : cell);
      at = end;
    }
    if (text[at] === delimiter && delimiter !== "") {
      at++;
      continue;
    }
    if (!complete && at + 1 >= text.length) return undefined;
    return { cells, next: afterLineEnd(text, at), severalLines, strayQuotes };
  }
}

function skipBlanks(text: string, at: number, delimiter: string): number {
  let next = at;
  while (text[next] === " " || (text[next] === "\t" && delimiter !== "\t")) next++;
  return next;
}

function cellEnd(text: string, at: number, delimiter: string): number {
  let end = at;
  for (; end < text.length; end++) {
    const letter = text[end];
    if (letter === delimiter || letter === "\n" || letter === "\r") break;
  }
  return end;
}

interface QuotedCell {
  readonly value: string;
  readonly next: number;
  readonly strayQuotes: number;
}

function readQuotedCell(
  text: string,
  start: number,
  { delimiter, quote, backslash }: Delimiting,
  complete: boolean,
): QuotedCell | "unclosed" | undefined {
  let value = "";
  let strayQuotes = 0;
  let from = start;
  for (;;) {
    const found = text.indexOf(quote, from);
    if (found < 0) return "unclosed";
    if (backslash && isEscaped(text, found, start)) {
      value += `${text.slice(from, found - 1)}${quote}`;
      from = found + 1;
      continue;
    }
    if (text[found + 1] === quote) {
      value += text.slice(from, found + 1);
      from = found + 2;
      continue;
    }
    const after = skipBlanks(text, found + 1, delimiter);
    if (after >= text.length && !complete) return undefined;
    const next = text[after];
    if (after >= text.length || next === delimiter || next === "\n" || next === "\r") {
      return { value: value + text.slice(from, found), next: after, strayQuotes };
    }
    value += text.slice(from, found + 1);
    strayQuotes++;
    from = found + 1;
  }
}

function isEscaped(text: string, at: number, start: number): boolean {
  let backslashes = 0;
  while (at - 1 - backslashes >= start && text[at - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}
