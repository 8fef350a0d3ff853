import { looksLikeNumber } from "./looks-like-value.ts";
import { type Delimiting, readRecord } from "./read-record.ts";

const DELIMITERS = [",", ";", "\t", "|", "\u0001"];
const MOST_RECORDS = 300;
/** Of the records, as many as this have the same number of cells where the delimiter is the right one. */
const LEAST_ALIKE = 0.5;
/** Candidates that differ by less are told apart by the number of columns they give. */
const SAME = 0.02;

/** How the text is written, found from its beginning. `sep=;` in the first line is taken at its word. */
export function detectDelimiting(sample: string, complete: boolean): Delimiting {
  const said = separatorLine(sample);
  const text = said === undefined ? sample : sample.slice(said.length);
  const quoting = quotingOf(text);
  const written = { ...quoting, spaced: false };
  const delimiter = said?.delimiter ?? bestDelimiter(text, written, complete);
  const how = { ...written, delimiter };
  return { ...how, spaced: isSpaced(text, how, complete) };
}

/** The `sep=` line with which Excel is told the delimiter: its length with the line's end, and what it says. */
export function separatorLine(
  text: string,
): { readonly length: number; readonly delimiter: string } | undefined {
  const match = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/iu.exec(text);
  return match?.[1] === undefined ? undefined : { length: match[0].length, delimiter: match[1] };
}

function quotingOf(text: string): Pick<Delimiting, "quote" | "backslash"> {
  const opened = (quote: string): number =>
    text.match(new RegExp(`(?:^|[,;\\t|\\u0001])[ ]*${quote}`, "gmu"))?.length ?? 0;
  const single = text.match(/(?:^|[,;\t|])[ ]*'[^'\r\n]*'[ ]*(?=[,;\t|\r\n]|$)/gmu)?.length ?? 0;
  const quote = opened('"') === 0 && single >= 2 && single >= opened("'") * 0.8 ? "'" : '"';
  const backslash =
    text.includes(`\\${quote}`) && !new RegExp(`[^${quote},;\\t|\\n]${quote}${quote}`, "u").test(text);
  return { quote, backslash };
}

function bestDelimiter(text: string, how: Omit<Delimiting, "delimiter">, complete: boolean): string {
  const scored = DELIMITERS.flatMap((delimiter) => {
    const rows = recordsOf(text, { ...how, delimiter }, complete);
    const { width, alike } = mostFrequentWidth(rows);
    if (width < 2 || alike < LEAST_ALIKE) return [];
    const cells = rows.flat().filter((cell) => cell !== "");
    const clean = cells.filter((cell) => looksLikeNumber(cell) || !/[,;\t|]/u.test(cell)).length;
    return [{ delimiter, width, score: alike * (0.5 + (0.5 * clean) / Math.max(1, cells.length)) }];
  });
  const top = Math.max(0, ...scored.map(({ score }) => score));
  const near = scored.filter(({ score }) => score >= top - SAME);
  return near.toSorted((a, b) => b.width - a.width || b.score - a.score)[0]?.delimiter ?? "";
}

/** The records of a sample that are not blank. */
export function recordsOf(text: string, how: Delimiting, complete: boolean): readonly (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  for (let at = 0; at < text.length && rows.length < MOST_RECORDS; ) {
    const record = readRecord(text, at, how, complete);
    if (record === undefined) break;
    if (record.cells.some((cell) => cell.trim() !== "")) rows.push(record.cells);
    at = record.next;
  }
  return rows;
}

/** The number of cells that most records have, and the share that have it. */
export function mostFrequentWidth(rows: readonly (readonly string[])[]): {
  readonly width: number;
  readonly alike: number;
} {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  return { width, alike: count / Math.max(1, rows.length) };
}

function isSpaced(text: string, how: Delimiting, complete: boolean): boolean {
  const cells = recordsOf(text, how, complete).flatMap((row) => row.slice(1));
  const filled = cells.filter((cell) => cell !== "");
  // Cells in quotes have lost the blank before them: those that are left have to agree.
  const bare = filled.filter((cell) => cell.startsWith(" "));
  const quoted = text.includes(`${how.delimiter} ${how.quote}`);
  return (
    how.delimiter !== "" &&
    bare.length > 0 &&
    (bare.length === filled.length || (quoted && bare.length * 2 > filled.length))
  );
}
