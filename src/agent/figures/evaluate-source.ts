import type { Derived, TableProfile } from "../../trajectory/long-form-answer.ts";
import type { RunEventBody } from "../../trajectory/run-event.ts";
import { nearestNames, SUGGESTION_SCORE } from "../../util/nearest-names.ts";
import type { ActiveRun } from "../run-options.ts";
import type { Command } from "../strategy.ts";
import {
  add,
  compare,
  type Decimal,
  decimalOf,
  decimalText,
  decimalValue,
  divide,
  HUNDRED,
  isTooLong,
  multiply,
  negated,
  subtract,
  sumOf,
} from "./decimal.ts";
import {
  type COLUMN_FUNCTIONS,
  type Comparison,
  readSource,
  SourceProblem,
  type SourceReference,
  type SourceTerm,
} from "./source.ts";
import {
  type CellValue,
  type ColumnValues,
  cellKey,
  columnValues,
  isNumber,
  loadTable,
  medianOf,
  profileTable,
  type Tables,
  type WholeTable,
} from "./tables.ts";

/**
 * Reads whole tables of accepted claims, and says what is in them at large and what sources over them come to. Where a result is no longer
 * kept whole, its first rows are taken, and sources over whole columns of it have that as their problem. A claim whose answer has no table is
 * left out.
 */
export async function computeResults(
  { id, tables: wanted, profiles, sources }: Extract<Command, { type: "compute" }>,
  run: Pick<ActiveRun, "fold" | "artifacts" | "principal">,
  signal: AbortSignal,
): Promise<Extract<RunEventBody, { type: "results-computed" }>> {
  const tables = new Map<string, WholeTable>();
  for (const { name, claim } of wanted) {
    const table = run.fold.tables.get(claim);
    if (table !== undefined) tables.set(name, await loadTable(table, run, signal));
  }
  /** Others get their turn between two computations, and a run that is called off ends here. */
  const turn = async (): Promise<void> => {
    await new Promise(setImmediate);
    signal.throwIfAborted();
  };
  const profiled: TableProfile[] = [];
  for (const name of profiles) {
    const table = tables.get(name);
    if (table !== undefined) profiled.push(await profileTable(name, table, turn));
  }
  const derived: Derived[] = [];
  for (const source of sources) {
    derived.push(evaluateSource(source, tables));
    await turn();
  }
  return { type: "results-computed", command: id, profiles: profiled, derived };
}

/** Of a text: it becomes part of the run's record. */
const LONGEST_TEXT = 1000;

/**
 * What a source comes to over the tables, by their names (`Q1`). Sums, differences and products are exact in decimal; quotients have 40 digits.
 * Numbers are numbers up to 2^53 and decimal strings beyond it; a cell that is a text or a date gives that text, at most 1,000 characters of it. Text that is numbers
 * throughout its column counts as numbers (`columnValues`). NULLs are left out of a whole column, as SQL does; elsewhere they
 * are a problem, as are a division by 0, and an unknown query, row or column, which is answered with the nearest names.
 */
export function evaluateSource(source: string, tables: Tables): Derived {
  try {
    const { term } = readSource(source);
    const value = valueIn(term, tables);
    const percent = isPercent(term) ? { percent: true } : {};
    if (typeof value === "string") return { source, value: value.slice(0, LONGEST_TEXT), ...percent };
    return { source, value: value === null ? null : decimalValue(value), ...percent };
  } catch (error) {
    if (error instanceof SourceProblem) return { source, problem: error.message };
    throw error;
  }
}

/** True where a source comes to per cent as it stands: shares, changes, and what is added to or taken from them. */
function isPercent(term: SourceTerm): boolean {
  if (term.type === "negation") return isPercent(term.operand);
  if (term.type === "calculation")
    return /[+-]/.test(term.operator) && (isPercent(term.left) || isPercent(term.right));
  if (term.type !== "call") return false;
  return (
    /^(?:share|change)$/.test(term.name) ||
    (/^(?:sum|min|max)$/.test(term.name) && term.operands.every(isPercent))
  );
}

