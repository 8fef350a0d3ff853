import { type Rows, rowKey } from "./cells.ts";

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
  const all = Array.from({ length: width }, (_, at) => at);
  const wanted = all.map((at) => bagKey(gold, all.slice(0, at + 1), ordered));
  // Beginnings of rows are compared before whole ones: a wrong arrangement is given up at its first wrong column.
  const arranges = (chosen: readonly number[]): boolean =>
    chosen.length === width ||
    all.some((place) => {
      const more = [...chosen, place];
      return (
        !chosen.includes(place) &&
        bagKey(predicted, more, ordered) === wanted[chosen.length] &&
        arranges(more)
      );
    });
  return arranges([]);
}

/** The rows with these columns, as a text that is equal for equal bags (or lists). */
function bagKey(rows: Rows, columns: readonly number[], ordered: boolean): string {
  const keys = rows.map((row) => rowKey(columns.map((at) => row[at] ?? null)));
  return (ordered ? keys : keys.sort()).join("\n");
}
