import { cellKey } from "./cell-key.ts";
import type { CellValue } from "./column-values.ts";
import { compare, type Decimal, divide, sumOf } from "./decimal.ts";
import { FigureProblem } from "./figure-problem.ts";
import { columnOf, type NamedColumn } from "./source-cells.ts";
import type { COLUMN_FUNCTIONS, SourceTerm } from "./source-term.ts";
import type { Tables } from "./whole-table.ts";

export type OfColumn = Exclude<(typeof COLUMN_FUNCTIONS)[number], "count">;

/** A function of a column's cells without its NULLs, or of several numbers in its place. */
export function columnFunction(
  name: OfColumn,
  operands: readonly SourceTerm[],
  tables: Tables,
  numberOf: (term: SourceTerm, tables: Tables) => Decimal | FigureProblem,
): CellValue | FigureProblem {
  const [only] = operands;
  if (only === undefined || operands.length > 1 || only.type !== "reference" || only.row !== undefined) {
    return ofNumbers(
      name,
      operands.map((operand) => numberOf(operand, tables)),
    );
  }
  const column = columnOf(only, tables);
  if (column instanceof FigureProblem) return column;
  if (name === "distinct") return distinct(column.values);
  if ((name === "min" || name === "max") && column.kind === "date") return extremeDate(column, name);
  if (column.kind === "empty") return new FigureProblem(`${column.name} has no value, so it has no ${name}.`);
  const numbers = column.values.filter((value) => value !== null && typeof value !== "string");
  if (column.kind === "number") return aggregate(name, numbers);
  const text = column.values.find((value) => typeof value === "string") ?? "";
  return new FigureProblem(
    `${column.name} holds "${text.slice(0, 40)}", which is no number, so it has no ${name}.`,
  );
}

function ofNumbers(
  name: OfColumn,
  operands: readonly (Decimal | FigureProblem)[],
): CellValue | FigureProblem {
  const numbers: Decimal[] = [];
  for (const operand of operands) {
    if (operand instanceof FigureProblem) return operand;
    numbers.push(operand);
  }
  if (numbers.length > 1 && name !== "distinct") return aggregate(name, numbers);
  return new FigureProblem(`${name} takes a whole column, as in \`${name}(Q1.tickets)\`.`);
}

function distinct(values: readonly CellValue[]): Decimal {
  const keys = new Set(values.filter((value) => value !== null).map(cellKey));
  return { units: BigInt(keys.size), scale: 0 };
}

/** ISO texts stand in the order of their dates. */
function extremeDate({ values }: NamedColumn, name: "min" | "max"): string {
  const dates = values.filter((value) => typeof value === "string");
  return dates.reduce((best, each) => ((name === "min" ? each < best : each > best) ? each : best));
}

function aggregate(name: OfColumn, numbers: readonly Decimal[]): Decimal | FigureProblem {
  const count = { units: BigInt(numbers.length), scale: 0 };
  if (name === "sum") return sumOf(numbers);
  if (name === "mean") return divide(sumOf(numbers), count) ?? count;
  const ordered = numbers.toSorted(compare);
  const middle = Math.floor(ordered.length / 2);
  const upper = name === "min" ? ordered[0] : name === "max" ? ordered.at(-1) : ordered[middle];
  if (upper === undefined) return new FigureProblem(`There is no value, so there is no ${name}.`);
  const lower = ordered[middle - 1];
  if (name !== "median" || ordered.length % 2 === 1 || lower === undefined) return upper;
  return divide(sumOf([lower, upper]), { units: 2n, scale: 0 }) ?? upper;
}
