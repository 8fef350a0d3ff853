import type { CellValue } from "./column-values.ts";
import { compare, type Decimal } from "./decimal.ts";
import { FigureProblem } from "./figure-problem.ts";
import { columnOf, tableOf } from "./source-cells.ts";
import type { Comparison, SourceTerm } from "./source-term.ts";
import type { Tables } from "./whole-table.ts";

type ValueIn = (term: SourceTerm, tables: Tables) => CellValue | FigureProblem;

/** Rows of a query, filled cells of a column, or cells that a comparison holds for; NULL is never counted. */
export function countRows(term: SourceTerm, tables: Tables, valueIn: ValueIn): Decimal | FigureProblem {
  if (term.type === "comparison") return countWhere(term, tables, valueIn);
  if (term.type !== "reference" || term.row !== undefined) {
    return new FigureProblem(
      "count takes a query, a column or a comparison: `count(Q1)`, `count(Q1.tickets)`, `count(Q1.tickets > 100)`.",
    );
  }
  if (term.column === undefined) {
    const table = tableOf(term.query, tables);
    if (table instanceof FigureProblem) return table;
    return { units: BigInt(table.total ?? table.rows.length), scale: 0 };
  }
  const column = columnOf(term, tables);
  if (column instanceof FigureProblem) return column;
  return { units: BigInt(column.values.filter((value) => value !== null).length), scale: 0 };
}

function countWhere(
  { operator, left, right }: Extract<SourceTerm, { type: "comparison" }>,
  tables: Tables,
  valueIn: ValueIn,
): Decimal | FigureProblem {
  if (left.type !== "reference" || left.row !== undefined) {
    return new FigureProblem(
      `On the left of ${operator} stands a whole column, as in \`count(Q1.tickets ${operator} 100)\`.`,
    );
  }
  const column = columnOf(left, tables);
  if (column instanceof FigureProblem) return column;
  const wanted = right.type === "text" ? right.text : valueIn(right, tables);
  if (wanted instanceof FigureProblem) return wanted;
  if (wanted === null) return new FigureProblem("What is compared with is NULL, which is like nothing.");
  const isText = typeof wanted === "string";
  if (column.kind !== "empty" && isText === (column.kind === "number")) {
    const kind = column.kind === "number" ? "numbers" : "texts";
    return new FigureProblem(
      `${column.name} holds ${kind}, which cannot be compared with ${isText ? `"${wanted}"` : "a number"}.`,
    );
  }
  const count = column.values.filter((value) => holds(value, operator, wanted)).length;
  return { units: BigInt(count), scale: 0 };
}

function holds(value: CellValue, operator: Comparison, wanted: Decimal | string): boolean {
  const order = orderOf(value, wanted);
  if (order === undefined) return false;
  switch (operator) {
    case ">":
      return order > 0;
    case ">=":
      return order >= 0;
    case "<":
      return order < 0;
    case "<=":
      return order <= 0;
    case "=":
      return order === 0;
    case "!=":
      return order !== 0;
  }
}

function orderOf(value: CellValue, wanted: Decimal | string): number | undefined {
  if (value === null) return undefined;
  if (typeof value === "string") {
    if (typeof wanted !== "string") return undefined;
    return value === wanted ? 0 : value < wanted ? -1 : 1;
  }
  return typeof wanted === "string" ? undefined : compare(value, wanted);
}
