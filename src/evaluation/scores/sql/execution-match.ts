import type { Json } from "../../../util/json.ts";

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

/** A key that is equal for cells that Python's evaluators consider equal: 1, 1.0 and true are, 1 and '1' are not. */
export function cellKey(cell: Json): string {
  return JSON.stringify(typeof cell === "boolean" ? Number(cell) : cell);
}

/** A key that is equal for rows with pairwise equal cells. */
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

/** A key of these columns of the rows, equal for equal bags, or lists if `ordered`. */
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
 * Rows are paired by position, so that the same rows in another order score low. Two empty results are equal.
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

/** Limits of the search for arrangements of columns. */
const WIDEST = 10;
const MOST_ROWS = 10_000;

/** How a wrong result differs from the gold's in its form. Undefined if the values differ. */
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

/** Whether some columns of the wider result, in some order, equal the narrower one as a set of rows. */
function holds(wide: Rows, narrow: Rows): boolean {
  const setKey = (rows: Rows, columns: readonly number[]): string =>
    [...new Set(rows.map((row) => rowKey(columns.map((at) => row[at] ?? null))))].sort().join("\n");
  return arranges(
    wide[0]?.length ?? 0,
    narrow[0]?.length ?? 0,
    (chosen, columns) => setKey(wide, chosen) === setKey(narrow, columns),
  );
}

/** Searches for an order of some columns that matches the wanted ones. Prefixes are compared, so that a wrong arrangement ends at its first wrong column. */
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