/** What a term comes to: a number, or the text or NULL of a cell that stands alone. */
function valueIn(term: SourceTerm, tables: Tables): CellValue {
  switch (term.type) {
    case "number": {
      const number = decimalOf(term.digits);
      if (number === undefined) throw new SourceProblem(`"${term.digits}" is too long a number.`);
      return number;
    }
    case "reference":
      return cellOf(term, tables);
    case "negation":
      return negated(numberOf(term.operand, tables));
    case "call":
      return called(term, tables);
    case "calculation":
      return calculated(term, tables);
    case "text":
    case "comparison":
      throw new SourceProblem("A comparison stands only within count, as in `count(Q1.tickets > 100)`.");
  }
}

/** A number that is to be calculated with. */
function numberOf(term: SourceTerm, tables: Tables): Decimal {
  const value = valueIn(term, tables);
  if (isNumber(value)) return value;
  const name = term.type === "reference" ? nameOf(term) : "A part of the source";
  throw new SourceProblem(
    value === null
      ? `${name} is NULL, so nothing can be calculated from it.`
      : `${name} is "${value.length > 40 ? `${value.slice(0, 40)}…` : value}", which is no number.`,
  );
}

const nameOf = ({ query, row, column }: SourceReference): string =>
  `${query}${row === undefined ? "" : `:${row}`}${column === undefined ? "" : `.${column}`}`;

function calculated(
  { operator, left, right }: Extract<SourceTerm, { type: "calculation" }>,
  tables: Tables,
): Decimal {
  const [a, b] = [numberOf(left, tables), numberOf(right, tables)];
  if (operator === "+") return add(a, b);
  if (operator === "-") return subtract(a, b);
  if (operator === "/") return quotient(a, b, right);
  const product = multiply(a, b);
  if (isTooLong(product)) throw new SourceProblem("A product of it has too many digits.");
  return product;
}

function quotient(a: Decimal, b: Decimal, divisor: SourceTerm): Decimal {
  const result = divide(a, b);
  if (result !== undefined) return result;
  const name = divisor.type === "reference" ? nameOf(divisor) : "what it is divided by";
  throw new SourceProblem(`A division by 0: ${name} is 0.`);
}

type Call = Extract<SourceTerm, { type: "call" }>;
type ColumnFunction = Exclude<(typeof COLUMN_FUNCTIONS)[number], "count">;

/** The reader of sources has counted the operands. */
function called({ name, operands }: Call, tables: Tables): CellValue {
  const [first = NOTHING, second = NOTHING] = operands;
  switch (name) {
    case "count":
      return whole(countRows(first, tables));
    case "correlation":
      return correlationOf(first, second, tables);
    case "rank":
    case "rank_up":
      return whole(rankOf(first, name, tables));
    case "share":
      return quotient(multiply(HUNDRED, numberOf(first, tables)), numberOf(second, tables), second);
    case "change": {
      const [from, to] = [numberOf(first, tables), numberOf(second, tables)];
      return quotient(multiply(HUNDRED, subtract(to, from)), from, first);
    }
    default:
      return columnFunction(name, operands, tables);
  }
}

const NOTHING: SourceTerm = { type: "number", digits: "" };
const whole = (count: number): Decimal => ({ units: BigInt(count), scale: 0 });

/** A function of a column's cells without its NULLs, or of several numbers in its place. */
function columnFunction(name: ColumnFunction, operands: readonly SourceTerm[], tables: Tables): CellValue {
  const [only] = operands;
  if (operands.length > 1) {
    return aggregate(
      name,
      operands.map((operand) => numberOf(operand, tables)),
    );
  }
  const column = columnOf(only, tables, `${name} takes a whole column, as in \`${name}(Q1.tickets)\`.`);
  if (name === "distinct") {
    return whole(new Set(column.values.filter((value) => value !== null).map(cellKey)).size);
  }
  const texts = column.values.filter((value) => typeof value === "string");
  if ((name === "min" || name === "max") && column.kind === "date") {
    // ISO texts stand in the order of their dates.
    return texts.toSorted().at(name === "min" ? 0 : -1) ?? null;
  }
  if (column.kind === "empty") throw new SourceProblem(`${column.name} has no value, so it has no ${name}.`);
  if (column.kind === "number") return aggregate(name, column.values.filter(isNumber));
  throw new SourceProblem(
    `${column.name} holds "${(texts[0] ?? "").slice(0, 40)}", which is no number, so it has no ${name}.`,
  );
}

