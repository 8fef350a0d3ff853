import {
  DuckDBArrayType,
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListType,
  DuckDBListValue,
  DuckDBMapType,
  DuckDBMapValue,
  DuckDBStructType,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBUnionType,
  DuckDBUnionValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import { SqlEngineError } from "../../driver/sql-engine-error.ts";
import type { SqlValue } from "../../driver/sql-value.ts";

type ReadCell = (cell: DuckDBValue) => SqlValue;

/** Readers of the cells of each column. Types without a counterpart become the text that the engine prints. */
export function duckdbCellReaders(types: readonly DuckDBType[]): readonly ReadCell[] {
  return types.map((type) => (cell) => readCell(cell, type));
}

function readCell(cell: DuckDBValue, type: DuckDBType): SqlValue {
  switch (typeof cell) {
    case "number":
      return String(type) === "FLOAT" ? shortFloat(cell) : cell;
    case "boolean":
    case "string":
      return cell;
    case "bigint":
      return exactInteger(cell);
  }
  if (cell === null) return null;
  if (cell instanceof DuckDBBlobValue) return new Uint8Array(cell.bytes);
  if (cell instanceof DuckDBDecimalValue) return exactDecimal(cell);
  return printed(cell, type);
}

/** The shortest decimal number that is this one in 32 bits, as the engine prints it. */
function shortFloat(value: number): number {
  for (let digits = 6; digits < 10; digits += 1) {
    const near = Number(value.toPrecision(digits));
    if (Math.fround(near) === value) return near;
  }
  return value;
}

function exactInteger(value: bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** A number where a float holds the same decimal value, trailing zeros aside; decimals of up to 15 digits always do. */
function exactDecimal(cell: DuckDBDecimalValue): SqlValue {
  if (cell.scale === 0) return exactInteger(cell.value);
  const digits = (cell.value < 0n ? -cell.value : cell.value).toString().replace(/0+$/u, "");
  return digits.length <= 15 ? Number(cell.toString()) : cell.toString();
}

/** As a cast to VARCHAR prints it. */
function printed(cell: DuckDBValue, type: DuckDBType | undefined): string {
  if (cell instanceof DuckDBListValue || cell instanceof DuckDBArrayValue) {
    const inner =
      type instanceof DuckDBListType || type instanceof DuckDBArrayType ? type.valueType : undefined;
    return `[${cell.items.map((item) => element(item, inner)).join(", ")}]`;
  }
  if (cell instanceof DuckDBStructValue) {
    const inner = type instanceof DuckDBStructType ? type.entryTypes : [];
    const entries = Object.entries(cell.entries);
    // The binding keeps entries by their names: of those without a name it has the last one only.
    if (entries.length < inner.length) throw unnamedEntries();
    return `{${entries.map(([name, value], at) => `${quoted(name)}: ${element(value, inner[at])}`).join(", ")}}`;
  }
  if (cell instanceof DuckDBMapValue) {
    const [key, value] = type instanceof DuckDBMapType ? [type.keyType, type.valueType] : [];
    return `{${cell.entries.map((entry) => `${element(entry.key, key)}=${element(entry.value, value)}`).join(", ")}}`;
  }
  if (cell instanceof DuckDBUnionValue) {
    const member = type instanceof DuckDBUnionType ? type.memberTypeForTag(cell.tag) : undefined;
    return plain(cell.value, member);
  }
  return plain(cell, type);
}

/** In a list, struct or map: texts in which the engine's own marks occur are quoted. */
function element(cell: DuckDBValue, type: DuckDBType | undefined): string {
  const text = plain(cell, type);
  const isText = cell !== null && !isNested(cell) && typeof cell !== "number" && typeof cell !== "boolean";
  return isText && needsQuotes(text) ? quoted(text) : text;
}

/** The last days that a date can be stand for the ends of time. */
const ENDLESS_DAYS = 2 ** 31 - 1;

function plain(cell: DuckDBValue, type: DuckDBType | undefined): string {
  if (cell === null) return "NULL";
  if (typeof cell === "number") return numberText(cell, String(type));
  if (cell instanceof DuckDBDateValue && Math.abs(cell.days) === ENDLESS_DAYS)
    return cell.days > 0 ? "infinity" : "-infinity";
  return isNested(cell) ? printed(cell, type) : String(cell);
}

function isNested(cell: DuckDBValue): boolean {
  return [DuckDBListValue, DuckDBArrayValue, DuckDBStructValue, DuckDBMapValue, DuckDBUnionValue].some(
    (nested) => cell instanceof nested,
  );
}

function numberText(value: number, type: string): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (type !== "DOUBLE" && type !== "FLOAT") return String(value);
  const text = String(type === "FLOAT" ? shortFloat(value) : value);
  return /^-?\d+$/u.test(text) ? `${text}.0` : text;
}

function needsQuotes(text: string): boolean {
  return text === "" || /^null$/iu.test(text) || /^\s|\s$|["'()[\]{},:=]/u.test(text);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, (character) => `\\${character}`)}'`;
}

function unnamedEntries(): SqlEngineError {
  return new SqlEngineError({
    kind: "other",
    engineMessage:
      "A row without names, as row(1, 2) or (1, 2) makes one, cannot be handed over: cast it to VARCHAR",
  });
}
