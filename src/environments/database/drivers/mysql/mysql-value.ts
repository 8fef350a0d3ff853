import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import type { SqlValue } from "../../driver/sql-value.ts";

/** What the server says of a column of a result; numbers as in the protocol. */
export interface MysqlField {
  readonly name: string;
  readonly columnType: number;
  readonly flags: number;
  readonly characterSet: number;
  readonly columnLength: number;
  readonly decimals: number;
  /** Of MariaDB: types that go as texts. */
  readonly extendedTypeName?: string;
  readonly extendedFormat?: string;
}

const INTEGERS = new Set([1, 2, 3, 8, 9, 13]);
const FLOATS = new Set([4, 5]);
const DECIMALS = new Set([0, 246]);
const BIT = 16;
const JSON_TYPE = 245;
const GEOMETRY = 255;
/** VARCHAR, ENUM, SET, the four BLOBs, VAR_STRING, STRING: bytes where their character set is the binary one. */
const TEXTS = new Set([15, 247, 248, 249, 250, 251, 252, 253, 254]);
const BINARY = 63;

/** A cell from the bytes that the server sends in the text protocol; types without a counterpart stay as it prints them. */
export function readMysqlValue(bytes: Buffer | null, field: MysqlField): SqlValue {
  if (bytes === null) return null;
  const { columnType } = field;
  if (columnType === BIT) return bitsAsInteger(bytes);
  if (isBinary(field)) return new Uint8Array(bytes);
  const text = bytes.toString("utf8");
  if (INTEGERS.has(columnType)) return exactInteger(text);
  if (FLOATS.has(columnType)) return Number(text);
  if (DECIMALS.has(columnType)) return exactDecimal(text);
  return text;
}

function isBinary({ columnType, characterSet, extendedTypeName }: MysqlField): boolean {
  if (columnType === GEOMETRY) return true;
  return (
    columnType !== JSON_TYPE &&
    TEXTS.has(columnType) &&
    characterSet === BINARY &&
    extendedTypeName === undefined
  );
}

function bitsAsInteger(bytes: Buffer): number | bigint {
  return exactInteger(BigInt(`0x${bytes.toString("hex") || "0"}`).toString());
}

/**
 * A value as SQL that means the same in every mode of the server: texts and bytes in hexadecimal, so that nothing in them can be read as
 * anything else.
 */
export function writeMysqlValue(value: SqlValue): string {
  if (value === null) return "NULL";
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "NULL";
  const hex = Buffer.from(value as string).toString("hex");
  return typeof value === "string" ? `_utf8mb4 X'${hex}'` : `X'${hex}'`;
}
