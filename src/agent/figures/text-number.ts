import { type Decimal, decimalOf } from "./decimal.ts";

/** How numbers in a text are written: `1,234.5` or `1.234,5`. Both may have spaces or apostrophes between thousands. */
export type NumberStyle = "point" | "comma";

interface NumberText {
  /** The number without sign and unit. */
  readonly core: string;
  readonly negative: boolean;
  /** "" where there is none. */
  readonly unit: string;
}

const LONGEST = 60;
const AROUND =
  /^(?<before>[+\-−])?\s*(?<unitBefore>[$€£¥]|[A-Z]{3}(?=[\s\d]))?\s*(?<sign>[+\-−])?(?<core>[.,]?\d[\d.,'’\s]*?)\s*(?<unitAfter>[$€£¥%]|[A-Z]{3})?$/u;
const POINT = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)?(?:\.\d+)?$/u;
const COMMA = /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[\s'’]\d{3})+)?(?:,\d+)?$/u;

/** A text that is a number, perhaps with a currency or % around it; undefined for anything else, and for what begins with a zero as codes do. */
export function numberText(text: string): NumberText | undefined {
  if (text.length > LONGEST) return undefined;
  const groups = AROUND.exec(text.trim())?.groups;
  if (groups === undefined) return undefined;
  const { before, sign, core = "", unitBefore, unitAfter } = groups;
  if ((before !== undefined && sign !== undefined) || (unitBefore !== undefined && unitAfter !== undefined)) {
    return undefined;
  }
  if (/^0\d/.test(core)) return undefined;
  const negative = (before ?? sign ?? "+") !== "+";
  return { core, negative, unit: unitBefore ?? unitAfter ?? "" };
}

/** The number in that style; undefined where it is not written so. */
export function numberInStyle({ core, negative }: NumberText, style: NumberStyle): Decimal | undefined {
  if (!(style === "point" ? POINT : COMMA).test(core)) return undefined;
  const decimalSign = style === "point" ? "." : ",";
  const digits = core.replace(style === "point" ? /[,\s'’]/gu : /[.\s'’]/gu, "").replace(decimalSign, ".");
  return decimalOf(negative ? `-${digits}` : digits);
}
