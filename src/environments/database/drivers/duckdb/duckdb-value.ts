import {
  DuckDBArrayValue,
  DuckDBBlobValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  type DuckDBType,
  DuckDBUnionValue,
  type DuckDBValue,
} from "@duckdb/node-api";
import type { SqlValue } from "../../driver/sql-value.ts";

type ReadCell = (cell: DuckDBValue) => SqlValue;

/** Readers of the cells of each column. Types without a counterpart become the text that the engine prints. */
export function duckdbCellReaders(types: readonly DuckDBType[]): readonly ReadCell[] {
  return types.map((type) => (String(type) === "FLOAT" ? readFloat : readCell));
}

/** The shortest decimal number that is this one in 32 bits, as the engine prints it. */
function readFloat(cell: DuckDBValue): SqlValue {
  if (typeof cell !== "number" || !Number.isFinite(cell)) return readCell(cell);
  for (let digits = 6; digits < 10; digits += 1) {
    const near = Number(cell.toPrecision(digits));
    if (Math.fround(near) === cell) return near;
  }
  return cell;
}

function readCell(cell: DuckDBValue): SqlValue {
  switch (typeof cell) {
    case "boolean":
    case "number":
    case "string":
      return cell;
    case "bigint":
      return exactInteger(cell);
  }
  if (cell === null) return null;
  if (cell instanceof DuckDBBlobValue) return new Uint8Array(cell.bytes);
  if (cell instanceof DuckDBDecimalValue) return exactDecimal(cell);
  return nestedText(cell);
}

function exactInteger(value: bigint): number | bigint {
  const near = Number(value);
  return Number.isSafeInteger(near) ? near : value;
}

/** A number where a float holds the same decimal value, trailing zeros aside; decimals of up to 15 digits always do. */
function exactDecimal(cell: DuckDBDecimalValue): SqlValue {
  const text = cell.toString();
  if (cell.scale === 0) return exactInteger(cell.value);
  const digits = (cell.value < 0n ? -cell.value : cell.value).toString().replace(/0+$/u, "");
  return digits.length <= 15 ? Number(text) : text;
}

/** As a cast to VARCHAR prints it. */
function nestedText(cell: DuckDBValue): string {
  if (cell instanceof DuckDBListValue || cell instanceof DuckDBArrayValue)
    return `[${cell.items.map(elementText).join(", ")}]`;
  if (cell instanceof DuckDBStructValue) {
    const entries = Object.entries(cell.entries);
    return `{${entries.map(([name, value]) => `${quoted(name)}: ${elementText(value)}`).join(", ")}}`;
  }
  if (cell instanceof DuckDBMapValue)
    return `{${cell.entries.map(({ key, value }) => `${elementText(key)}=${elementText(value)}`).join(", ")}}`;
  if (cell instanceof DuckDBUnionValue) return elementText(cell.value);
  return String(cell);
}

function elementText(cell: DuckDBValue): string {
  if (cell === null) return "NULL";
  if (typeof cell === "boolean") return String(cell);
  if (typeof cell === "number") return numberText(cell);
  if (typeof cell === "bigint" || cell instanceof DuckDBDecimalValue) return cell.toString();
  if (isNested(cell)) return nestedText(cell);
  const text = String(cell);
  return needsQuotes(text) ? quoted(text) : text;
}

function isNested(cell: DuckDBValue): boolean {
  return [DuckDBListValue, DuckDBArrayValue, DuckDBStructValue, DuckDBMapValue, DuckDBUnionValue].some(
    (nested) => cell instanceof nested,
  );
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  return String(value);
}

function needsQuotes(text: string): boolean {
  return text === "" || /^null$/iu.test(text) || /^\s|\s$|["'()[\]{},:=;\\]/u.test(text);
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/gu, (character) => `\\${character}`)}'`;
}
