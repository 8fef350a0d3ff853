import { type Rows, rowKey } from "./cells.ts";

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
