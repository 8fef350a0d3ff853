import type { Json } from "../../../util/json.ts";
import { type Rows, rowKey } from "./cells.ts";

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
