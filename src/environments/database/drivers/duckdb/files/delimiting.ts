import { type CsvForm, type CsvRecord, csvRecords } from "../../../../../util/read-csv.ts";
import { looksLikeNumber } from "./looks-like-value.ts";

const DELIMITERS = [",", ";", "\t", "|", "\u0001"];
const MOST_RECORDS = 300;
/** With the right delimiter at least this share of the records has the same number of cells. */
const LEAST_ALIKE = 0.5;
/** Candidates whose shares differ by less are compared by their number of columns. */
const SAME = 0.02;

/** Detects the format from the text's beginning. A first line `sep=;` decides the delimiter. */
export function detectDelimiting(head: string): CsvForm {
  const said = separatorLine(head);
  const text = head.slice(said?.length ?? 0);
  const quoting = quotingOf(text);
  return { ...quoting, delimiter: said?.delimiter ?? bestDelimiter(text, quoting) };
}

/** The `sep=` line for Excel: its length with the line end, and its delimiter. */
export function separatorLine(
  text: string,
): { readonly length: number; readonly delimiter: string } | undefined {
  const match = /^"?sep=(.)"?(?:\r\n|\r|\n|$)/iu.exec(text);
  return match?.[1] === undefined ? undefined : { length: match[0].length, delimiter: match[1] };
}

function quotingOf(text: string): Pick<CsvForm, "quote" | "backslash"> {
  const opened = (quote: string): number =>
    text.match(new RegExp(`(?:^|[,;\\t|\\u0001])[ ]*${quote}`, "gmu"))?.length ?? 0;
  const single = text.match(/(?:^|[,;\t|])[ ]*'[^'\r\n]*'[ ]*(?=[,;\t|\r\n]|$)/gmu)?.length ?? 0;
  const quote = opened('"') === 0 && single >= 2 && single >= opened("'") * 0.8 ? "'" : '"';
  const backslash =
    text.includes(`\\${quote}`) && !new RegExp(`[^${quote},;\\t|\\n]${quote}${quote}`, "u").test(text);
  return { quote, backslash };
}

function bestDelimiter(text: string, how: Omit<CsvForm, "delimiter">): string {
  const scored = DELIMITERS.flatMap((delimiter) => {
    const rows = sampleRecords(text, { ...how, delimiter }).map(({ cells }) => cells);
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

/** The first records of a text, without empty lines. The last one of a longer text may be cut. */
export function sampleRecords(text: string, how: CsvForm): readonly CsvRecord[] {
  const said = separatorLine(text)?.length;
  const records = csvRecords(text.slice(said ?? 0), how, MOST_RECORDS);
  return said === undefined ? records : records.map(({ cells, line }) => ({ cells, line: line + 1 }));
}

/** The most frequent number of cells per record, and the share of records with it. */
export function mostFrequentWidth(rows: readonly (readonly string[])[]): {
  readonly width: number;
  readonly alike: number;
} {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [width, count] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [0, 0];
  return { width, alike: count / Math.max(1, rows.length) };
}
