import type { Derived, Figure } from "../../trajectory/long-form-answer.ts";
import { visibleText } from "../../util/visible-text.ts";
import { type Piece, type Segment, segmentText, segmentWritten } from "./report-pieces.ts";
import { declaredStep } from "./source.ts";
import { withoutNoise } from "./tables.ts";
import {
  dateOf,
  isSameDate,
  type NumberReading,
  type WrittenNumber,
  writtenNumber,
} from "./written-number.ts";

/** What a written number has to come up to. */
interface ComputedNumber {
  readonly value: number;
  readonly source: string;
  readonly percent: boolean;
  /** The step that the source declares: `to 1000`. */
  readonly step: number | undefined;
}

/** Also a text that is a number: an integer beyond 2^53 comes as one. */
const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/u;

/** The number that a source comes to; undefined where it comes to something else. */
function computedNumber({ source, value, percent = false }: Derived): ComputedNumber | undefined {
  if (typeof value !== "number" && !PLAIN_NUMBER.test(value ?? "")) return undefined;
  return { value: Number(value), source, percent, step: stepOf(source) };
}

const stepOf = (source: string): number | undefined => {
  const step = declaredStep(source);
  return step === undefined ? undefined : Number(step);
};

/**
 * True where what is written is the computed number, rounded to its last digit (or to the step that the source declares), both ends included:
 * 12.5 stands for 12.45 to 12.55.
 */
function numberHolds(written: WrittenNumber, computed: ComputedNumber, isDown: boolean): boolean {
  const wanted = expectedValue(written, computed);
  const near = (value: number): boolean =>
    written.readings.some((reading) => isNear(reading, value, computed.step));
  // A mean of columns in per cent is a quotient, too: 80.8 is no 8,080 %.
  const isLarge = written.percent && Math.abs(computed.value) >= 2;
  if (isLarge && near(computed.value)) return true;
  if (near(wanted)) return true;
  return isDown && wanted < 0 && near(-wanted);
}

/** How sources and the columns that they name say that they count in thousands, millions or billions. */
const COUNTS_IN: ReadonlyMap<number, RegExp> = new Map([
  [1000, /thousand|thsd|_k\b|\(k\)|\/ *1000\b/iu],
  [1_000_000, /million|mio|mill\b|_mn?\b|\(mn?\)|\/ *1000000\b/iu],
  [1_000_000_000, /billion|_bn\b|\(bn\)|\/ *1000000000\b/iu],
]);

/** In per cent where that is how it is written and the source gives a fraction; times a million where the source is in millions already. */
function expectedValue(written: WrittenNumber, { value, source, percent }: ComputedNumber): number {
  const isBelowOne = value !== 0 && Math.abs(value) < 1;
  const isInPercent = percent || /\b100\b|per_?cent|pct|%/iu.test(source);
  if (written.percent && !isInPercent && (source.includes("/") || isBelowOne)) return 100 * value;
  return COUNTS_IN.get(written.scale)?.test(source) === true ? written.scale * value : value;
}

function isNear({ value, step }: NumberReading, wanted: number, declared: number | undefined): boolean {
  if (isWithin(value, wanted, step)) return true;
  // A step as large as the number itself would let nearly everything stand.
  if (declared === undefined || declared > Math.abs(wanted)) return false;
  const steps = value / declared;
  return Math.abs(steps - Math.round(steps)) < NOISE && isWithin(value, wanted, declared);
}

/** Floating point is off by less, in steps of what is written or as a part of the number. */
const NOISE = 1e-6;
const RELATIVE_NOISE = 1e-14;

function isWithin(value: number, wanted: number, step: number): boolean {
  const allowed = step * (0.5 + NOISE) + Math.abs(wanted) * RELATIVE_NOISE;
  return Math.abs(value - wanted) <= allowed;
}

const DOWN =
  /(?<!\p{L})(?:fell|fallen|fall(?:s|ing)?|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|less|lower(?:ed)?|below|under|fewer|shr[aiu]nks?|lost|los(?:e|es|ing|s)|reduc(?:ed|es|tion)|smaller|shorter|cheaper|behind|short|minus|negative|deficit|worse|slipped|sank|cut|trail(?:s|ed|ing)?|earlier|younger)(?!\p{L})/iu;

/** True where the sentence says "fell" or "fewer" near a number: 12 may stand for -12 then. */
function isDownward(before: string, after: string): boolean {
  const left =
    before
      .split(/[.!?]\s|\n/u)
      .at(-1)
      ?.trim()
      .split(/\s+/u)
      .slice(-8) ?? [];
  const right =
    after
      .split(/[.!?](?:\s|$)|\n/u)[0]
      ?.trim()
      .split(/\s+/u)
      .slice(0, 6) ?? [];
  return DOWN.test(left.join(" ")) || DOWN.test(right.join(" "));
}

const isDownwardAt = ({ segments, after }: FigurePlace): boolean =>
  isDownward(segments.slice(-6).map(segmentText).join(""), after);

const DECIMALS = 2;
/** From here on thousands are set apart, so that years are not. */
const SEPARATED = 10_000;
/** Below it two decimals say too little. */
const SMALL = 0.1;

/**
 * A value as it is put into a text: rounded to the step that its source declares, else at most two decimals (four of small numbers, one of
 * shares), thousands from 10,000 on set apart, shares with a %.
 */
export function shownValue({ value, percent = false, source }: Derived): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value !== "number") return value;
  const size = Math.abs(value);
  const decimals = percent ? 1 : size < SMALL ? 4 : DECIMALS;
  const step = stepOf(source);
  const rounded = step !== undefined && step <= size ? withoutNoise(Math.round(value / step) * step) : value;
  // The number of a thing is its name.
  const isName = /(?:^|[._"\s])(?:id|no|number|year)"?$/iu.test(source);
  const shown = rounded.toLocaleString("en-US", {
    maximumFractionDigits: rounded === value ? decimals : 20,
    useGrouping: size >= SEPARATED && !isName,
  });
  return percent ? `${shown} %` : shown;
}

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
    const isYear = form.dates.length === 0 && form.readings[0]?.value === date.year;
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
  return !(computed && form && numberHolds(form, computed, isDownwardAt(place))) && place.mayStand(written);
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
  const isDown = isDownwardAt(place);
  if (form === undefined || numberHolds(form, computed, isDown))
    return standing(piece, place, { shown: written, source, computed: value, verdict: "holds" });
  const earlier = earlierNumber(piece, computed, place);
  if (earlier !== undefined) return { segments: earlier };
  const expected = expectedValue(form, computed);
  const isNegative = expected < 0;
  const shown = shownValue({
    source,
    value: isNegative && isDown ? -expected : expected,
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
  const isDown = isDownward(before.slice(-4).map(segmentText).join(""), `${between}${piece.written}${after}`);
  if (form === undefined || !numberHolds(form, computed, isDown)) return undefined;
  const { source, written } = piece;
  const shown = number.written;
  const figure: Figure = { shown, source, computed: computed.value, verdict: "holds" };
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

const LONGEST_QUOTE = 80;

/** In quotes, on one line, cut where it is long: a cell cannot pose as the next problem of a list. */
export const quoted = (text: string): string =>
  `"${visibleText(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text)}"`;
