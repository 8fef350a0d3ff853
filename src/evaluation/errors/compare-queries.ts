import type { Rows } from "../scores/sql/cells.ts";
import { rowKey } from "../scores/sql/cells.ts";
import type { DatabaseError } from "./database-errors.ts";
import { isWithin } from "./is-within.ts";
import { type QueryShape, queryShape } from "./query-shape.ts";

/** A query with what it gave. */
export interface RanQuery {
  readonly sql: string;
  readonly rows: Rows;
}

/** In which of its parts a query that gave other values differs from the gold: the first that does, in the order of the table of kinds. */
export function compareQueries(predicted: RanQuery, gold: RanQuery): DatabaseError {
  const [own, other] = [queryShape(predicted.sql), queryShape(gold.sql)];
  if (areTies(own, predicted.rows, other, gold.rows)) return "ties";
  return (
    compareTables(own, other) ??
    differing(own.operators, other.operators, "set-operation") ??
    differing(own.aggregates, other.aggregates, "wrong-aggregate") ??
    differing(own.selected, other.selected, "wrong-column") ??
    compareConditions(own, other) ??
    differing(own.joined, other.joined, "wrong-join") ??
    differing(own.grouped, other.grouped, "wrong-grouping") ??
    compareOrder(own, other) ??
    "wrong-expression"
  );
}

type Names = ReadonlySet<string> | readonly string[];

function differing(own: Names, other: Names, code: DatabaseError): DatabaseError | undefined {
  return isWithin(own, other) && isWithin(other, own) ? undefined : code;
}

function compareTables(own: QueryShape, other: QueryShape): DatabaseError | undefined {
  const [isLess, isMore] = [isWithin(own.tables, other.tables), isWithin(other.tables, own.tables)];
  if (isLess && isMore) return undefined;
  if (isLess) return "missing-join";
  return isMore ? "extra-join" : "wrong-table";
}

function compareConditions(own: QueryShape, other: QueryShape): DatabaseError | undefined {
  const compares = differing(own.comparisons, other.comparisons, "wrong-filter");
  const filters = differing(own.filtered, other.filtered, "wrong-filter");
  if (compares === undefined) return filters ?? differing(own.values, other.values, "wrong-value");
  const holds = (less: QueryShape, more: QueryShape): boolean =>
    isWithin(less.filtered, more.filtered) &&
    isWithin(less.comparisons, more.comparisons) &&
    isWithin(less.values, more.values);
  if (holds(own, other)) return "missing-filter";
  return holds(other, own) ? "extra-filter" : "wrong-filter";
}

/** Without a limit an order changes no values. */
function compareOrder(own: QueryShape, other: QueryShape): DatabaseError | undefined {
  if (own.limit !== other.limit) return "wrong-limit";
  if (own.limit === "") return undefined;
  if (own.sorted.join() !== other.sorted.join()) return "wrong-order";
  return own.sorted.length > 0 && isAlike(own, other) ? "ties" : undefined;
}

/**
 * One query sorts and takes the first rows, the other takes all rows with the first value; or both take the first rows, and one sorts those of equal
 * keys further.
 */
function areTies(own: QueryShape, predicted: Rows, other: QueryShape, gold: Rows): boolean {
  if (own.limit !== "" && other.limit !== "") {
    const [shorter, longer] = [own.sorted, other.sorted].sort((a, b) => a.length - b.length);
    const isFurther =
      shorter !== undefined &&
      longer !== undefined &&
      shorter.length > 0 &&
      shorter.length < longer.length &&
      shorter.every((key, at) => key === longer[at]);
    return isFurther && own.limit === other.limit && isAlike(own, other);
  }
  if (own.limit === other.limit) return false;
  const [limited, all] = own.limit === "" ? [other, own] : [own, other];
  const [some, whole] = own.limit === "" ? [gold, predicted] : [predicted, gold];
  const keys = new Set(whole.map(rowKey));
  const sortsBy = [...all.filtered].some((column) =>
    limited.sorted.some((key) => key.split(" ").includes(column)),
  );
  return (
    sortsBy && some.length > 0 && some.length < whole.length && some.every((row) => keys.has(rowKey(row)))
  );
}

/** The same but for order and limit. */
function isAlike(own: QueryShape, other: QueryShape): boolean {
  const parts = [
    "tables",
    "operators",
    "aggregates",
    "selected",
    "filtered",
    "comparisons",
    "values",
    "joined",
    "grouped",
  ] as const;
  return parts.every((part) => differing(own[part], other[part], "wrong-order") === undefined);
}
