import type { Derived, Figure } from "../../trajectory/long-form-answer.ts";
import { visibleText } from "../../util/visible-text.ts";
import { decimalText, negated } from "./decimal.ts";
import {
  type ComputedNumber,
  computedNumber,
  directionOf,
  expectedValue,
  isWrongWay,
  numberHolds,
  shownValue,
} from "./number-holds.ts";
import { type Piece, type Segment, segmentText, segmentWritten } from "./report-pieces.ts";
import { dateOf, isSameDate, writtenNumber } from "./written-number.ts";

export interface FigurePlace {
  /** What stands before it. */
  readonly segments: readonly Segment[];
  readonly after: string;
  /** Whether the number could stand without a source. */
  readonly mayStand: (written: string) => boolean;
  readonly place: number;
}

export interface JudgedFigure {
  readonly segments: readonly Segment[];
  readonly problem?: string;
}

type Written = Extract<Piece, { type: "figure" }>;

const WHOLE_QUERY = /^\s*q\d+\s*$/iu;
const MOST_WORDS_BETWEEN = 4;

/** Holds a number, a date or a name against what its source comes to. */
export function judgeFigure(piece: Written, derived: Derived | undefined, place: FigurePlace): JudgedFigure {
  const { written, source } = piece;
  const { value, problem = "It was not computed." } = derived ?? {};
  if (WHOLE_QUERY.test(source) && isCitation(piece, derived, place)) {
    const bare: Segment = { type: "number", written, place: place.place };
    return {
      segments: [
        ...place.segments,
        bare,
        ...textBetween(piece),
        { type: "cites", queries: [source.trim().toUpperCase()] },
      ],
    };
  }
  if (derived === undefined || value === undefined) return unsupported(piece, place, problem);
  if (value === null) return unsupported(piece, place, "It is NULL, which is no figure.", null);
  const computed = computedNumber(derived);
  const form = writtenNumber(written);
  if (computed !== undefined && form !== undefined) return judgeNumber(piece, derived, computed, place);
  const date = dateOf(String(value));
  if (date !== undefined && form !== undefined) {
    const isYear = form.dates.length === 0 && form.readings[0]?.value.units === BigInt(date.year ?? -1);
    if ((isYear && !form.percent) || form.dates.some((each) => isSameDate(each, date)))
      return standing(piece, place, { shown: written, source, computed: value, verdict: "holds" });
    if (form.dates.length > 0)
      return corrected(piece, place, String(value), { computed: value, remark: `It comes to ${value}.` });
  }
  return judgeName(piece, shownValue(derived), derived, place);
}

/** `[Q1]` after a number may be meant for the whole sentence: where the query has more than one cell, or the number needs no source. */
function isCitation({ written }: Written, derived: Derived | undefined, place: FigurePlace): boolean {
  if (derived?.value === undefined)
    return derived?.problem !== undefined && !/There is no query/u.test(derived.problem);
  const computed = computedNumber(derived);
  const form = writtenNumber(written);
  return !(computed && form && numberHolds(form, computed, directionAt(place))) && place.mayStand(written);
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
  if (form === undefined || numberHolds(form, computed, direction))
    return standing(piece, place, { shown: written, source, computed: value, verdict: "holds" });
  const earlier = earlierNumber(piece, computed, place);
  if (earlier !== undefined) return { segments: earlier };
  const expected = expectedValue(form, computed);
  if (isWrongWay(computed, expected, direction)) {
    return unsupported(
      piece,
      place,
      `It comes to +${decimalText(expected)} per cent, a rise and no fall.`,
      value,
    );
  }
  const isNegative = expected.units < 0n;
  const shown = shownValue({
    source,
    value: decimalText(isNegative && direction.isDown ? negated(expected) : expected),
    percent: form.percent,
  });
  const isRound = /00(?!\d)(?!\.\d)/.test(written.replace(/[,\s]/gu, "")) && computed.step === undefined;
  const remark = `It comes to ${shownValue({ ...derived, source: "year" })}${isNegative ? ", which is negative" : ""}.`;
  const advice = isRound ? ` A rounded number says so: [${source} to 100].` : "";
  return corrected(piece, place, shown, { computed: value, remark }, advice);
}

/** The bracket may belong to the number before the nearest, which then has no source of its own: "12 tickets in 2024 [Q1:1.tickets]". */
function earlierNumber(
  piece: Written,
  computed: ComputedNumber,
  place: FigurePlace,
): readonly Segment[] | undefined {
  const { segments, after } = place;
  const at = segments.findLastIndex(({ type }) => type !== "text");
  const number = segments[at];
  const between = segments
    .slice(at + 1)
    .map(segmentText)
    .join("");
  const words = between.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  if (number?.type !== "number" || /[.!?]\s|\n/u.test(between) || words >= MOST_WORDS_BETWEEN)
    return undefined;
  const before = segments.slice(0, at);
  const form = writtenNumber(number.written);
  const direction = directionOf(
    before.slice(-4).map(segmentText).join(""),
    `${between}${piece.written}${after}`,
  );
  if (form === undefined || !numberHolds(form, computed, direction)) return undefined;
  const { source, written } = piece;
  const shown = number.written;
  const figure: Figure = { shown, source, computed: Number(decimalText(computed.value)), verdict: "holds" };
  const bare: Segment = { type: "number", written, place: place.place };
  return [...before, { type: "figure", figure }, ...segments.slice(at + 1), bare, ...textBetween(piece)];
}

