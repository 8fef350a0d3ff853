import type { Derived, Figure, ReportText, TableProfile } from "../../trajectory/long-form-answer.ts";
import { judgeFigure, quoted, shownValue } from "./judge-figure.ts";
import { type Piece, readReportPieces, type Segment, segmentText } from "./report-pieces.ts";
import type { Tables, WholeTable } from "./tables.ts";
import { dateOf, isSameDate, type WrittenDate, type WrittenNumber, writtenNumber } from "./written-number.ts";

/** What a number without a source may be taken from. */
interface KnownNumbers {
  readonly question: string;
  readonly tables: Tables;
  readonly profiles: readonly TableProfile[];
  /** Names of the queries that the text rests on. */
  readonly cited: readonly string[];
}

/** Longest text of a cell that counts as a name. */
const LONGEST_NAME = 200;
const MOST_NAMES = 20_000;
const YEARS = { from: 1000, to: 2999 };

/**
 * Tells which numbers need no source: those that the question says, years and months of the period that the cited queries' dates span, and
 * numbers within a name that stands in a cell of the results ("Screen 5").
 */
function unsourcedNumbers({ question, tables, profiles, cited }: KnownNumbers) {
  const asked = readReportPieces(question).flatMap((piece) =>
    piece.type === "number" || piece.type === "figure" ? [piece.written] : [],
  );
  const askedForms = asked.flatMap((written) => writtenNumber(written) ?? []);
  const names = numberedNames(tables);
  const periods = periodsOf(profiles.filter(({ name }) => cited.includes(name)));
  return {
    /** @param before, after the text around it, at least as long as a name may be */
    mayStand(written: string, before: string, after: string): boolean {
      const form = writtenNumber(written);
      if (form === undefined) return asked.includes(written);
      if (askedForms.some((each) => isSame(form, each))) return true;
      return isInPeriod(form, periods) || isInName(written, before, after, names);
    },
  };
}

function isSame(form: WrittenNumber, asked: WrittenNumber): boolean {
  if (form.dates.some((date) => asked.dates.some((each) => isSameDate(date, each)))) return true;
  // "2024" of "in May 2024".
  if (asked.dates.some(({ year }) => year !== undefined && yearOf(form) === year)) return true;
  return form.readings.some(({ value }) => asked.readings.some((each) => value === each.value));
}

function yearOf({ readings, percent }: WrittenNumber): number | undefined {
  const [reading] = readings;
  if (reading === undefined || reading.step !== 1 || percent) return undefined;
  return reading.value >= YEARS.from && reading.value <= YEARS.to ? reading.value : undefined;
}

interface Period {
  readonly from: WrittenDate;
  readonly to: WrittenDate;
}

function isInPeriod(form: WrittenNumber, periods: readonly Period[]): boolean {
  return periods.some(({ from, to }) => {
    const year = yearOf(form);
    if (year !== undefined && year >= (from.year ?? year + 1) && year <= (to.year ?? year - 1)) return true;
    return form.dates.some((date) => {
      if (date.day !== undefined) return isSameDate(date, from) || isSameDate(date, to);
      if (date.year === undefined) return false;
      const month = monthCount(date);
      return month >= monthCount(from) && month <= monthCount({ month: 12, ...to });
    });
  });
}

const monthCount = ({ year = 0, month = 1 }: WrittenDate): number => year * 12 + month;

/** From the first to the last date, or year, of each column that has such. */
function periodsOf(profiles: readonly TableProfile[]): readonly Period[] {
  const columns = profiles.flatMap((profile) => profile.columns);
  return columns.flatMap(({ name, smallest = "", largest = "" }) => {
    const [from, to] = [dateOrYear(smallest, name), dateOrYear(largest, name)];
    return from === undefined || to === undefined ? [] : [{ from, to }];
  });
}

