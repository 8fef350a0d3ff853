import { asciiDigits } from "./ascii-digits.ts";
import { type Decimal, decimalOf, multiply } from "./decimal.ts";
import { dateAt, type WrittenDate } from "./written-date.ts";

/** One way to understand a number: its value, and the step of its last digit, both scaled. */
export interface NumberReading {
  readonly value: Decimal;
  readonly step: Decimal;
}

export interface WrittenNumber {
  readonly end: number;
  /** Empty for a time of day or a version. */
  readonly readings: readonly NumberReading[];
  readonly percent: boolean;
  /** What the digits count: 1, or 1000000 for "1.2 million". */
  readonly scale: Decimal;
  /** "12" of "12 %": what stands for the digits alone, between `from` and `to`. */
  readonly digits: { readonly from: number; readonly to: number };
  readonly dates: readonly WrittenDate[];
  readonly isWord: boolean;
}

const ONE: Decimal = { units: 1n, scale: 0 };
const SIGN = /(?<sign>[-+])?(?:[$€£¥]\s?)?/uy;
const THOUSANDS =
  /\d{1,3}(?:(?:,\d{3})+|(?:['’_]\d{3})+|(?:[\u00a0\u2009\u202f]\d{3})+|(?: \d{3})+)(?:\.\d+)?(?![\d])(?!,\d)/uy;
const COMMAS =
  /\d{1,3}(?:(?:\.\d{3})+|(?:[\u00a0\u2009\u202f ]\d{3})+),\d+(?!\d)|\d{1,3}(?:\.\d{3}){2,}(?!\d)|\d+,(?:\d{1,2}|\d{4,})(?![\d,])/uy;
const PLAIN = /\d*\.?\d+(?:[eE][+-]?\d{1,2}(?![\p{L}\p{N}]))?/uy;
const OPAQUE = /\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?(?![\p{L}\p{N}])|\d+(?:\.\d+){2,}/iuy;
const ORDINAL = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/uy;
const SCALE =
  /[\s-]?(?:(?<word>hundred|thousand|million|billion|trillion)|(?<=\d)(?<letter>k|K|m|M|mn|bn|B|tn))(?![\p{L}\p{N}])/uy;
const PERCENT = /\s?(?:%|per cent|percentage points?|percent|pct|pp)(?![\p{L}\p{N}])/uy;

const SCALES: ReadonlyMap<string, bigint> = new Map([
  ["hundred", 100n],
  ["thousand", 1000n],
  ["k", 1000n],
  ["million", 1_000_000n],
  ["m", 1_000_000n],
  ["mn", 1_000_000n],
  ["billion", 1_000_000_000n],
  ["bn", 1_000_000_000n],
  ["b", 1_000_000_000n],
  ["trillion", 1_000_000_000_000n],
  ["tn", 1_000_000_000_000n],
]);

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    two: "2",
    three: "3",
    four: "4",
    five: "5",
    six: "6",
    seven: "7",
    eight: "8",
    nine: "9",
    ten: "10",
    eleven: "11",
    twelve: "12",
    thirteen: "13",
    fourteen: "14",
    fifteen: "15",
    sixteen: "16",
    seventeen: "17",
    eighteen: "18",
    nineteen: "19",
    twenty: "20",
    thirty: "30",
    forty: "40",
    fifty: "50",
    sixty: "60",
    seventy: "70",
    eighty: "80",
    ninety: "90",
    hundred: "100",
    dozen: "12",
    half: "0.5",
    twice: "2",
    thrice: "3",
  }),
);
const WORD = /\p{L}+/uy;

/**
 * The number, date or number word in the text at that place, with its scale ("1.2 million", "12k") and per cent sign. `1,234` is read with a
 * thousands comma, `12,5` with a decimal one; `1.234` is 1.234, and 1234 as well.
 */
export function numberAt(text: string, at: number): WrittenNumber | undefined {
  const date = dateAt(text, at);
  if (date !== undefined) return dated(text, at, date.end, date.dates);
  const word = taken(WORD, text, at);
  if (word !== undefined) return ofWord(word, at);
  const opaque = taken(OPAQUE, text, at);
  if (opaque !== undefined) return bare(at, at + opaque.length, []);
  const lead = taken(SIGN, text, at) ?? "";
  const from = at + lead.length;
  const core = [COMMAS, THOUSANDS, PLAIN].map((form) => taken(form, text, from) ?? "");
  const [commas = "", thousands = "", plain = ""] = core;
  const digits = [thousands, commas, plain].reduce((best, each) => (each.length > best.length ? each : best));
  if (digits === "") return undefined;
  const isComma = digits === commas && commas.length > thousands.length;
  const to = from + digits.length;
  const ordinal = taken(ORDINAL, text, to);
  const scaled = ordinal === undefined ? scaleAt(text, to) : { scale: ONE, end: to + ordinal.length };
  const percent = taken(PERCENT, text, scaled.end);
  const readings = readingsOf(digits, isComma, lead.startsWith("-"), scaled.scale);
  return {
    end: scaled.end + (percent?.length ?? 0),
    readings,
    percent: percent !== undefined,
    scale: scaled.scale,
    digits: { from, to },
    dates: [],
    isWord: false,
  };
}

/** The number that a text as a whole is. */
export const writtenNumber = (written: string): WrittenNumber | undefined =>
  numberAt(asciiDigits(written), 0);

function taken(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

function bare(from: number, end: number, readings: readonly NumberReading[]): WrittenNumber {
  return { end, readings, percent: false, scale: ONE, digits: { from, to: end }, dates: [], isWord: false };
}

/** Of "May 2024" and "12 May" the number may be meant alone. */
function dated(text: string, at: number, end: number, dates: readonly WrittenDate[]): WrittenNumber {
  const numbers = text.slice(at, end).match(/\d+/g) ?? [];
  const [only] = numbers;
  return {
    ...bare(at, end, numbers.length === 1 && only !== undefined ? plainReading(only, ONE) : []),
    dates,
  };
}

function ofWord(word: string, at: number): WrittenNumber | undefined {
  const digits = WORDS.get(word.toLowerCase());
  if (digits === undefined) return undefined;
  return { ...bare(at, at + word.length, plainReading(digits, ONE)), isWord: true };
}

function scaleAt(text: string, at: number): { readonly scale: Decimal; readonly end: number } {
  SCALE.lastIndex = at;
  const found = SCALE.exec(text);
  const name = found?.groups?.["word"] ?? found?.groups?.["letter"];
  const units = name === undefined ? undefined : SCALES.get(name.toLowerCase());
  if (found === null || units === undefined) return { scale: ONE, end: at };
  return { scale: { units, scale: 0 }, end: at + found[0].length };
}

function readingsOf(
  digits: string,
  isComma: boolean,
  isNegative: boolean,
  scale: Decimal,
): readonly NumberReading[] {
  const sign = isNegative ? "-" : "";
  const plain = isComma ? digits.replace(/[.\s]/gu, "").replace(",", ".") : digits.replace(/[,'’_\s]/gu, "");
  const grouped = /^[1-9]\d{0,2}\.\d{3}$/.test(digits)
    ? plainReading(sign + digits.replace(".", ""), scale)
    : [];
  return [...plainReading(sign + plain, scale), ...grouped];
}

function plainReading(digits: string, scale: Decimal): readonly NumberReading[] {
  const value = decimalOf(digits);
  if (value === undefined) return [];
  return [{ value: multiply(value, scale), step: multiply({ units: 1n, scale: value.scale }, scale) }];
}
