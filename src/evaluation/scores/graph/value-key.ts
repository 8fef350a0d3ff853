import type { Json } from "../../../util/json.ts";

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/u;
const DATE = /^(-?\d{4,}-\d{2}(?:-\d{2}(?:T[\d:.]+)?)?)(?:Z|[+-]\d{2}:\d{2})$/u;
const MIDNIGHT = /T00:00(?::00(?:\.0+)?)?$/u;

/**
 * Equal for values that are the same: numbers however they are written (`4`, `"4"`, `4.0`, `4E0`), dates without their time zone (Virtuoso gives
 * Freebase's one) and without a time that is midnight, everything else letter by letter.
 */
export function valueKey(value: Json): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).trim();
  if (NUMBER.test(text)) return `number ${numberKey(text)}`;
  return `text ${text.replace(DATE, "$1").replace(MIDNIGHT, "").normalize("NFC")}`;
}

/** Whole numbers of more digits than a double holds are compared by their digits. */
function numberKey(text: string): string {
  const whole = /^[+-]?0*(\d{16,})(?:\.0*)?$/u.exec(text)?.[1];
  if (whole !== undefined) return `${text.startsWith("-") ? "-" : ""}${whole}`;
  const number = Number(text);
  return String(number === 0 ? 0 : number);
}
