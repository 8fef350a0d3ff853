import { looksLikeNumber } from "./looks-like-value.ts";

/** How a delimited text is written. */
export interface Delimiting {
  /** One character; empty for a text of one column. */
  readonly delimiter: string;
  /** `"` or `'`; empty where quotes are characters like any other. */
  readonly quote: string;
  /** Whether `\"` stands for a quote inside quotes. */
  readonly backslash: boolean;
}

/** A record from the beginning of a text. */
export interface SampleRecord {
  readonly cells: readonly string[];
  /** The line that it begins in, the first being 1. */
  readonly line: number;
}

const DELIMITERS = [",", ";", "\t", "|", "\u0001"];
const MOST_RECORDS = 300;
/** Of the records, as many as this have the same number of cells where the delimiter is the right one. */
const LEAST_ALIKE = 0.5;
/** Candidates that differ by less are told apart by the number of columns they give. */
const SAME = 0.02;

/** How the text is written, found from its beginning. `sep=;` in the first line is taken at its word. */
export function detectDelimiting(head: string): Delimiting {
  const said = separatorLine(head);
  const text = head.slice(said?.length ?? 0);
  const quoting = quotingOf(text);
  return { ...quoting, delimiter: said?.delimiter ?? bestDelimiter(text, quoting) };
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

function bestDelimiter(text: string, how: Omit<Delimiting, "delimiter">): string {
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
export function sampleRecords(
  text: string,
  { delimiter, quote, backslash }: Delimiting,
): readonly SampleRecord[] {
  const records: SampleRecord[] = [];
  let line = separatorLine(text) === undefined ? 1 : 2;
  let at = separatorLine(text)?.length ?? 0;
  const open = new RegExp(`[ \\t]*${quote}`, "uy");
  while (at < text.length && records.length < MOST_RECORDS) {
    const cells: string[] = [];
    const start = at;
    for (let isOpen = true; isOpen; ) {
      let cell = "";
      open.lastIndex = at;
      if (quote !== "" && open.test(text)) {
        at = open.lastIndex;
        while (at < text.length && (text[at] !== quote || text[at + 1] === quote)) {
          if (text[at] === quote || (backslash && text[at] === "\\" && text[at + 1] === quote)) at++;
          cell += text[at++];
        }
        at++;
      }
      const rest = at;
      while (at < text.length && text[at] !== delimiter && text[at] !== "\n" && text[at] !== "\r") at++;
      cells.push(cell + (cell === "" ? text.slice(rest, at) : text.slice(rest, at).trimEnd()));
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
