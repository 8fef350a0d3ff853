import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";
import {
  type CellValue,
  type ColumnValues,
  cellKey,
  columnValues,
  isNumber,
  medianOf,
  sumOf,
  type Tables,
  type WholeTable,
} from "./tables.ts";

/** `Q1`, `Q1.tickets`, `Q1:2.tickets`: rows count from 1. */
interface SourceReference {
  readonly query: string;
  readonly row?: number;
  readonly column?: string;
}

export const COMPARISONS = [">=", "<=", "!=", ">", "<", "="] as const;
type Comparison = (typeof COMPARISONS)[number];

/** A part of a source: a reference, which a function may take as a whole column, a comparison within `count`, or what was computed. */
export type Operand =
  | { readonly type: "reference"; readonly reference: SourceReference; readonly percent?: never }
  | { readonly type: "value"; readonly value: CellValue; readonly percent: boolean }
  | {
      readonly type: "comparison";
      readonly operator: Comparison;
      readonly left: Operand;
      readonly right: CellValue;
      readonly percent?: never;
    };

/** Why a source comes to nothing, in words for its writer. */
export class SourceProblem extends Error {}

/** What an operand comes to: a reference is its cell. */
export function operandValue(operand: Operand, tables: Tables): CellValue {
  if (operand.type === "reference") return cellOf(operand.reference, tables);
  if (operand.type === "value") return operand.value;
  throw new SourceProblem("A comparison stands only within count, as in `count(Q1.tickets > 100)`.");
}

/** A number that is to be calculated with. */
export function numberOf(operand: Operand, tables: Tables): number {
  const value = operandValue(operand, tables);
  if (isNumber(value)) return value;
  const name = operand.type === "reference" ? nameOf(operand.reference) : "A part of the source";
  throw new SourceProblem(
    value === null
      ? `${name} is NULL, so nothing can be calculated from it.`
      : `${name} is "${value.length > 40 ? `${value.slice(0, 40)}…` : value}", which is no number.`,
  );
}

const nameOf = ({ query, row, column }: SourceReference): string =>
  `${query}${row === undefined ? "" : `:${row}`}${column === undefined ? "" : `.${column}`}`;

export function quotient(a: number, b: number, divisor: Operand): number {
  if (b !== 0) return a / b;
  const name = divisor.type === "reference" ? nameOf(divisor.reference) : "what it is divided by";
  throw new SourceProblem(`A division by 0: ${name} is 0.`);
}

type Operands = readonly [Operand, ...Operand[]];

interface SourceFunction {
  /** Operands that it takes; any number unless given. */
  readonly takes?: readonly [count: number, what: string];
  readonly example: string;
  /** True where it comes to per cent whatever it is given. */
  readonly percent?: boolean;
  compute(operands: Operands, tables: Tables): CellValue;
}

/** Several numbers in the place of a column, or a column without its NULLs. */
const ofNumbers = (name: string, compute: (numbers: readonly number[]) => number): SourceFunction => ({
  example: `${name}(Q1.tickets)`,
  compute(operands, tables) {
    if (operands.length > 1) return compute(operands.map((operand) => numberOf(operand, tables)));
    const column = columnOf(
      operands[0],
      tables,
      `${name} takes a whole column, as in \`${name}(Q1.tickets)\`.`,
    );
    const texts = column.values.filter((value) => typeof value === "string");
    if ((name === "min" || name === "max") && column.kind === "date") {
      // ISO texts stand in the order of their dates.
      return texts.toSorted().at(name === "min" ? 0 : -1) ?? null;
    }
    if (column.kind === "empty")
      throw new SourceProblem(`${column.name} has no value, so it has no ${name}.`);
    if (column.kind === "number") return compute(column.values.filter(isNumber));
    throw new SourceProblem(
      `${column.name} holds "${(texts[0] ?? "").slice(0, 40)}", which is no number, so it has no ${name}.`,
    );
  },
});

const smallest = (numbers: readonly number[]): number =>
  numbers.reduce((least, each) => Math.min(least, each), Infinity);