function aggregate(name: ColumnFunction, numbers: readonly Decimal[]): Decimal {
  const sum = sumOf(numbers);
  if (name === "sum") return sum;
  if (name === "mean") return divide(sum, whole(numbers.length)) ?? sum;
  const sorted = numbers.toSorted(compare);
  return (name === "min" ? sorted[0] : name === "max" ? sorted.at(-1) : medianOf(sorted)) ?? sum;
}

/** Rows of a query, filled cells of a column, or cells that a comparison holds for; NULL is never counted. */
function countRows(term: SourceTerm, tables: Tables): number {
  if (term.type === "comparison") return countWhere(term, tables);
  if (term.type === "reference" && term.row === undefined && term.column === undefined) {
    const table = tableOf(term.query, tables);
    return table.total ?? table.rows.length;
  }
  const problem =
    "count takes a query, a column or a comparison: `count(Q1)`, `count(Q1.tickets)`, `count(Q1.tickets > 100)`.";
  return columnOf(term, tables, problem).values.filter((value) => value !== null).length;
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
  { operator, left, right }: Extract<SourceTerm, { type: "comparison" }>,
  tables: Tables,
): number {
  const problem = `On the left of ${operator} stands a whole column, as in \`count(Q1.tickets ${operator} 100)\`.`;
  const column = columnOf(left, tables, problem);
  const wanted = right.type === "text" ? right.text : valueIn(right, tables);
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
    return isNumber(value) && !isText && HOLDS[operator](compare(value, wanted));
  }).length;
}

/** Equal values share the better place. */
function rankOf(term: SourceTerm, name: "rank" | "rank_up", tables: Tables): number {
  if (term.type !== "reference" || term.row === undefined) {
    throw new SourceProblem(`${name} takes one cell of a column, as in \`${name}(Q1:3.tickets)\`.`);
  }
  const value = numberOf(term, tables);
  const { row: _, ...reference } = term;
  const orders = columnOf(reference, tables, "")
    .values.filter(isNumber)
    .map((each) => compare(each, value));
  return 1 + orders.filter((order) => (name === "rank" ? order > 0 : order < 0)).length;
}

const FEWEST_PAIRS = 3;

/** Pearson's coefficient over the rows in which both columns have a number, in floating point; at least three such rows. */
function correlationOf(a: SourceTerm, b: SourceTerm, tables: Tables): Decimal {
  const [left, right] = [a, b].map((term) => {
    const problem = "correlation takes two columns, as in `correlation(Q1.price, Q1.tickets)`.";
    const column = columnOf(term, tables, problem);
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
    return isNumber(x) && isNumber(y) ? [[Number(decimalText(x)), Number(decimalText(y))] as const] : [];
  });
  if (pairs.length < FEWEST_PAIRS) {
    throw new SourceProblem(
      `Only ${pairs.length} rows have both ${left.name} and ${right.name}; a correlation needs ${FEWEST_PAIRS}.`,
    );
  }
  const coefficient = decimalOf(String(pearson(pairs)));
  if (coefficient !== undefined) return coefficient;
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

/** All cells of a column; a problem where only the first rows are still there, and `otherwise` where the term is no column. */
function columnOf(term: SourceTerm | undefined, tables: Tables, otherwise: string): NamedColumn {
  if (term?.type !== "reference" || term.row !== undefined) throw new SourceProblem(otherwise);
  const { query } = term;
  const table = tableOf(query, tables);
  const at = columnIndex(term, table);
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
export const written = (column: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column) ? column : `"${column.replaceAll('"', '""')}"`;

const SHOWN_NAMES = 8;

function shown(names: readonly string[]): string {
  const first = names.slice(0, SHOWN_NAMES).join(", ");
  return names.length > SHOWN_NAMES ? `${first} and ${names.length - SHOWN_NAMES} more` : first;
}
