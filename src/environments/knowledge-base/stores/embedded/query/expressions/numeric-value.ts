import type { Literal, Term } from "../../../../term/term.ts";

const XSD = "http://www.w3.org/2001/XMLSchema#";

export type NumericType = "integer" | "decimal" | "float" | "double";

export interface NumericValue {
  readonly number: number;
  readonly type: NumericType;
}

const TYPES: ReadonlyMap<string, NumericType> = new Map<string, NumericType>([
  ...(["integer", "decimal", "float", "double"] as const).map((type): [string, NumericType] => [
    XSD + type,
    type,
  ]),
  ...[
    "int long short byte nonNegativeInteger positiveInteger nonPositiveInteger negativeInteger",
    "unsignedInt unsignedLong unsignedShort unsignedByte",
  ]
    .join(" ")
    .split(" ")
    .map((name): [string, NumericType] => [XSD + name, "integer"]),
]);

const FORM = /^[+-]?(\d+(?:\.\d*)?|\.\d+)([eE][+-]?\d+)?$/u;
const RANK: Readonly<Record<NumericType, number>> = { integer: 0, decimal: 1, float: 2, double: 3 };

/** The number that a literal of a numeric datatype stands for; undefined for anything else, and for texts that are no numbers. */
export function numeric(term: Term): NumericValue | undefined {
  if (term.kind !== "literal" || term.datatype === undefined) return undefined;
  const type = TYPES.get(term.datatype);
  if (type === undefined) return undefined;
  const text = term.value.trim();
  if (FORM.test(text)) return { number: Number(text), type };
  const special: Readonly<Record<string, number>> = {
    INF: Number.POSITIVE_INFINITY,
    "-INF": Number.NEGATIVE_INFINITY,
    NaN: Number.NaN,
  };
  const number = type === "float" || type === "double" ? special[text] : undefined;
  return number === undefined ? undefined : { number, type };
}

export function numericTerm({ number, type }: NumericValue): Literal {
  return { kind: "literal", value: written(number, type), datatype: XSD + type };
}

function written(number: number, type: NumericType): string {
  if (Number.isNaN(number)) return "NaN";
  if (!Number.isFinite(number)) return number > 0 ? "INF" : "-INF";
  if (type === "integer") return BigInt(Math.trunc(number)).toString();
  if (type !== "decimal") return scientific(number);
  const text = String(number);
  return /e/u.test(text) ? plainDecimal(number) : text;
}

function plainDecimal(number: number): string {
  return number.toFixed(20).replace(/\.?0+$/u, "");
}

/** The canonical form of doubles: `1.5E3`. */
function scientific(number: number): string {
  const [digits = "0", exponent = "0"] = number.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${Number(exponent)}`;
}

const wider = (a: NumericType, b: NumericType): NumericType => (RANK[a] >= RANK[b] ? a : b);

export function add(a: NumericValue, b: NumericValue): NumericValue {
  return { number: exact(a.number + b.number, wider(a.type, b.type)), type: wider(a.type, b.type) };
}

export function subtract(a: NumericValue, b: NumericValue): NumericValue {
  return { number: exact(a.number - b.number, wider(a.type, b.type)), type: wider(a.type, b.type) };
}

export function multiply(a: NumericValue, b: NumericValue): NumericValue {
  return { number: exact(a.number * b.number, wider(a.type, b.type)), type: wider(a.type, b.type) };
}

/** Integers give a decimal. Division by zero is an error but for floats and doubles. */
export function divide(a: NumericValue, b: NumericValue): NumericValue | undefined {
  const type = wider(wider(a.type, b.type), "decimal");
  if (b.number === 0 && type === "decimal") return undefined;
  return { number: exact(a.number / b.number, type), type };
}

/** Decimals are kept as doubles; rounding to 15 digits takes back what 0.1 + 0.2 adds. */
function exact(number: number, type: NumericType): number {
  return type === "decimal" && Number.isFinite(number) ? Number(number.toPrecision(15)) : number;
}