const ONE_COLUMN = [1, "one column"] as const;
const TWO_VALUES = [2, "two values"] as const;
const ONE_REFERENCE = [1, "one reference"] as const;
const FUNCTIONS: Readonly<Record<string, SourceFunction>> = {
  sum: ofNumbers("sum", sumOf),
  mean: ofNumbers("mean", (numbers) => sumOf(numbers) / numbers.length),
  median: {
    ...ofNumbers("median", (numbers) => medianOf(numbers.toSorted((a, b) => a - b)) ?? 0),
    takes: ONE_COLUMN,
  },
  min: ofNumbers("min", (numbers) => smallest(numbers)),
  max: ofNumbers("max", (numbers) => -smallest(numbers.map((number) => -number))),
  count: {
    takes: ONE_COLUMN,
    example: "count(Q1.tickets)",
    compute: ([operand], tables) => countRows(operand, tables),
  },
  distinct: {
    takes: ONE_COLUMN,
    example: "distinct(Q1.tickets)",
    compute([operand], tables) {
      const { values } = columnOf(
        operand,
        tables,
        "distinct takes a whole column, as in `distinct(Q1.tickets)`.",
      );
      return new Set(values.filter((value) => value !== null).map(cellKey)).size;
    },
  },
  share: {
    takes: TWO_VALUES,
    example: "share(Q1:1.tickets, sum(Q1.tickets))",
    percent: true,
    compute([part, all = part], tables) {
      return quotient(100 * numberOf(part, tables), numberOf(all, tables), all);
    },
  },
  change: {
    takes: TWO_VALUES,
    example: "change(Q1:1.tickets, Q1:2.tickets)",
    percent: true,
    compute([first, second = first], tables) {
      const [from, to] = [numberOf(first, tables), numberOf(second, tables)];
      return quotient(100 * (to - from), from, first);
    },
  },
  rank: {
    takes: ONE_REFERENCE,
    example: "rank(Q1:3.tickets)",
    compute: ([operand], tables) => rankOf(operand, tables, (order) => order > 0),
  },
  rank_up: {
    takes: ONE_REFERENCE,
    example: "rank_up(Q1:3.tickets)",
    compute: ([operand], tables) => rankOf(operand, tables, (order) => order < 0),
  },
  correlation: {
    takes: TWO_VALUES,
    example: "correlation(Q1.price, Q1.tickets)",
    compute: ([a, b = a], tables) => correlationOf(a, b, tables),
  },
};

/** Names that people write for them. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  avg: "mean",
  average: "mean",
  total: "sum",
  percent: "share",
};
/** They come to per cent where all that they are given is per cent. */
const KEEPS_PERCENT = ["sum", "min", "max"];

/** @throws SourceProblem */
export function callFunction(
  written: string,
  operands: readonly Operand[],
  tables: Tables,
): { readonly value: CellValue; readonly percent: boolean } {
  const lower = written.toLowerCase();
  const name = OTHER_NAMES[lower] ?? lower;
  const known = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (known === undefined) {
    throw new SourceProblem(
      `There is no function "${written}". The functions are: ${Object.keys(FUNCTIONS).join(", ")}.`,
    );
  }
  const [count, what] = known.takes ?? [operands.length, ""];
  if (operands.length !== count) {
    throw new SourceProblem(
      `${name} takes ${what}, as in \`${known.example}\`; here stand ${operands.length}.`,
    );
  }
  if (name !== "count" && operands.some(({ type }) => type === "comparison")) {
    throw new SourceProblem("A comparison stands only within count, as in `count(Q1.tickets > 100)`.");
  }
  const value = known.compute(operands as unknown as Operands, tables);
  const kept = KEEPS_PERCENT.includes(name) && operands.every((operand) => operand.percent === true);
  return { value, percent: known.percent === true || kept };
}

/** Rows of a query, filled cells of a column, or cells that a comparison holds for; NULL is never counted. */
function countRows(operand: Operand, tables: Tables): number {
  if (operand.type === "comparison") return countWhere(operand, tables);
  if (operand.type === "reference") {
    const { query, row, column } = operand.reference;
    const { rows, total } = tableOf(query, tables);
    if (row === undefined && column === undefined) return total ?? rows.length;
  }
  const problem =
    "count takes a query, a column or a comparison: `count(Q1)`, `count(Q1.tickets)`, `count(Q1.tickets > 100)`.";
  return columnOf(operand, tables, problem).values.filter((value) => value !== null).length;
}

