import type { Json } from "../../../util/json.ts";
import { cellKey, type Rows, rowKey } from "./cells.ts";

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
