import { columnFunction } from "./column-function.ts";
import type { CellValue } from "./column-values.ts";
import { correlationOf } from "./correlation-of.ts";
import { countRows } from "./count-where.ts";
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  divide,
  HUNDRED,
  isTooLong,
  multiply,
  negated,
  subtract,
} from "./decimal.ts";
import { FigureProblem } from "./figure-problem.ts";
import { cellOf, columnOf } from "./source-cells.ts";
import type { SourceReference, SourceTerm } from "./source-term.ts";
import type { Tables } from "./whole-table.ts";

type Call = Extract<SourceTerm, { type: "call" }>;

/** What a term comes to: a number, or the text or NULL of a cell that stands alone. */
export function valueOfTerm(term: SourceTerm, tables: Tables): CellValue | FigureProblem {
  switch (term.type) {
    case "number":
      return decimalOf(term.digits) ?? new FigureProblem(`"${term.digits}" is too long a number.`);
    case "reference":
      return cellOf(term, tables);
    case "call":
      return valueOfCall(term, tables);
    case "negation": {
      const value = numberOf(term.operand, tables);
      return value instanceof FigureProblem ? value : negated(value);
    }
    case "calculation":
      return calculated(term, tables);
    case "text":
    case "comparison":
      return new FigureProblem("A comparison stands only within count, as in `count(Q1.tickets > 100)`.");
  }
}

/** A number that is to be calculated with. */
export function numberOf(term: SourceTerm, tables: Tables): Decimal | FigureProblem {
  const value = valueOfTerm(term, tables);
  if (value instanceof FigureProblem) return value;
  const name = term.type === "reference" ? nameOf(term) : "A part of the source";
  if (value === null) return new FigureProblem(`${name} is NULL, so nothing can be calculated from it.`);
  if (typeof value !== "string") return value;
  const text = value.length > 40 ? `${value.slice(0, 40)}…` : value;
  return new FigureProblem(`${name} is "${text}", which is no number.`);
}

export const nameOf = ({ query, row, column }: SourceReference): string =>
  `${query}${row === undefined ? "" : `:${row}`}${column === undefined ? "" : `.${column}`}`;

function calculated(
  { operator, left, right }: Extract<SourceTerm, { type: "calculation" }>,
  tables: Tables,
): Decimal | FigureProblem {
  const a = numberOf(left, tables);
  if (a instanceof FigureProblem) return a;
  const b = numberOf(right, tables);
  if (b instanceof FigureProblem) return b;
  if (operator === "+") return add(a, b);
  if (operator === "-") return subtract(a, b);
  if (operator === "/") return quotient(a, b, right);
  const product = multiply(a, b);
  return isTooLong(product) ? new FigureProblem("A product of it has too many digits.") : product;
}

function quotient(a: Decimal, b: Decimal, divisor: SourceTerm): Decimal | FigureProblem {
  const name = divisor.type === "reference" ? nameOf(divisor) : "what it is divided by";
  return divide(a, b) ?? new FigureProblem(`A division by 0: ${name} is 0.`);
}

function valueOfCall(call: Call, tables: Tables): CellValue | FigureProblem {
  const [first, second] = call.operands;
  if (first === undefined) return new FigureProblem(`${call.name} needs something in its parentheses.`);
  const { name } = call;
  switch (name) {
    case "count":
      return countRows(first, tables, valueOfTerm);
    case "correlation":
      return second === undefined
        ? new FigureProblem("correlation takes two columns.")
        : correlationOf(first, second, tables);
    case "rank":
    case "rank_up":
      return rank(first, name, tables);
    case "share":
    case "change":
      return perCent(name, first, second, tables);
    default:
      return columnFunction(name, call.operands, tables, numberOf);
  }
}

function perCent(
  name: "share" | "change",
  first: SourceTerm,
  second: SourceTerm | undefined,
  tables: Tables,
): Decimal | FigureProblem {
  if (second === undefined) return new FigureProblem(`${name} takes two values.`);
  const a = numberOf(first, tables);
  if (a instanceof FigureProblem) return a;
  const b = numberOf(second, tables);
  if (b instanceof FigureProblem) return b;
  return name === "share"
    ? quotient(multiply(HUNDRED, a), b, second)
    : quotient(multiply(HUNDRED, subtract(b, a)), a, first);
}

/** Equal values share the better place. */
function rank(term: SourceTerm, name: "rank" | "rank_up", tables: Tables): Decimal | FigureProblem {
  if (term.type !== "reference" || term.row === undefined) {
    return new FigureProblem(`${name} takes one cell of a column, as in \`${name}(Q1:3.tickets)\`.`);
  }
  const value = numberOf(term, tables);
  if (value instanceof FigureProblem) return value;
  const column = columnOf(term, tables);
  if (column instanceof FigureProblem) return column;
  const before = column.values.filter((each) => {
    if (each === null || typeof each === "string") return false;
    return name === "rank" ? compare(each, value) > 0 : compare(each, value) < 0;
  });
  return { units: BigInt(before.length + 1), scale: 0 };
}
