import type { Figure } from "../../trajectory/long-form-answer.ts";
import { quoted } from "./quoted.ts";
import type { Piece } from "./report-pieces.ts";
import { readSource } from "./source-expression.ts";
import { type Segment, segmentText, segmentWritten } from "./text-segment.ts";
import type { Tables } from "./whole-table.ts";
import { dateAt, dateOf, isSameDate, monthNamed } from "./written-date.ts";

type Written = Extract<Piece, { type: "figure" }>;

const MOST_WORDS_AFTER = 4;
const TAIL = 600;
const MOST_CELLS = 500;

/** Holds the words before a bracket against the text that its source comes to: it must be the last thing named there. */
export function judgeName(
  piece: Written,
  value: string,
  { segments, tables }: { readonly segments: Segment[]; readonly tables: Tables },
): { readonly segments: Segment[]; readonly problem?: string } {
  const { written, source, between } = piece;
  const all: Segment[] = written === "" ? segments : [...segments, { type: "text", text: written + between }];
  const found = namedAt(value, all);
  if (found !== undefined) {
    const figure: Figure = { shown: found.shown, source, computed: value, verdict: "holds" };
    return { segments: [...found.before, { type: "figure", figure }, ...found.after] };
  }
  const remark = `It comes to ${quoted(value)}.`;
  const other = otherNames(source, tables, all).flatMap((name) => namedAt(name, all) ?? [])[0];
  const last = lastWords(all).trim();
  const problem = `${quoted(last)} [${source}]: ${remark} Write that before the bracket, or the source that gives what stands there.`;
  if (other !== undefined) {
    const figure: Figure = {
      shown: value,
      written: other.shown,
      source,
      computed: value,
      verdict: "corrected",
      remark,
    };
    return { segments: [...other.before, { type: "figure", figure }, ...other.after], problem };
  }
  if (written === "") {
    const figure: Figure = { shown: `(${value})`, source, computed: value, verdict: "filled", remark };
    return { segments: [...segments, { type: "text", text: " " }, { type: "figure", figure }], problem };
  }
  const figure: Figure = { shown: written, source, computed: value, verdict: "unsupported", remark };
  return { segments: [...segments, { type: "figure", figure }, { type: "text", text: between }], problem };
}

export interface Named {
  readonly before: Segment[];
  readonly shown: string;
  readonly after: Segment[];
}

/** Where a name stands at the end of the text, with at most four words after it; dates in any form. */
export function namedAt(value: string, segments: readonly Segment[]): Named | undefined {
  const { from, text } = tailOf(segments, TAIL + value.length);
  const span = spanOf(value, text);
  if (span === undefined) return undefined;
  const { before, shown, after } = splitAt(segments.slice(from), text.length, span);
  return { before: [...segments.slice(0, from), ...before], shown, after };
}

/** The last segments with so many characters, from the place of the first of them on. */
function tailOf(
  segments: readonly Segment[],
  length: number,
): { readonly from: number; readonly text: string } {
  let [from, text] = [segments.length, ""];
  while (from > 0 && text.length < length) {
    const segment = segments[--from];
    if (segment !== undefined) text = segmentText(segment) + text;
  }
  return { from, text };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function spanOf(value: string, text: string): Span | undefined {
  const name = folded(value.trim());
  const plain = folded(text);
  if (name === "" || plain.length !== text.length) return undefined;
  const date = dateOf(value.trim());
  if (date !== undefined) {
    for (let at = text.length - 1; at >= Math.max(0, text.length - 60); at--) {
      if (/[\p{L}\p{N}]/u.test(text[at - 1] ?? "")) continue;
      const found = dateAt(text, at);
      if (found?.dates.some((each) => isSameDate(each, date)) && isNearEnd(text, found.end))
        return { start: at, end: found.end };
      const month = /^\p{L}+/u.exec(text.slice(at))?.[0] ?? "";
      if (
        month.length > 2 &&
        monthNamed(month) === date.month &&
        date.day === undefined &&
        isNearEnd(text, at + month.length)
      )
        return { start: at, end: at + month.length };
    }
  }
  for (let at = plain.lastIndexOf(name); at >= 0; at = at === 0 ? -1 : plain.lastIndexOf(name, at - 1)) {
    const end = at + name.length;
    if (!isNearEnd(text, end)) return undefined;
    const isWord = !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? "") && !/[\p{L}\p{N}]/u.test(plain[end] ?? "");
    // A plural or a genitive is the same name.
    if (isWord || /^(?:s|es)(?![\p{L}\p{N}])/u.test(plain.slice(end))) return { start: at, end };
  }
  return undefined;
}

function isNearEnd(text: string, end: number): boolean {
  return (text.slice(end).match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0) <= MOST_WORDS_AFTER;
}

/** Unit for unit, so that places stay. */
const folded = (text: string): string => text.toLowerCase().replace(/[\s]/gu, " ").replace(/[’‘]/gu, "'");

/** `length`: of the segments at the end that the span counts in. */
function splitAt(segments: readonly Segment[], length: number, { start, end }: Span): Named {
  const before: Segment[] = [];
  const after: Segment[] = [];
  let shown = "";
  let at = length;
  const parts = [...segments];
  for (let place = parts.length - 1; place >= 0; place--) {
    const segment = parts[place];
    if (segment === undefined) continue;
    const text = segmentText(segment);
    const from = at - text.length;
    if (from >= end && at > from) after.unshift(segment);
    else if (at <= start || text === "") before.unshift(segment);
    else {
      const [left, right] = [text.slice(0, Math.max(0, start - from)), text.slice(Math.max(0, end - from))];
      shown = text.slice(Math.max(0, start - from), Math.max(0, end - from)) + shown;
      if (right !== "") after.unshift({ type: "text", text: right });
      if (left !== "") before.unshift({ type: "text", text: left });
    }
    at = from;
  }
  return { before, shown, after };
}

/** Of the column that the source names, those that stand somewhere before the bracket. */
function otherNames(source: string, tables: Tables, segments: readonly Segment[]): readonly string[] {
  const term = readSource(source).source?.term;
  const table = term?.type === "reference" ? tables.get(term.query) : undefined;
  if (term?.type !== "reference" || table === undefined) return [];
  const at = table.columns.findIndex((name) => name.toLowerCase() === term.column?.toLowerCase());
  const text = folded(tailOf(segments, TAIL).text);
  const names = new Set<string>();
  for (const row of table.rows.slice(0, MOST_CELLS)) {
    const cell = row[at];
    if (typeof cell === "string" && cell.trim() !== "" && text.includes(folded(cell.trim()))) names.add(cell);
  }
  return [...names];
}

function lastWords(segments: readonly Segment[]): string {
  return segments.slice(-4).map(segmentWritten).join("").split(/\s+/u).slice(-5).join(" ");
}
