import type { Json } from "../../util/json.ts";
import { bagMatch, executionMatch, type Rows, rowKey } from "../scores/sql/execution-match.ts";

type FormError =
  | "row-order"
  | "repeated-rows"
  | "column-order"
  | "cell-form"
  | "extra-columns"
  | "missing-columns";

/** Trying all arrangements of wider rows takes too long. */
const WIDEST = 10;
/** Rows of which arrangements are tried. */
const MOST_ROWS = 10_000;

/**
 * In what a result that was judged wrong differs from the gold's, where it is only its form; undefined where the values are others, and where one of
 * them is empty.
 */
export function compareResults(predicted: Rows, gold: Rows): FormError | undefined {
  const [width, wanted] = [predicted[0]?.length ?? 0, gold[0]?.length ?? 0];
  if (width === 0 || wanted === 0) return undefined;
  if (executionMatch(predicted, gold)) {
    return bagMatch(predicted, gold, false) ? "row-order" : "repeated-rows";
  }
  const [own, other] = [distinct(predicted), distinct(gold)];
  if (Math.max(own.length, other.length) > MOST_ROWS || Math.max(width, wanted) > WIDEST) return undefined;
  if (width === wanted) {
    if (holds(own, other)) return "column-order";
    const [left, right] = levelled(own, other);
    return executionMatch(left, right) ? "cell-form" : undefined;
  }
  if (width > wanted) return holds(own, other) ? "extra-columns" : undefined;
  return holds(other, own) ? "missing-columns" : undefined;
}

function distinct(rows: Rows): Rows {
  return [...new Map(rows.map((row) => [rowKey(row), row])).values()];
}

/** Whether some columns of the wider result, in some order, are the narrower one as a set of rows. */
function holds(wide: Rows, narrow: Rows): boolean {
  const width = wide[0]?.length ?? 0;
  const wanted = Array.from({ length: narrow[0]?.length ?? 0 }, (_, at) =>
    setKey(
      narrow,
      Array.from({ length: at + 1 }, (__, place) => place),
    ),
  );
  // Beginnings of rows are compared before whole ones: a wrong arrangement is given up at its first wrong column.
  const arranges = (chosen: readonly number[]): boolean =>
    chosen.length === wanted.length ||
    Array.from({ length: width }, (_, place) => place).some((place) => {
      const more = [...chosen, place];
      return !chosen.includes(place) && setKey(wide, more) === wanted[chosen.length] && arranges(more);
    });
  return arranges([]);
}

function setKey(rows: Rows, columns: readonly number[]): string {
  return [...new Set(rows.map((row) => rowKey(columns.map((at) => row[at] ?? null))))].sort().join("\n");
}

/** Both with texts folded, and numbers rounded to the digits that the less exact of the two has in the column. */
function levelled(left: Rows, right: Rows): readonly [Rows, Rows] {
  const width = left[0]?.length ?? 0;
  const digits = Array.from({ length: width }, (_, at) =>
    Math.min(mostDigits(left, at), mostDigits(right, at)),
  );
  const level = (rows: Rows): Rows =>
    rows.map((row) => row.map((cell, at) => levelledCell(cell, digits[at] ?? 0)));
  return [level(left), level(right)];
}

/** At least 1: a whole number beside a fraction is another number, not the same one rounded. At most 6. */
function mostDigits(rows: Rows, at: number): number {
  const counts = rows.map((row) => {
    const number = numberOf(row[at] ?? null);
    return number === undefined ? 0 : (/\.(\d+)$/u.exec(String(number))?.[1]?.length ?? 0);
  });
  return Math.min(6, Math.max(1, ...counts));
}

function levelledCell(cell: Json, digits: number): Json {
  const number = numberOf(cell);
  if (number !== undefined) return Number(number.toFixed(digits));
  return typeof cell === "string" ? cell.trim().toLowerCase() : cell;
}

function numberOf(cell: Json): number | undefined {
  if (typeof cell === "boolean") return Number(cell);
  if (typeof cell === "number") return cell;
  if (typeof cell !== "string" || !/^\s*-?\d+(?:\.\d+)?\s*$/u.test(cell)) return undefined;
  return Number(cell);
}
