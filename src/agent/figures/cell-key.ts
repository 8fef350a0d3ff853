import type { CellValue } from "./column-values.ts";
import { decimalText } from "./decimal.ts";

/** The same for equal values, and different for the number 5 and the text "5". */
export const cellKey = (value: Exclude<CellValue, null>): string =>
  typeof value === "string" ? `t${value}` : `n${decimalText(value)}`;
