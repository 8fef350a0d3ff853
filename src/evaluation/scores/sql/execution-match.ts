import type { Json } from "../../../util/json.ts";

/** How far two numbers may lie from each other, as a share of the larger (of 1, where both are smaller). */
const TOLERANCE = 1e-9;

/**
 * A stricter companion of execution match, of our own: the same rows equally often, in the gold's order where it has one. Cells are compared as
 * what they are: NULL is NULL, a text never is a number, and numbers that are not both whole are equal within 1e-9 of the larger,
 * so that the last digits of a float do not decide (there it is milder than EX). The order of columns counts, their names do not.
 *
 * @param order the gold's sort keys, one list per row of the gold; rows with equal keys are tied, and their order among themselves does not
 * count. Absent where the gold has no order, or none that could be found out.
 */
export function strictMatch(predicted: Rows, gold: Rows, order?: Rows): boolean {
  if (predicted.length !== gold.length) return false;
  if (order === undefined) return sameRows(predicted, gold);
  for (let from = 0; from < gold.length; ) {
    const key = tieKey(order[from] ?? []);
    let to = from + 1;
    while (to < gold.length && tieKey(order[to] ?? []) === key) to++;
    if (!sameRows(predicted.slice(from, to), gold.slice(from, to))) return false;
    from = to;
  }
  return true;
}

/** Text is compared without case and marks, since an engine's collation may do so: what it holds tied must be tied here. */
function tieKey(keys: readonly Json[]): string {
  const folded = (key: Json): Json =>
    typeof key === "string" ? key.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trimEnd() : key;
  return rowKey(keys.map(folded));
}

/** Equal as multisets. */
function sameRows(predicted: Rows, gold: Rows): boolean {
  const [left, wanted] = withoutShared(predicted, gold);
  if (left.length !== wanted.length) return false;
  const groups = Map.groupBy(left, shapeKey);
  for (const [shape, rows] of Map.groupBy(wanted, shapeKey)) {
    const candidates = groups.get(shape) ?? [];
    if (candidates.length !== rows.length || !pairedWithin(candidates, rows)) return false;
  }
  return true;
}

/** What is left of both after rows that are equal to the last digit are taken out in pairs. */
function withoutShared(predicted: Rows, gold: Rows): readonly [Rows, Rows] {
  const counts = new Map<string, number>();
  for (const row of gold) counts.set(rowKey(row), (counts.get(rowKey(row)) ?? 0) + 1);
  const left = predicted.filter((row) => !taken(counts, row));
  const over = new Map(counts);
  return [left, gold.filter((row) => taken(over, row))];
}

function taken(counts: Map<string, number>, row: readonly Json[]): boolean {
  const key = rowKey(row);
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}

/** Equal for rows that differ in numbers at most. */
function shapeKey(row: readonly Json[]): string {
  return JSON.stringify(row.map((cell) => (numberOf(cell) === undefined ? [cell] : 0)));
}

/** Whether each row has one of its own within the tolerance. Both are sorted by their numbers, so that partners stand near each other. */
function pairedWithin(candidates: Rows, rows: Rows): boolean {
  const numbers = (all: Rows) =>
    all
      .map((row) => row.map(numberOf).filter((number) => number !== undefined))
      .sort((a, b) => {
        const at = a.findIndex((number, index) => number !== b[index]);
        return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
      });
  const open = numbers(candidates);
  const used = new Set<number>();
  let start = 0;
  for (const wanted of numbers(rows)) {
    while (used.has(start)) start++;
    let at = start;
    while (
      at < open.length &&
      (used.has(at) || !wanted.every((number, index) => isNear(number, open[at]?.[index])))
    )
      at++;
    if (at === open.length) return false;
    used.add(at);
  }
  return true;
}

