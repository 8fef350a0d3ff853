import type { Derived, Figure } from "../../trajectory/long-form-answer.ts";
import { visibleText } from "../../util/visible-text.ts";
import { absolute, compare, decimalOf, decimalText } from "./decimal.ts";
import {
  type ComputedNumber,
  computedNumber,
  directionOf,
  expectedValue,
  inManner,
  isChange,
  numberHolds,
  shownValue,
} from "./number-holds.ts";
import { type Piece, type Segment, segmentText, segmentWritten } from "./report-pieces.ts";
import { sourceOf } from "./source.ts";
import type { Tables } from "./tables.ts";
import { dateAt, dateOf, isSameDate, monthNamed, writtenNumber } from "./written-number.ts";

export interface FigurePlace {
  /** What stands before it. */
  readonly segments: Segment[];
  readonly after: string;
  readonly tables: Tables;
  /** Whether the number could stand without a source. */
  readonly mayStand: (written: string) => boolean;
  readonly place: number;
}

export interface JudgedFigure {
  readonly segments: Segment[];
  readonly problem?: string;
  /** True where what stands between number and bracket is in the segments already. */
  readonly isWhole?: boolean;
}

type Written = Extract<Piece, { type: "figure" }>;

const WHOLE_QUERY = /^\s*q\d+\s*$/iu;
const MOST_WORDS_BETWEEN = 4;

/** Holds a number or a name against what its source comes to. */
export function judgeFigure(piece: Written, derived: Derived | undefined, place: FigurePlace): JudgedFigure {
  const { between } = piece;
  const judged = judgeAlone(piece, derived, place);
  if (between === "" || judged.isWhole === true) return judged;
  const { segments } = judged;
  // A citation stands behind the words that it was written behind.
  const last = segments.at(-1)?.type === "cites" ? segments.length - 1 : segments.length;
  return { ...judged, segments: segments.toSpliced(last, 0, { type: "text", text: between }) };
}

function judgeAlone(piece: Written, derived: Derived | undefined, place: FigurePlace): JudgedFigure {
  const { written, source } = piece;
  const { value, problem = "It was not computed." } = derived ?? {};
  if (WHOLE_QUERY.test(source) && asCitation(piece, derived, place)) {
    const bare: Segment = { type: "number", written, place: place.place };
    return { segments: [...place.segments, bare, { type: "cites", queries: [source.trim().toUpperCase()] }] };
  }
  if (derived === undefined || value === undefined) return unsupported(piece, place, `${problem}`);
  if (value === null) return unsupported(piece, place, "It is NULL, which is no figure.", null);
  const computed = computedNumber(derived);
  if (computed !== undefined && (typeof value === "number" || writtenNumber(written) !== undefined)) {
    return judgeNumber(piece, derived, computed, place);
  }
  const text = String(value);
  const date = dateOf(text);
  const form = writtenNumber(written);
  const isYear =
    date !== undefined &&
    form?.dates.length === 0 &&
    form.readings[0]?.value.units === BigInt(date.year ?? -1) &&
    !form.percent;
  if (date !== undefined && (isYear || form?.dates.some((each) => isSameDate(each, date)))) {
    return { segments: [...place.segments, held(piece, value)] };
  }
  if (date !== undefined && form !== undefined && form.dates.length > 0) return otherDate(piece, text, place);
  return { ...judgeName(piece, text, place), isWhole: true };
}

function otherDate(piece: Written, value: string, place: FigurePlace): JudgedFigure {
  const { written, source } = piece;
  const remark = `It comes to ${value}.`;
  const figure: Figure = { shown: value, written, source, computed: value, verdict: "corrected", remark };
  const problem = `${quoted(words(piece, place))} [${source}]: ${remark} Write that date, or the source that gives ${written}.`;
  return { segments: [...place.segments, { type: "figure", figure }], problem };
}

/** `[Q1]` after a number may be meant for the whole sentence: where the query has more than one cell, or the number needs no source. */
function asCitation({ written }: Written, derived: Derived | undefined, place: FigurePlace): boolean {
  if (derived?.value === undefined)
    return derived?.problem !== undefined && !/There is no query/u.test(derived.problem);
  const computed = computedNumber(derived);
  const form = writtenNumber(written);
  const holds =
    computed !== undefined && form !== undefined && numberHolds(form, computed, directionAt(place));
  return !holds && place.mayStand(written);
}

function judgeNumber(
  piece: Written,
  derived: Derived,
  computed: ComputedNumber,
  place: FigurePlace,
): JudgedFigure {
  const { written, source } = piece;
  const { value = null } = derived;
  const form = writtenNumber(written);
  const direction = directionAt(place);
  if (form === undefined) return judgeWords(piece, derived, place);
  if (numberHolds(form, computed, direction)) return { segments: [...place.segments, held(piece, value)] };
  const earlier = earlierNumber(piece, computed, place);
  if (earlier !== undefined) return { segments: earlier };
  const expected = expectedValue(form, computed);
  const isWrongWay = direction.fell && isChange(computed.source.term) && expected.units > 0n;
  if (isWrongWay) {
    return unsupported(
      piece,
      place,
      `It comes to +${decimalText(expected)} per cent, a rise and no fall.`,
      value,
    );
  }
  const { roundedTo } = computed.source;
  const step = roundedTo === undefined ? undefined : decimalOf(String(roundedTo));
  const isCoarse = step !== undefined && compare(step, absolute(expected)) > 0;
  const shown = inManner(written, form, {
    value: expected,
    isDown: direction.isDown,
    step: isCoarse ? undefined : step,
  });
  const corrected = form.isWord ? shownValue(derived) : shown;
  const round =
    computed.source.roundedTo === undefined && isRound(written)
      ? ` A rounded number says so: [${source} to 100].`
      : "";
  const remark = `It comes to ${shownValue({ ...derived, source: "" })}${expected.units < 0n && absolute(expected).units > 0n ? ", which is negative" : ""}.`;
  const figure: Figure = { shown: corrected, written, source, computed: value, verdict: "corrected", remark };
  return {
    segments: [...place.segments, { type: "figure", figure }],
    problem: `${quoted(words(piece, place))} [${source}]: ${remark} Write ${corrected}, or the source that gives ${written}.${round}`,
  };
}