const HOLDS: Readonly<Record<Comparison, (order: number) => boolean>> = {
  ">": (order) => order > 0,
  ">=": (order) => order >= 0,
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  "=": (order) => order === 0,
  "!=": (order) => order !== 0,
};

function countWhere(
  { operator, left, right: wanted }: Extract<Operand, { type: "comparison" }>,
  tables: Tables,
): number {
  const problem = `On the left of ${operator} stands a whole column, as in \`count(Q1.tickets ${operator} 100)\`.`;
  const column = columnOf(left, tables, problem);
  if (wanted === null) throw new SourceProblem("What is compared with is NULL, which is like nothing.");
  const isText = typeof wanted === "string";
  if (column.kind !== "empty" && isText === (column.kind === "number")) {
    const kind = column.kind === "number" ? "numbers" : "texts";
    throw new SourceProblem(
      `${column.name} holds ${kind}, which cannot be compared with ${isText ? `"${wanted}"` : "a number"}.`,
    );
  }
  return column.values.filter((value) => {
    if (typeof value === "string" && isText)
      return HOLDS[operator](value === wanted ? 0 : value < wanted ? -1 : 1);
    return isNumber(value) && !isText && HOLDS[operator](value - wanted);
  }).length;
}

/** Equal values share the better place. */
function rankOf(operand: Operand, tables: Tables, isBefore: (order: number) => boolean): number {
  if (operand.type !== "reference" || operand.reference.row === undefined) {
    throw new SourceProblem("A rank is of one cell of a column, as in `rank(Q1:3.tickets)`.");
  }
  const value = numberOf(operand, tables);
  const { row: _, ...reference } = operand.reference;
  const { values } = columnOf({ type: "reference", reference }, tables, "");
  return 1 + values.filter((each) => isNumber(each) && isBefore(each - value)).length;
}

const FEWEST_PAIRS = 3;

/** Pearson's coefficient over the rows in which both columns have a number, in floating point; at least three such rows. */
function correlationOf(a: Operand, b: Operand, tables: Tables): number {
  const [left, right] = [a, b].map((operand) => {
    const problem = "correlation takes two columns, as in `correlation(Q1.price, Q1.tickets)`.";
    const column = columnOf(operand, tables, problem);
    if (column.kind === "number") return column;
    throw new SourceProblem(`${column.name} is not numbers throughout, so it has no correlation.`);
  }) as [NamedColumn, NamedColumn];
  if (left.table !== right.table) {
    throw new SourceProblem(
      `${left.name} and ${right.name} are of different queries, whose rows do not belong together. Let one query give both columns.`,
    );
  }
  const pairs = left.values.flatMap((x, at) => {
    const y = right.values[at] ?? null;
    return isNumber(x) && isNumber(y) ? [[x, y] as const] : [];
  });
  if (pairs.length < FEWEST_PAIRS) {
    throw new SourceProblem(
      `Only ${pairs.length} rows have both ${left.name} and ${right.name}; a correlation needs ${FEWEST_PAIRS}.`,
    );
  }
  const coefficient = pearson(pairs);
  if (!Number.isNaN(coefficient)) return coefficient;
  throw new SourceProblem(
    `One of ${left.name} and ${right.name} is the same in every row, so there is no correlation.`,
  );
}

/** In two passes: in one, large values with little between them lose their digits. NaN where one is the same throughout. */
function pearson(pairs: readonly (readonly [number, number])[]): number {
  const meanX = pairs.reduce((sum, [x]) => sum + x, 0) / pairs.length;
  const meanY = pairs.reduce((sum, [, y]) => sum + y, 0) / pairs.length;
  let [xx, yy, xy] = [0, 0, 0];
  for (const [x, y] of pairs) {
    xx += (x - meanX) ** 2;
    yy += (y - meanY) ** 2;
    xy += (x - meanX) * (y - meanY);
  }
  return xy / Math.sqrt(xx * yy);
}

/** A column that a source names, over all rows. */
interface NamedColumn extends ColumnValues {
  /** As a source writes it: `Q1.tickets`. */
  readonly name: string;
  readonly table: WholeTable;
}

function tableOf(query: string, tables: Tables): WholeTable {
  const table = tables.get(query);
  if (table !== undefined) return table;
  throw new SourceProblem(
    tables.size === 0
      ? `There is no query ${query}: none has given a result.`
      : `There is no query ${query}. The queries are: ${shown([...tables.keys()])}.`,
  );
}

