import type { Json } from "../../util/json.ts";
import { type Decimal, decimalOf } from "./decimal.ts";
import { type NumberStyle, numberInStyle, numberText } from "./text-number.ts";
import type { WholeTable } from "./whole-table.ts";

/** A cell as figures are computed from it; booleans and nested values count as their JSON text. */
export type CellValue = Decimal | string | null;

/** A column, read as a whole. */
export interface ColumnValues {
  readonly kind: "number" | "date" | "text" | "mixed" | "empty";
  readonly values: readonly CellValue[];
}

const ISO_DATE =
  /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?$/;

const read = new WeakMap<WholeTable, Map<number, ColumnValues>>();

/**
 * The values of a column, each read once for a table. Text counts as numbers where all of a column's texts are numbers of one style
 * (`12.50`, `1,204`, `1 204 500`; else `12,50`, `1.204,50`), with at most one currency or % around them; what fits both (`1,204`) is read
 * with a decimal point. Texts with a leading zero (codes, telephones) stay texts, as do dates.
 */
export function columnValues(table: WholeTable, column: number): ColumnValues {
  const columns = read.get(table) ?? new Map<number, ColumnValues>();
  read.set(table, columns);
  const known = columns.get(column);
  if (known !== undefined) return known;
  const values = valuesOf(table.rows.map((row) => row[column] ?? null));
  columns.set(column, values);
  return values;
}

function valuesOf(cells: readonly Json[]): ColumnValues {
  const texts = cells.filter((cell) => typeof cell === "string");
  const style = styleOf(texts);
  const values = cells.map((cell): CellValue => {
    if (cell === null) return null;
    if (typeof cell === "number") return decimalOf(String(cell)) ?? null;
    if (typeof cell !== "string") return JSON.stringify(cell);
    const number = style === undefined ? undefined : numberText(cell);
    return style === undefined || number === undefined ? cell : (numberInStyle(number, style) ?? cell);
  });
  return { kind: kindOf(values), values };
}

/** The style that all of the texts are numbers in. */
function styleOf(texts: readonly string[]): NumberStyle | undefined {
  let styles: readonly NumberStyle[] = texts.length === 0 ? [] : ["point", "comma"];
  const units = new Set<string>();
  for (const text of texts) {
    const number = numberText(text);
    if (number === undefined) return undefined;
    styles = styles.filter((style) => numberInStyle(number, style) !== undefined);
    units.add(number.unit);
    units.delete("");
    if (styles.length === 0 || units.size > 1) return undefined;
  }
  return styles[0];
}

function kindOf(values: readonly CellValue[]): ColumnValues["kind"] {
  const filled = values.filter((value) => value !== null);
  if (filled.length === 0) return "empty";
  const texts = filled.filter((value) => typeof value === "string");
  if (texts.length === 0) return "number";
  if (texts.length < filled.length) return "mixed";
  return texts.every((text) => ISO_DATE.test(text)) ? "date" : "text";
}