/** A number after words alone: "in May [Q1:1.month]", or a bracket that belongs to no number. */
function judgeWords(piece: Written, derived: Derived, place: FigurePlace): JudgedFigure {
  const { value = null } = derived;
  const { source } = piece;
  const last = place.segments.slice(-3).map(segmentText).join("").split(/\s+/u).slice(-MOST_WORDS_BETWEEN);
  const month = last.some((word) => monthNamed(word.replace(/[^\p{L}]/gu, "")) === Number(value));
  if (month && /month/iu.test(source))
    return { segments: [...place.segments, { type: "cites", queries: queriesOf(source) }] };
  const found = namedAt(String(value), place.segments);
  if (found !== undefined)
    return {
      segments: [
        ...found.before,
        { type: "figure", figure: { shown: found.shown, source, computed: value, verdict: "holds" } },
        ...found.after,
      ],
    };
  const shown = shownValue(derived);
  const figure: Figure = { shown: `(${shown})`, source, computed: value, verdict: "filled" };
  return {
    segments: [...place.segments, { type: "text", text: " " }, { type: "figure", figure }],
    problem: `[${source}] stands after no number. Write the number before it, or {${source}} where ${shown} is to stand; a plain citation is [${queriesOf(source).join("; ")}].`,
  };
}

/** The bracket may belong to the number before the nearest, which then has no source of its own: "12 tickets in 2024 [Q1:1.tickets]". */
function earlierNumber(
  { written, source }: Written,
  computed: ComputedNumber,
  { segments, place, after }: FigurePlace,
): Segment[] | undefined {
  let [words, between] = [1, ""];
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at];
    if (segment?.type === "number") {
      const form = writtenNumber(segment.written);
      const before = segments.slice(0, at);
      const direction = directionOf(
        before.slice(-4).map(segmentText).join(""),
        `${between}${written}${after}`,
      );
      if (form === undefined || !numberHolds(form, computed, direction)) return undefined;
      const figure: Figure = {
        shown: segment.written,
        source,
        computed: Number(decimalText(computed.value)),
        verdict: "holds",
      };
      return [
        ...before,
        { type: "figure", figure },
        ...segments.slice(at + 1),
        { type: "number", written, place },
      ];
    }
    if (segment?.type !== "text" || /[.!?]\s|\n/u.test(segment.text)) return undefined;
    between = segment.text + between;
    words += segment.text.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    if (words > MOST_WORDS_BETWEEN) return undefined;
  }
  return undefined;
}

function unsupported(
  piece: Written,
  place: FigurePlace,
  remark: string,
  computed?: Figure["computed"],
): JudgedFigure {
  const { written, source } = piece;
  const problem = `${quoted(words(piece, place))} [${source}]: ${remark}`;
  // Words without a number are not taken out of the text: their source is what is wrong.
  if (written === "") return { segments: place.segments, problem };
  const figure: Figure = {
    shown: written,
    source,
    verdict: "unsupported",
    remark,
    ...(computed === undefined ? {} : { computed }),
  };
  return { segments: [...place.segments, { type: "figure", figure }], problem };
}

function held({ written, source }: Written, computed: Figure["computed"]): Segment {
  return {
    type: "figure",
    figure: { shown: written, source, ...(computed === undefined ? {} : { computed }), verdict: "holds" },
  };
}

/** The figure with a few words before and after. */
function words({ written }: Written, { segments, after }: FigurePlace): string {
  const before = segments.slice(-4).map(segmentWritten).join("").split(/\s+/u).slice(-4).join(" ");
  const next = /^[^\s.,;:!?]*(?:\s+[^\s.,;:!?]+){0,2}/u.exec(after.slice(0, 80))?.[0] ?? "";
  return `${before}${written}${next}`.trim();
}

const directionAt = ({ segments, after }: FigurePlace) =>
  directionOf(segments.slice(-6).map(segmentText).join(""), after);

const isRound = (written: string): boolean => /00(?!\d)(?!\.\d)/.test(written.replace(/[,\s]/gu, ""));

const queriesOf = (source: string): string[] => [
  ...new Set((source.match(/\bQ\d+/giu) ?? []).map((name) => name.toUpperCase())),
];

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
  const last = lastWordsOf(all).trim();
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
  const term = sourceOf(source)?.term;
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

function lastWordsOf(segments: readonly Segment[]): string {
  return segments.slice(-4).map(segmentWritten).join("").split(/\s+/u).slice(-5).join(" ");
}

const LONGEST_QUOTE = 80;

/** In quotes, on one line, cut where it is long: a cell cannot pose as the next problem of a list. */
export const quoted = (text: string): string =>
  `"${visibleText(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text)}"`;
