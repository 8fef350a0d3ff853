import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import type { ResultColumn } from "../../driver/sql-driver.ts";
import type { SqlValue } from "../../driver/sql-value.ts";
import { TYPE_NAMES } from "./postgres-catalog-queries.ts";
import type { PostgresField, RunStatement } from "./postgres-session.ts";

const BOOLEAN = 16;
const BYTES = 17;
const INT8 = 20;
const SMALL_INTEGERS = new Set([21, 23, 26]);
const FLOATS = new Set([700, 701]);
const NUMERIC = 1700;

/** A cell from the text that the server sends; types without a counterpart stay as the server prints them. */
export function readPostgresValue(text: string | null, typeId: number): SqlValue {
  if (text === null) return null;
  if (typeId === BOOLEAN) return text === "t";
  if (SMALL_INTEGERS.has(typeId) || FLOATS.has(typeId)) return Number(text);
  if (typeId === INT8) return exactInteger(text);
  if (typeId === NUMERIC) return exactDecimal(text);
  if (typeId === BYTES && text.startsWith("\\x")) return new Uint8Array(Buffer.from(text.slice(2), "hex"));
  return text;
}

/** A parameter as text, which the server reads as whatever type the statement asks for. */
export function writePostgresValue(value: SqlValue): string | null {
  if (value === null) return null;
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return String(value);
}

/** Texts as the server writes an array of them. */
export function postgresArray(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/["\\]/gu, "\\$&")}"`).join(",")}}`;
}

/** Puts names to the numbers by which the server describes the types of result columns; types keep theirs. */
export function postgresResultColumns(): (
  fields: readonly PostgresField[],
  run: RunStatement,
) => Promise<ResultColumn[]> {
  const types = new Map<number, string>();
  return async (fields, run) => {
    const unknown = [...new Set(fields.map(({ dataTypeID }) => dataTypeID))].filter((id) => !types.has(id));
    if (unknown.length > 0) {
      const { rows } = await run(TYPE_NAMES, [`{${unknown.join(",")}}`], 100_000);
      for (const [id, name] of rows) types.set(Number(id), name ?? "");
    }
    return fields.map(({ name, dataTypeID }) => {
      const type = types.get(dataTypeID);
      return { name, ...(type === undefined ? {} : { type }) };
    });
  };
}
