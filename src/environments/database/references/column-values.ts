import type { ReferencedKind } from "../../../environment/referenced-values.ts";
import type { StatementResult } from "../driver/sql-driver.ts";
import type { SqlValue } from "../driver/sql-value.ts";
import { cellJson } from "../tools/cell.ts";
import { kindOfColumn } from "./kind-of-column.ts";

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/u;
const NUMBER = /^-?\d+(?:\.\d+)?$/u;

/** The different values of a result's column in the order of the rows, without NULL, and what they are. */
export function columnValues(
  { columns, rows }: StatementResult,
  at: number,
): { readonly kind: ReferencedKind; readonly values: readonly (string | number)[] } {
  const declared = columns[at] === undefined ? "texts" : kindOfColumn(columns[at]);
  const values = [...new Set(rows.flatMap((row) => plain(row[at] ?? null)))];
  const isNumber = (value: string | number) =>
    typeof value === "number" || (declared === "numbers" && NUMBER.test(value));
  if (values.length === 0) return { kind: declared, values };
  if (values.every(isNumber)) return { kind: "numbers", values };
  const texts = [...new Set(values.map(String))];
  return { kind: texts.every((text) => DATE.test(text)) ? "dates" : "texts", values: texts };
}

function plain(value: SqlValue): readonly (string | number)[] {
  const json = cellJson(value);
  if (json === null) return [];
  return [typeof json === "number" || typeof json === "string" ? json : String(json)];
}
