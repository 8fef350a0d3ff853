const DIGIT = /\p{Nd}/u;
const ASTRAL_DIGIT = /[\u{10000}-\u{10FFFF}]/gu;
const OTHER_SIGN = /[\p{Nd}−﹣－％＄￥，．]/gu;
const SAME: ReadonlyMap<string, string> = new Map([
  ["−", "-"],
  ["﹣", "-"],
  ["－", "-"],
  ["％", "%"],
  ["＄", "$"],
  ["￥", "¥"],
  ["，", ","],
  ["．", "."],
]);

/** Digits beyond the basic plane as plain ones, so that every digit is one UTF-16 unit. */
export const withoutAstralDigits = (text: string): string =>
  text.replace(ASTRAL_DIGIT, (sign) => (DIGIT.test(sign) ? digitOf(sign) : sign));

/** Digits and signs of other scripts as ASCII, unit for unit, for reading numbers where they stand. */
export const asciiDigits = (text: string): string =>
  text.replace(OTHER_SIGN, (sign) => SAME.get(sign) ?? (sign.length === 1 ? digitOf(sign) : sign));

/** Digits of a script stand in a row of ten: the mathematical ones in five rows, from 1D7CE on. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x1d7ce && code <= 0x1d7ff) return String((code - 0x1d7ce) % 10);
  let digit = 0;
  while (digit < 9 && DIGIT.test(String.fromCodePoint(code - digit - 1))) digit++;
  return String(digit);
}