/** The cell of a reference, or the only one that it can mean. */
function cellOf(reference: SourceReference, tables: Tables): CellValue {
  const { query, row } = reference;
  const table = tableOf(query, tables);
  const { rows, total = rows.length } = table;
  const at = columnIndex(reference, table);
  const wanted = row ?? (rows.length === 1 ? 1 : undefined);
  const name = written(table.columns[at] ?? "");
  if (rows.length === 0) {
    throw new SourceProblem(
      `${query} has no rows, so ${wanted === undefined ? "no figure can be taken from it" : `there is no row ${wanted}`}.`,
    );
  }
  if (wanted === undefined) {
    throw new SourceProblem(
      `${query} has ${rows.length} rows: name one, as in \`${query}:1.${name}\`, or take the whole column, as in \`sum(${query}.${name})\`.`,
    );
  }
  if (wanted < 1 || wanted > rows.length) {
    const kept = total > rows.length ? ` that are kept, of ${total}: let a query give that row` : "";
    throw new SourceProblem(`${query} has no row ${wanted}: its rows are 1 to ${rows.length}${kept}.`);
  }
  return columnValues(table, at).values[wanted - 1] ?? null;
}

/** All cells of a column; a problem where only the first rows are still there, and `otherwise` where the operand is no column. */
function columnOf(operand: Operand, tables: Tables, otherwise: string): NamedColumn {
  if (operand.type !== "reference" || operand.reference.row !== undefined) throw new SourceProblem(otherwise);
  const { reference } = operand;
  const { query } = reference;
  const table = tableOf(query, tables);
  const at = columnIndex(reference, table);
  if (table.total !== undefined && table.total > table.rows.length) {
    throw new SourceProblem(
      `Only the first ${table.rows.length} of the ${table.total} rows of ${query} are kept, so its columns cannot be computed as a whole. Let a query compute it.`,
    );
  }
  return { name: `${query}.${written(table.columns[at] ?? "")}`, table, ...columnValues(table, at) };
}

function columnIndex({ query, row, column }: SourceReference, table: WholeTable): number {
  const { columns } = table;
  if (column === undefined) {
    if (columns.length === 1) return 0;
    const place = `${query}${row === undefined ? "" : `:${row}`}.${written(columns[0] ?? "tickets")}`;
    throw new SourceProblem(
      `${query} has ${columns.length} columns: name one, as in \`${place}\`. They are: ${shown(columns.map(written))}.`,
    );
  }
  const exact = columns.indexOf(column);
  if (exact >= 0 && !isOneOfSeveral(exact, table)) return exact;
  if (exact >= 0) {
    throw new SourceProblem(
      `${query} has several columns "${column}", and nothing tells which is meant. Take the figure from another query, or leave it out.`,
    );
  }
  const folded = columns.flatMap((name, at) => (name.toLowerCase() === column.toLowerCase() ? [at] : []));
  const [only] = folded;
  if (only !== undefined && folded.length === 1) return only;
  const near = nearestNames(column, columns, { limit: 3 }).filter(({ score }) => score >= SUGGESTION_SCORE);
  const nearest = near.map(({ name }) => `${query}.${written(name)}`).join(", ");
  throw new SourceProblem(
    near.length > 0
      ? `${query} has no column "${column}". The nearest: ${nearest}.`
      : `${query} has no column "${column}". Its columns are: ${shown(columns.map(written))}.`,
  );
}

/** Columns of one name with the same values, as a join's keys are, are one. */
function isOneOfSeveral(first: number, { columns, rows }: WholeTable): boolean {
  return columns.some(
    (each, at) =>
      at > first &&
      each === columns[first] &&
      rows.some((row) => JSON.stringify(row[at]) !== JSON.stringify(row[first])),
  );
}

/** In quotes where a source needs them. */
const written = (column: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `"${column.replaceAll('"', '""')}"`;

const SHOWN_NAMES = 8;

function shown(names: readonly string[]): string {
  const first = names.slice(0, SHOWN_NAMES).join(", ");
  return names.length > SHOWN_NAMES ? `${first} and ${names.length - SHOWN_NAMES} more` : first;
}
