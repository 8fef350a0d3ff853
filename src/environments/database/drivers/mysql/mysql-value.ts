import { given } from "../../../../util/given.ts";
import { exactDecimal, exactInteger } from "../../driver/exact-number.ts";
import type { ResultColumn } from "../../driver/sql-driver.ts";
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
const BINARY_CHARACTERS = 63;

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
    characterSet === BINARY_CHARACTERS &&
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

const UNSIGNED = 32;
const ENUM = 256;
const SET = 2048;
const WIDEST_CHARACTER = 4;

/** Names of types by their number in the protocol, where no length stands behind them. */
const TYPE_NAMES: ReadonlyMap<number, string> = new Map(
  `1 tinyint, 2 smallint, 3 int, 4 float, 5 double, 6 null, 7 timestamp, 8 bigint, 9 mediumint, 10 date, 11 time,
  12 datetime, 13 year, 14 date, 16 bit, 245 json, 247 enum, 248 set, 255 geometry`
    .split(/,\s+/u)
    .map((each) => each.split(" "))
    .map(([number, name = ""]) => [Number(number), name]),
);
const SIGNED = new Set([1, 2, 3, 4, 5, 8, 9]);

export function mysqlResultColumn(field: MysqlField): ResultColumn {
  return given({ name: field.name, type: typeName(field) });
}

function typeName(field: MysqlField): string | undefined {
  const { columnType, flags, columnLength, decimals, extendedTypeName, extendedFormat } = field;
  if (extendedTypeName !== undefined || extendedFormat !== undefined)
    return extendedTypeName ?? extendedFormat;
  if (flags & ENUM) return "enum";
  if (flags & SET) return "set";
  const name = TYPE_NAMES.get(columnType);
  if (name !== undefined) return SIGNED.has(columnType) && flags & UNSIGNED ? `${name} unsigned` : name;
  if (columnType === 0 || columnType === 246) {
    const room = (decimals > 0 ? 1 : 0) + (flags & UNSIGNED ? 0 : 1);
    return `decimal(${columnLength - room},${decimals})`;
  }
  const isBytes = field.characterSet === BINARY_CHARACTERS;
  if (columnType >= 249 && columnType <= 252) return isBytes ? "blob" : "text";
  if (![253, 254, 15].includes(columnType)) return undefined;
  const length = isBytes ? columnLength : columnLength / WIDEST_CHARACTER;
  return `${columnType === 254 ? "" : "var"}${isBytes ? "binary" : "char"}(${length})`;
}
