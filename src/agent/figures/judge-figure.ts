import type { Derived, Figure } from "../../trajectory/long-form-answer.ts";
import { visibleText } from "../../util/visible-text.ts";
import {
  absolute,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  divide,
  HUNDRED,
  multiply,
  negated,
  roundedTo,
  subtract,
} from "./decimal.ts";
import { type Piece, type Segment, segmentText, segmentWritten } from "./report-pieces.ts";
import { declaredStep } from "./source.ts";
import {
  dateOf,
  isSameDate,
  type NumberReading,
  type WrittenNumber,
  writtenNumber,
} from "./written-number.ts";

/** What words around a number say of its sign. */
interface Direction {
  /** "fell", "fewer": 12 may stand for -12. */
  readonly isDown: boolean;
  /** The word right before it says so, as in "fell by 12 %". */
  readonly fell: boolean;
}

const ONE: Decimal = { units: 1n, scale: 0 };
const TWO: Decimal = { units: 2n, scale: 0 };

/** What a written number has to come up to. */
interface ComputedNumber {
  readonly value: Decimal;
  readonly source: string;
  readonly percent: boolean;
  /** The step that the source declares: `to 1000`. */
  readonly step: Decimal | undefined;
}

/** The number that a source comes to, read back from what was kept; undefined where it comes to something else. */
function computedNumber({ source, value, percent = false }: Derived): ComputedNumber | undefined {
  const number = value === undefined || value === null ? undefined : decimalOf(String(value));
  const step = decimalOf(declaredStep(source) ?? "");
  return number && { value: number, source, percent, step };
}

/**
 * True where what is written is the computed number, rounded to its last digit (or to the step that the source declares), both ends included:
 * 12.5 stands for 12.45 to 12.55.
 */
function numberHolds(written: WrittenNumber, computed: ComputedNumber, direction: Direction): boolean {
  const wanted = expectedValue(written, computed);
  const near = (value: Decimal): boolean =>
    written.readings.some((reading) => isNear(reading, value, computed.step));
  // A mean of columns in per cent is a quotient, too: 80.8 is no 8,080 %.
  const isLarge = written.percent && compare(absolute(computed.value), TWO) >= 0;
  if (isWrongWay(computed, wanted, direction)) return false;
  if (isLarge && near(computed.value)) return true;
  if (near(wanted)) return true;
  return direction.isDown && wanted.units < 0n && near(negated(wanted));
}

/** "Fell by 12 %" of a change above 0. */
const isWrongWay = ({ source }: ComputedNumber, { units }: Decimal, { fell }: Direction): boolean =>
  fell && units > 0n && /^\s*change\s*\(/iu.test(source);

/** How sources and the columns that they name say that they count in thousands, millions or billions. */
const COUNTS_IN: ReadonlyMap<bigint, RegExp> = new Map([
  [1000n, /thousand|thsd|_k\b|\(k\)|\/ *1000\b/iu],
  [1_000_000n, /million|mio|mill\b|_mn?\b|\(mn?\)|\/ *1000000\b/iu],
  [1_000_000_000n, /billion|_bn\b|\(bn\)|\/ *1000000000\b/iu],
]);

/** In per cent where that is how it is written and the source gives a fraction; times a million where the source is in millions already. */
function expectedValue(written: WrittenNumber, { value, source, percent }: ComputedNumber): Decimal {
  const isBelowOne = value.scale > 0 && compare(absolute(value), ONE) < 0;
  const isInPercent = percent || /\b100\b|per_?cent|pct|%/iu.test(source);
  if (written.percent && !isInPercent && (source.includes("/") || isBelowOne))
    return multiply(HUNDRED, value);
  return COUNTS_IN.get(written.scale.units)?.test(source) === true ? multiply(written.scale, value) : value;
}

function isNear({ value, step }: NumberReading, wanted: Decimal, declared: Decimal | undefined): boolean {
  if (isWithin(value, wanted, step)) return true;
  // A step as large as the number itself would let nearly everything stand.
  if (declared === undefined || compare(declared, absolute(wanted)) > 0) return false;
  const steps = divide(value, declared);
  const isMultiple = steps !== undefined && steps.units % 10n ** BigInt(steps.scale) === 0n;
  return isMultiple && isWithin(value, wanted, declared);
}

function isWithin(value: Decimal, wanted: Decimal, step: Decimal): boolean {
  const allowed = divide(step, TWO);
  return allowed !== undefined && compare(absolute(subtract(value, wanted)), allowed) <= 0;
}

const FELL =
  "fell|fallen|fall(?:s|ing)?|down|declin(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decreas(?:e|es|ed|ing)|shrank|shrunk";
const LESS =
  "less|lower(?:ed)?|below|under|fewer|shrinks?|lost|los(?:e|es|ing|s)|reduc(?:ed|es|tion)|smaller|shorter|cheaper|behind|short|minus|negative|deficit|worse|slipped|sank|cut|ahead|trail(?:s|ed|ing)?|lag(?:s|ged)?|earlier|younger";
const word = (words: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${words})(?!\p{L})`, "iu");
const HAS_FALLEN = word(FELL);
const IS_DOWN = word(`${FELL}|${LESS}`);

/** What the words of the sentence around a number say of its sign. */
function directionOf(before: string, after: string): Direction {
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
  return {
    isDown: IS_DOWN.test(left.join(" ")) || IS_DOWN.test(right.join(" ")),
    fell: HAS_FALLEN.test(left.slice(-3).join(" ")),
  };
}

const DECIMALS = 2;
/** From here on thousands are set apart, so that years are not. */
const SEPARATED: Decimal = { units: 10_000n, scale: 0 };
/** Below it two decimals say too little. */
const SMALL: Decimal = { units: 1n, scale: 1 };

/**
 * A value as it is put into a text: rounded to the step that its source declares, else at most two decimals (four of small numbers, one of
 * shares), thousands from 10,000 on set apart, shares with a %.
 */
export function shownValue({ value, percent = false, source }: Derived): string {
  if (value === null || value === undefined) return "NULL";
  const number =
    typeof value === "number" || /^-?\d+(?:\.\d+)?$/.test(value) ? decimalOf(String(value)) : undefined;
  if (number === undefined) return String(value);
  const size = absolute(number);
  const decimals = percent ? 1 : compare(size, SMALL) < 0 ? 4 : DECIMALS;
  const step = decimalOf(declaredStep(source) ?? "");
  const steps = step && compare(step, size) <= 0 ? divide(number, step) : undefined;
  const text = decimalText(step && steps ? multiply(roundedTo(steps, 0), step) : roundedTo(number, decimals));
  // The number of a thing is its name.
  const isName = /(?:^|[._"\s])(?:id|no|number|year)"?$/iu.test(source);
  const shown =
    compare(size, SEPARATED) >= 0 && !isName ? text.replace(/\B(?=(?:\d{3})+(?!\d))(?<!\.\d*)/gu, ",") : text;
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
