import type { Json } from "../../../util/json.ts";
import type { SqlValue } from "../driver/sql-value.ts";

/** The cell as JSON: integers beyond 2^53 become decimal text, binary content `\x` and hexadecimal digits. */
export function cellJson(value: SqlValue): Json {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}

/** The cell in one line for a model, cut off after `limit` characters. */
export function cellLine(value: SqlValue, limit = 120): string {
  if (value === null) return "NULL";
  const text = String(cellJson(value)).replace(/\s*[\r\n]+\s*/gu, " ");
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}