function dateOrYear(value: string | number, column: string): WrittenDate | undefined {
  const text = String(value);
  if (!/^\d{4}$/.test(text)) return typeof value === "string" ? dateOf(text) : undefined;
  const isYear = typeof value === "string" || /year|date|period|season|decade/iu.test(column);
  const year = Number(text);
  return isYear && year >= YEARS.from && year <= YEARS.to ? { year } : undefined;
}

/** Texts of cells and columns with a number and a word in them, in lower case. */
function numberedNames(tables: Tables): readonly string[] {
  const names = new Set<string>();
  for (const { rows, columns } of tables.values()) {
    for (const text of [...columns, ...rows.flat()]) {
      if (typeof text !== "string" || text.length > LONGEST_NAME || names.size === MOST_NAMES) continue;
      if (!/\d/.test(text) || !/\p{L}{2}|\p{L}-?\d|\d-?\p{L}/u.test(text) || dateOf(text) !== undefined)
        continue;
      names.add(text.toLowerCase().trim());
    }
  }
  return [...names];
}

function isInName(written: string, before: string, after: string, names: readonly string[]): boolean {
  const left = before.slice(-LONGEST_NAME).toLowerCase();
  const number = written.toLowerCase();
  const around = left + number + after.slice(0, LONGEST_NAME).toLowerCase();
  const [from, to] = [left.length, left.length + number.length];
  return names.some((name) => {
    for (
      let at = name.includes(number) ? around.indexOf(name) : -1;
      at >= 0;
      at = around.indexOf(name, at + 1)
    ) {
      if (at <= from && at + name.length >= to && !/[\p{L}\p{N}]/u.test(around[at + name.length] ?? ""))
        return true;
    }
    return false;
  });
}

/** What figures are judged by. */
export interface FigureContext {
  /** What the sources of the pieces come to: those of `sourcesOf`. */
  readonly derived: readonly Derived[];
  readonly question: string;
  /** By query name; the first rows are enough. */
  readonly tables: ReadonlyMap<string, WholeTable>;
  readonly profiles?: readonly TableProfile[];
  /** True where nobody will write the text again: what is wrong is corrected or marked. */
  readonly final: boolean;
}

export interface JudgedText {
  readonly text: ReportText;
  /** For the writer, a sentence or two each; empty where all holds, and where it is final. */
  readonly problems: readonly string[];
}

const CONTEXT_SIGNS = 300;
const NOTHING = "(no value)";

/**
 * Holds each figure of a text against what its source comes to, and each number without a source against what is known without one (the question,
 * the period of the dates, names in the results). What does not hold is a problem for the writer; when it is final, a figure is corrected
 * where its source comes to a value and that can be put in its place, and is else marked as `unsupported`.
 */
