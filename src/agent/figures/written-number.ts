import { MONTHS } from "../../util/month-names.ts";

/** A date as far as it is written; months and days count from 1. */
export interface WrittenDate {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
}

const MONTH = `(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)`;
const DAY = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?<year>\\d{4})";
const END = "(?![\\p{L}\\p{N}])";

const DATES: readonly RegExp[] = [
  /(?<year>\d{4})-(?<month>\d{2})(?:-(?<day>\d{2}))?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?(?![\p{L}\p{N}-])/uy,
  /(?<day>\d{1,2})(?<separator>[/.])(?<month>\d{1,2})\k<separator>(?<year>\d{4})(?: \d{2}:\d{2}(?::\d{2})?)?(?![\p{L}\p{N}])/uy,
  new RegExp(`${DAY}(?: of)? ${MONTH}\\.?(?:,? ${YEAR})?${END}`, "iuy"),
  new RegExp(`${MONTH}\\.? ${DAY}(?:,? ${YEAR})${END}`, "iuy"),
  new RegExp(`${MONTH}\\.?,? ${YEAR}${END}`, "iuy"),
  new RegExp(`${MONTH}\\.? ${DAY}${END}`, "iuy"),
];

/** The date that is written in the text at that place; two where day and month might be the other way round. */
function dateAt(
  text: string,
  at: number,
): { readonly end: number; readonly dates: readonly WrittenDate[] } | undefined {
  for (const form of DATES) {
    form.lastIndex = at;
    const found = form.exec(text);
    if (found === null) continue;
    const { year, month = "", day, separator } = found.groups ?? {};
    const date = {
      ...(year === undefined ? {} : { year: Number(year) }),
      ...(day === undefined ? {} : { day: Number(day) }),
      month: (/^\d/.test(month) ? Number(month) : monthNamed(month)) ?? 0,
    };
    const turned = { ...date, month: date.day ?? 0, day: date.month };
    const dates = (separator === "/" ? [date, turned] : [date]).filter(isDate);
    if (dates.length > 0) return { end: at + found[0].length, dates };
  }
  return undefined;
}

/** The date that a whole cell is. */
export function dateOf(cell: string): WrittenDate | undefined {
  const found = dateAt(cell, 0);
  return found?.end === cell.length ? found.dates[0] : undefined;
}

/** The month of that name, also shortened to three letters or more. */
export function monthNamed(name: string): number | undefined {
  const folded = name.toLowerCase();
  const at = folded.length < 3 ? -1 : MONTHS.findIndex((month) => month.startsWith(folded));
  return at < 0 ? undefined : at + 1;
}

/** True where all that is written of a date is so in the other. */
export const isSameDate = (written: WrittenDate, date: WrittenDate): boolean =>
  (["year", "month", "day"] as const).every(
    (part) => written[part] === undefined || written[part] === date[part],
  );

const isDate = ({ month = 1, day = 1 }: WrittenDate): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= 31;

/** One way to understand a number: its value, and the step of its last digit, both scaled. */
export interface NumberReading {
  readonly value: number;
  readonly step: number;
}

export interface WrittenNumber {
  readonly end: number;
  /** Empty for a time of day or a version. */
  readonly readings: readonly NumberReading[];
  readonly percent: boolean;
  /** What the digits count: 1, or 1000000 for "1.2 million". */
  readonly scale: number;
  readonly dates: readonly WrittenDate[];
}

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

const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ...["thousand", "k"].map((name) => [name, 1000] as const),
  ...["million", "m", "mn"].map((name) => [name, 1_000_000] as const),
  ...["billion", "b", "bn"].map((name) => [name, 1_000_000_000] as const),
  ...["trillion", "tn"].map((name) => [name, 1_000_000_000_000] as const),
]);

/** The minus sign of typesetting as a hyphen, unit for unit. Digits of other scripts are text. */
export const plainSigns = (text: string): string => text.replaceAll("−", "-");

/**
 * The number or date in the text at that place, with its scale ("1.2 million", "12k") and per cent sign. `1,234` is read with a
 * thousands comma, `12,5` with a decimal one; `1.234` is 1.234, and 1234 as well.
 */
export function numberAt(text: string, at: number): WrittenNumber | undefined {
  const date = dateAt(text, at);
  if (date !== undefined) {
    // Of "May 2024" and "12 May" the number may be meant alone.
    const [only, ...more] = text.slice(at, date.end).match(/\d+/g) ?? [];
    const readings = only === undefined || more.length > 0 ? [] : readingOf(only, 1);
    return { ...bare(date.end, readings), dates: date.dates };
  }
  const opaque = taken(OPAQUE, text, at);
  if (opaque !== undefined) return bare(at + opaque.length, []);
  const lead = taken(SIGN, text, at) ?? "";
  const from = at + lead.length;
  const [commas = "", thousands = "", plain = ""] = [COMMAS, THOUSANDS, PLAIN].map(
    (form) => taken(form, text, from) ?? "",
  );
  const digits = [thousands, commas, plain].reduce((best, each) => (each.length > best.length ? each : best));
  if (digits === "") return undefined;
  const isComma = digits === commas && commas.length > thousands.length;
  const to = from + digits.length;
  const ordinal = taken(ORDINAL, text, to);
  const scaled = ordinal === undefined ? scaleAt(text, to) : { scale: 1, end: to + ordinal.length };
  const percent = taken(PERCENT, text, scaled.end);
  return {
    ...bare(to, readingsOf(digits, isComma, lead.startsWith("-") ? "-" : "", scaled.scale)),
    end: scaled.end + (percent?.length ?? 0),
    percent: percent !== undefined,
    scale: scaled.scale,
  };
}

/** The number that a text as a whole is. */
export const writtenNumber = (written: string): WrittenNumber | undefined => numberAt(plainSigns(written), 0);

function taken(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}

function bare(end: number, readings: readonly NumberReading[]): WrittenNumber {
  return { end, readings, percent: false, scale: 1, dates: [] };
}

function scaleAt(text: string, at: number): { readonly scale: number; readonly end: number } {
  const found = taken(SCALE, text, at) ?? "";
  const scale = SCALES.get(found.replace(/^[\s-]/u, "").toLowerCase());
  return scale === undefined ? { scale: 1, end: at } : { scale, end: at + found.length };
}

function readingsOf(digits: string, isComma: boolean, sign: string, scale: number): readonly NumberReading[] {
  const plain = isComma ? digits.replace(/[.\s]/gu, "").replace(",", ".") : digits.replace(/[,'’_\s]/gu, "");
  const isGrouped = /^[1-9]\d{0,2}\.\d{3}$/.test(digits);
  return [
    ...readingOf(sign + plain, scale),
    ...(isGrouped ? readingOf(sign + digits.replace(".", ""), scale) : []),
  ];
}

function readingOf(digits: string, scale: number): readonly NumberReading[] {
  const [, decimals = "", exponent = "0"] = /^[^.e]*(?:\.(\d*))?(?:e(.*))?$/iu.exec(digits) ?? [];
  const step = 10 ** (Number(exponent) - decimals.length);
  return [{ value: Number(digits) * scale, step: step * scale }];
}
