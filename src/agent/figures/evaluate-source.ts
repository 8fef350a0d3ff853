import type { Derived } from "../../trajectory/table-profile.ts";
import { decimalValue } from "./decimal.ts";
import { FigureProblem } from "./figure-problem.ts";
import { isPercent } from "./is-percent.ts";
import { readSource } from "./source-expression.ts";
import { valueOfTerm } from "./term-value.ts";
import type { WholeTable } from "./whole-table.ts";

/** Of a text: it becomes part of the run's record. */
const LONGEST_TEXT = 1000;

/**
 * What a source comes to over the tables, by their names (`Q1`). Sums, differences and products are exact in decimal; quotients have 40 digits.
 * Numbers are numbers up to 2^53 and decimal strings beyond it; a cell that is a text or a date gives that text, at most 1,000 characters of it. Text that is numbers
 * throughout its column counts as numbers (column-values.ts says which). NULLs are left out of a whole column, as SQL does; elsewhere they
 * are a problem, as are a division by 0, and an unknown query, row or column, which is answered with the nearest names.
 */
export function evaluateSource(text: string, tables: ReadonlyMap<string, WholeTable>): Derived {
  const { source, problem } = readSource(text);
  if (source === undefined) return { source: text, problem };
  const value = valueOfTerm(source.term, tables);
  if (value instanceof FigureProblem) return { source: text, problem: value.message };
  return {
    source: text,
    value:
      typeof value === "string" ? value.slice(0, LONGEST_TEXT) : value === null ? null : decimalValue(value),
    ...(isPercent(source.term) ? { percent: true } : {}),
  };
}