/** Holds the words before a bracket against what its source comes to: it must be the last thing named there. */
function judgeName(piece: Written, value: string, derived: Derived, place: FigurePlace): JudgedFigure {
  const { written, source } = piece;
  const all: readonly Segment[] =
    written === "" ? place.segments : [...place.segments, { type: "text", text: written + piece.between }];
  const computed = derived.value ?? null;
  const named = nameBefore(value, all);
  if (named !== undefined) {
    const { before, shown, after } = named;
    const figure: Figure = { shown, source, computed, verdict: "holds" };
    return { segments: [...before, { type: "figure", figure }, { type: "text", text: after }] };
  }
  const remark = `It comes to ${quoted(value)}.`;
  const last = all.slice(-4).map(segmentWritten).join("").split(/\s+/u).slice(-5).join(" ").trim();
  const problem = `${quoted(last)} [${source}]: ${remark} Write that before the bracket, or the source that gives what stands there.`;
  if (written !== "")
    return {
      ...standing(piece, place, { shown: written, source, computed, verdict: "unsupported", remark }),
      problem,
    };
  const figure: Figure = { shown: `(${value})`, source, computed, verdict: "filled", remark };
  return { segments: [...all, { type: "text", text: " " }, { type: "figure", figure }], problem };
}

const LONGEST_TAIL = 600;

/** Where a name stands at the end of the text, with at most four words after it and no number among them. */
function nameBefore(value: string, segments: readonly Segment[]) {
  const name = folded(value.trim());
  let text = "";
  for (let at = segments.length - 1; at >= 0 && text.length < LONGEST_TAIL + name.length; at--) {
    const segment = segments[at];
    if (segment === undefined || segment.type === "figure") return undefined;
    text = segmentText(segment) + text;
    const start = folded(text).lastIndexOf(name);
    if (name === "" || start < 0) continue;
    const end = start + name.length;
    const after = text.slice(end);
    const isWord = !/[\p{L}\p{N}]$/u.test(text.slice(0, start)) && /^(?:e?s)?(?![\p{L}\p{N}])/u.test(after);
    const words = after.match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
    if (!isWord || words > MOST_WORDS_BETWEEN || /\d/u.test(after)) return undefined;
    const before: readonly Segment[] = [
      ...segments.slice(0, at),
      { type: "text", text: text.slice(0, start) },
    ];
    return { before, shown: text.slice(start, end), after };
  }
  return undefined;
}

/** Unit for unit, so that places stay. */
const folded = (text: string): string => text.toLowerCase().replace(/\s/gu, " ").replace(/[’‘]/gu, "'");

function corrected(
  piece: Written,
  place: FigurePlace,
  shown: string,
  { computed, remark }: { readonly computed: number | string | null; readonly remark: string },
  advice = "",
): JudgedFigure {
  const { written, source } = piece;
  const problem = `${quoted(words(piece, place))} [${source}]: ${remark} Write ${shown}, or the source that gives ${written}.${advice}`;
  return {
    ...standing(piece, place, { shown, written, source, computed, verdict: "corrected", remark }),
    problem,
  };
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
  const known = computed === undefined ? {} : { computed };
  return {
    ...standing(piece, place, { shown: written, source, verdict: "unsupported", remark, ...known }),
    problem,
  };
}

/** The figure where it was written, and what stands between it and its bracket. */
const standing = (piece: Written, { segments }: FigurePlace, figure: Figure): JudgedFigure => ({
  segments: [...segments, { type: "figure", figure }, ...textBetween(piece)],
});

const textBetween = ({ between }: Written): readonly Segment[] =>
  between === "" ? [] : [{ type: "text", text: between }];

/** The figure with a few words before and after. */
function words({ written }: Written, { segments, after }: FigurePlace): string {
  const before = segments.slice(-4).map(segmentWritten).join("").split(/\s+/u).slice(-4).join(" ");
  const next = /^[^\s.,;:!?]*(?:\s+[^\s.,;:!?]+){0,2}/u.exec(after.slice(0, 80))?.[0] ?? "";
  return `${before}${written}${next}`.trim();
}

const directionAt = ({ segments, after }: FigurePlace) =>
  directionOf(segments.slice(-6).map(segmentText).join(""), after);

const LONGEST_QUOTE = 80;

/** In quotes, on one line, cut where it is long: a cell cannot pose as the next problem of a list. */
export const quoted = (text: string): string =>
  `"${visibleText(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text)}"`;
