import type { ResultRows, Row } from "../../../src/cli/output/result-rows.ts";

export function resultOf(columns: readonly string[], rows: readonly Row[], total = rows.length): ResultRows {
  return { columns, rows, count: rows.length, total };
}
