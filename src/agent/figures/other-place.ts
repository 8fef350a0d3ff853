import { columnValues } from "./column-values.ts";
import { compare } from "./decimal.ts";
import { written } from "./source-cells.ts";
import type { SourceTerm } from "./source-term.ts";
import type { Tables } from "./whole-table.ts";
import type { WrittenNumber } from "./written-number.ts";

const MOST_ROWS = 200;

/** Where the written number stands in the query that the source names, for whoever took the wrong row or column. */
export function otherPlace(form: WrittenNumber, term: SourceTerm, tables: Tables): string | undefined {
  const table = term.type === "reference" ? tables.get(term.query) : undefined;
  if (term.type !== "reference" || table === undefined) return undefined;
  for (const [at, column] of table.columns.entries()) {
    const row = columnValues(table, at)
      .values.slice(0, MOST_ROWS)
      .findIndex(
        (value) =>
          value !== null &&
          typeof value !== "string" &&
          form.readings.some((reading) => compare(reading.value, value) === 0),
      );
    if (row >= 0) return `${term.query}:${row + 1}.${written(column)}`;
  }
  return undefined;
}