export function judgePieces(pieces: readonly Piece[], context: FigureContext): JudgedText {
  const { derived, question, tables, profiles = [], final } = context;
  const bySource = new Map(derived.map((each) => [each.source, each]));
  const cited = citedIn(pieces);
  const known = unsourcedNumbers({ question, tables, profiles, cited });
  const problems: string[] = [];
  let segments: Segment[] = [];
  const after = textsAfter(pieces);

  for (const [place, piece] of pieces.entries()) {
    switch (piece.type) {
      case "text": {
        const before = pieces[place - 1];
        // What stands between a number and its bracket was judged with it.
        if (before?.type !== "figure" || before.between === "")
          segments.push({ type: "text", text: piece.text });
        break;
      }
      case "number":
        segments.push({ type: "number", written: piece.written, place });
        break;
      case "citation": {
        const missing = piece.queries.filter((name) => tables.size > 0 && !tables.has(name));
        if (missing.length > 0)
          problems.push(
            `[${piece.queries.join("; ")}] cites ${missing.join(", ")}, which gave no result. The queries are: ${[...tables.keys()].join(", ")}.`,
          );
        segments.push({ type: "cites", queries: piece.queries.filter((name) => !missing.includes(name)) });
        break;
      }
      case "filled": {
        const value = bySource.get(piece.source);
        const figure = filled(piece.source, value, after[place] ?? "");
        if (figure.remark !== undefined) problems.push(`{${piece.source}}: ${figure.remark}`);
        segments.push({ type: "figure", figure });
        break;
      }
      case "figure": {
        const value = bySource.get(piece.source);
        const judged = judgeFigure(piece, value, {
          segments,
          after: after[place] ?? "",
          mayStand: (written) => known.mayStand(written, tailOf(segments), after[place] ?? ""),
          place,
        });
        segments = [...judged.segments];
        if (judged.problem !== undefined) problems.push(judged.problem);
      }
    }
  }

  const bare = new Set<string>();
  const text = segments.map((segment, at): ReportText[number] => {
    if (segment.type === "text") return segment.text;
    if (segment.type === "cites") return { cites: segment.queries };
    if (segment.type === "figure") return segment.figure;
    const before = tailOf(segments.slice(Math.max(0, at - 20), at));
    const { written } = segment;
    if (known.mayStand(written, before, after[segment.place] ?? "")) return written;
    const words = `${before.split(/\s+/u).slice(-4).join(" ")}${written}${firstWords(after[segment.place] ?? "")}`;
    bare.add(
      `"${words.trim()}": the number ${quoted(written)} has no source. Write it in square brackets after the number, as in ${written} [Q1:2.column], or leave the number out.`,
    );
    return { shown: written, verdict: "unsupported", remark: "No source is given." };
  });
  const all = [...problems, ...bare];
  return { text: merged(text), problems: final ? [] : [...new Set(all)] };
}

/** Braces filled with the value; what follows says per cent itself, or it is added. */
function filled(source: string, derived: Derived | undefined, after: string): Figure {
  if (derived?.value === undefined || derived.value === null) {
    const remark = derived?.problem ?? (derived === undefined ? "It was not computed." : "It is NULL.");
    return {
      shown: NOTHING,
      source,
      verdict: "unsupported",
      remark,
      ...(derived === undefined ? {} : { computed: null }),
    };
  }
  const isSaid = /^\s?(?:%|per cent|percent|percentage)/iu.test(after);
  const shown = shownValue(isSaid ? { ...derived, percent: false } : derived);
  const rounded = isSaid && derived.percent === true ? shownValue(derived).replace(/ %$/u, "") : shown;
  return { shown: rounded, source, computed: derived.value, verdict: "filled" };
}

function citedIn(pieces: readonly Piece[]): readonly string[] {
  const names = pieces.flatMap((piece) => {
    if (piece.type === "citation") return piece.queries;
    return "source" in piece ? (piece.source.match(/\bQ\d+/giu) ?? []).map((name) => name.toUpperCase()) : [];
  });
  return [...new Set(names)];
}

/** What stands after each piece, as it is read; bounded. */
function textsAfter(pieces: readonly Piece[]): readonly string[] {
  const texts: string[] = [];
  let next = "";
  for (let place = pieces.length - 1; place >= 0; place--) {
    texts[place] = next;
    const piece = pieces[place];
    const own = piece === undefined ? "" : textOf(piece);
    next = (own.slice(0, CONTEXT_SIGNS) + next).slice(0, CONTEXT_SIGNS);
  }
  return texts;
}

function textOf(piece: Piece): string {
  if (piece.type === "text") return piece.text;
  if (piece.type === "number") return piece.written;
  return piece.type === "figure" ? piece.written : "";
}

function tailOf(segments: readonly Segment[]): string {
  let text = "";
  for (let at = segments.length - 1; at >= 0 && text.length < CONTEXT_SIGNS; at--) {
    const segment = segments[at];
    if (segment !== undefined) text = segmentText(segment).slice(-CONTEXT_SIGNS) + text;
  }
  return text.slice(-CONTEXT_SIGNS);
}

const firstWords = (text: string): string => /^[^\s]*(?:\s+[^\s]+){0,3}/u.exec(text.slice(0, 80))?.[0] ?? "";

function merged(text: ReportText): ReportText {
  const parts: ReportText[number][] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (part === "") continue;
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}
