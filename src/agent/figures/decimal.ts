/** A decimal number, exact: `units` divided by 10 to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** Digits that a quotient is worked out to. */
const QUOTIENT_DIGITS = 40;
/** Decimals beyond this are noise of sums and means. */
const SHOWN_DECIMALS = 20;
/** What is longer is no number that somebody counts with. */
const LONGEST = 400;
const LONGEST_PRODUCT = 2000;

export const HUNDRED: Decimal = { units: 100n, scale: 0 };

/** Reads `-12.50` and `1.5e-7`; undefined for what is something else, or has more than 400 digits. */
export function decimalOf(text: string): Decimal | undefined {
  if (text.length > LONGEST) return undefined;
  const [, sign = "", whole = "", decimals = "", exponent = "0"] =
    /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/.exec(text) ?? [];
  if (whole === "" && decimals === "") return undefined;
  const power = Number(exponent);
  if (Math.abs(power) > LONGEST) return undefined;
  const units = BigInt(`${whole}${decimals}`) * (sign === "-" ? -1n : 1n);
  const scale = decimals.length - power;
  return scale < 0 ? { units: units * tens(-scale), scale: 0 } : { units, scale };
}

export const add = (a: Decimal, b: Decimal): Decimal => {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
};

export const negated = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale });

export const subtract = (a: Decimal, b: Decimal): Decimal => add(a, negated(b));

export const multiply = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
});

/** Of a product: a source may multiply the largest cell by itself a hundred times. */
export const isTooLong = ({ units, scale }: Decimal): boolean =>
  scale > LONGEST_PRODUCT || digitsOf(units) > LONGEST_PRODUCT;

/** To 40 digits, cut off; undefined where `b` is 0. */
export function divide(a: Decimal, b: Decimal): Decimal | undefined {
  if (b.units === 0n) return undefined;
  const more = Math.max(0, QUOTIENT_DIGITS + digitsOf(b.units) - digitsOf(a.units));
  const scale = a.scale - b.scale + more;
  const units = (a.units * tens(more)) / b.units;
  return scale < 0 ? { units: units * tens(-scale), scale: 0 } : withoutZeros({ units, scale });
}

export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export const absolute = (value: Decimal): Decimal => (value.units < 0n ? negated(value) : value);

/** Half away from zero, as people round. */
export function roundedTo(value: Decimal, decimals: number): Decimal {
  if (value.scale <= decimals) return value;
  const step = tens(value.scale - decimals);
  const { units } = absolute(value);
  const rounded = (units + step / 2n) / step;
  return { units: value.units < 0n ? -rounded : rounded, scale: decimals };
}

/** Plain digits with a point; at most 20 decimals, without zeros at the end. */
export function decimalText(value: Decimal): string {
  const { units, scale } = withoutZeros(roundedTo(value, SHOWN_DECIMALS));
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${scale === 0 ? "" : `.${digits.slice(-scale)}`}`;
}

/** As a number where that says it exactly enough, else as its digits: from 2^53 on. */
export function decimalValue(value: Decimal): number | string {
  const text = decimalText(value);
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : text;
}

/** A sum in one pass: adding up one by one would align the same scales again and again. */
export function sumOf(values: readonly Decimal[]): Decimal {
  const scale = values.reduce((most, each) => Math.max(most, each.scale), 0);
  return { units: values.reduce((sum, each) => sum + unitsAt(each, scale), 0n), scale };
}

function withoutZeros({ units, scale }: Decimal): Decimal {
  let [rest, left] = [units, scale];
  while (left > 0 && rest % 10n === 0n) [rest, left] = [rest / 10n, left - 1];
  return { units: rest, scale: left };
}

const unitsAt = ({ units, scale }: Decimal, wanted: number): bigint =>
  scale === wanted ? units : units * tens(wanted - scale);

const tens = (power: number): bigint => 10n ** BigInt(power);

const digitsOf = (units: bigint): number => (units < 0n ? -units : units).toString().length;