function isNear(a: number, b: number | undefined): boolean {
  if (b === undefined || (Number.isInteger(a) && Number.isInteger(b))) return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Of a number, and of a decimal with more digits than a float holds, which comes as text. */
function numberOf(cell: Json): number | undefined {
  if (typeof cell === "boolean") return Number(cell);
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string" || !/^-?\d+\.\d+$/u.test(cell)) return undefined;
  return cell.replace(/[-.]/gu, "").replace(/^0+/u, "").length > 15 ? Number(cell) : undefined;
}

/**
 * Execution match (EX) as BIRD's evaluator counts it (`calculate_ex` of bird-bench/mini_dev, evaluation/evaluation_ex.py; the BIRD paper,
 * Section 5): the rows of both results are equal as sets. The order of rows, their number of repetitions and the names of columns do not
 * count; the order of columns does. 1, 1.0 and true are equal, 1 and '1' are not.
 *
 * Rows come as JSON, in which an integer beyond 2^53 and binary content are text: equal to a text of the same characters, which they are not in
 * the original. A server's dates are text as well, where the original has date objects.
 */
export function executionMatch(predicted: Rows, gold: Rows): boolean {
  const wanted = new Set(gold.map(rowKey));
  const found = new Set(predicted.map(rowKey));
  return wanted.size === found.size && [...found].every((key) => wanted.has(key));
}

/** Rows of a result, each with one value per column, as JSON. */
export type Rows = readonly (readonly Json[])[];

/** Equal for cells that Python's evaluators hold equal: 1, 1.0 and true are, 1 and '1' are not. */
export function cellKey(cell: Json): string {
  return JSON.stringify(typeof cell === "boolean" ? Number(cell) : cell);
}

/** Equal for rows whose cells are equal one by one. */
export function rowKey(row: readonly Json[]): string {
  return JSON.stringify(row.map((cell) => (typeof cell === "boolean" ? Number(cell) : cell)));
}

/**
 * Execution match as Spider's evaluator counts it (`result_eq` of taoyds/test-suite-sql-eval, exec_eval.py, with `--keep_distinct`): the same
 * rows equally often, in some one order of the columns; in the same order of rows where `ordered`. Two empty results are equal.
 * Whole numbers and floats are not told apart (JSON does not); the original's first sieve now and then is stopped by 10 beside 10.0 and rejects the
 * pair.
 */
export function bagMatch(predicted: Rows, gold: Rows, ordered: boolean): boolean {
  if (predicted.length !== gold.length) return false;
  const width = gold[0]?.length ?? 0;
  if (gold.length === 0) return true;
  if (predicted[0]?.length !== width) return false;
  const wanted = new Map<number, string>();
  return arranges(width, width, (chosen, columns) => {
    const key = wanted.get(columns.length) ?? bagKey(gold, columns, ordered);
    wanted.set(columns.length, key);
    return bagKey(predicted, chosen, ordered) === key;
  });
}

/** The rows with these columns, as a text that is equal for equal bags (or lists). */
function bagKey(rows: Rows, columns: readonly number[], ordered: boolean): string {
  const keys = rows.map((row) => rowKey(columns.map((at) => row[at] ?? null)));
  return (ordered ? keys : keys.sort()).join("\n");
}

/**
 * Soft F1 of BIRD's Mini-Dev (`calculate_f1_score` of bird-bench/mini_dev, evaluation/evaluation_f1.py), 0 to 1: repeated rows are dropped, the
 * first row is compared with the first, the second with the second, and so on; within a pair the cells of one that stand anywhere in
 * the other are shared, and what is not is an error of either side, each in shares of the gold's columns. A row without partner is
 * wrong as a whole.
 *
 * Rows are paired by where they stand, so that the same rows in another order score low. Two empty results are equal.
 */
export function softF1(predicted: Rows, gold: Rows): number {
  if (predicted.length === 0 && gold.length === 0) return 1;
  const found = withoutRepetitions(predicted);
  const wanted = withoutRepetitions(gold);
  let shared = 0;
  let added = 0;
  let missing = 0;
  for (let at = 0; at < Math.max(found.length, wanted.length); at++) {
    const row = found[at];
    const goldRow = wanted[at];
    if (row === undefined) missing += 1;
    else if (goldRow === undefined) added += 1;
    else {
      const inRow = new Set(row.map(cellKey));
      const inGold = new Set(goldRow.map(cellKey));
      const matches = row.filter((cell) => inGold.has(cellKey(cell))).length;
      shared += matches / goldRow.length;
      added += (row.length - matches) / goldRow.length;
      missing += goldRow.filter((cell) => !inRow.has(cellKey(cell))).length / goldRow.length;
    }
  }
  const precision = shared + added > 0 ? shared / (shared + added) : 0;
  const recall = shared + missing > 0 ? shared / (shared + missing) : 0;
  return precision + recall > 0 ? (2 * precision * recall) / (precision + recall) : 0;
}

function withoutRepetitions(rows: Rows): readonly (readonly Json[])[] {
  return [...new Map(rows.map((row) => [rowKey(row), row])).values()];
}

/** Trying all arrangements of wider rows takes too long, and so does comparing more rows. */
const WIDEST = 10;
const MOST_ROWS = 10_000;

/** In what a result that was judged wrong differs from the gold's, where it is only its form; undefined where the values are others. */
export function formError(
  predicted: Rows,
  gold: Rows,
): "row-order" | "repeated-rows" | "column-order" | "extra-columns" | "missing-columns" | undefined {
  const [width, wanted] = [predicted[0]?.length ?? 0, gold[0]?.length ?? 0];
  if (width === 0 || wanted === 0) return undefined;
  if (executionMatch(predicted, gold))
    return bagMatch(predicted, gold, false) ? "row-order" : "repeated-rows";
  const [own, other] = [withoutRepetitions(predicted), withoutRepetitions(gold)];
  if (Math.max(own.length, other.length) > MOST_ROWS || Math.max(width, wanted) > WIDEST) return undefined;
  if (width >= wanted && holds(own, other)) return width === wanted ? "column-order" : "extra-columns";
  return width < wanted && holds(other, own) ? "missing-columns" : undefined;
}

/** Whether some columns of the wider result, in some order, are the narrower one as a set of rows. */
function holds(wide: Rows, narrow: Rows): boolean {
  const setKey = (rows: Rows, columns: readonly number[]): string =>
    [...new Set(rows.map((row) => rowKey(columns.map((at) => row[at] ?? null))))].sort().join("\n");
  return arranges(
    wide[0]?.length ?? 0,
    narrow[0]?.length ?? 0,
    (chosen, columns) => setKey(wide, chosen) === setKey(narrow, columns),
  );
}

/** Whether some columns, in some order, stand for the wanted ones. Beginnings are compared first: a wrong arrangement is given up at its first wrong column. */
function arranges(
  width: number,
  wanted: number,
  isSame: (chosen: readonly number[], columns: readonly number[]) => boolean,
): boolean {
  const columns = Array.from({ length: width }, (_, at) => at);
  const from = (chosen: readonly number[]): boolean =>
    chosen.length === wanted ||
    columns.some((column) => {
      const more = [...chosen, column];
      return (
        !chosen.includes(column) &&
        isSame(
          more,
          more.map((_, at) => at),
        ) &&
        from(more)
      );
    });
  return from([]);
}
