import type { QuestionTree } from "../grammar/question-tree.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { isToOne, keyOf, waysTo } from "./column-path.ts";
import type { CompileContext } from "./compile-context.ts";
import {
  countsNone,
  type QueryParts,
  QueryWriter,
  queryText,
  type RowSet,
  rankSql,
  type Test,
} from "./query-writer.ts";
import { each, type Scored, scored } from "./scored.ts";
import { orderSql, type Shown } from "./shown-columns.ts";

/** Queries that list rows with some of their columns: "names of the singers above 20", "the average age of singers". */
export async function compileList(
  rowSet: RowSet,
  shown: readonly Shown[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (rowSet.each) return [];
  if (rowSet.counted) return byCount(rowSet, rowSet.counted, shown, tree, context);
  const aggregated = shown.some((one) => one.aggregated);
  if (aggregated && (rowSet.column || shown.some((one) => !one.aggregated))) return [];
  const writer = new QueryWriter(rowSet.root, context.services);
  if (!shown.every((one) => writer.join(one.path.hops))) return [];
  // Several joined rows per ranked row would each count against the limit.
  if (rowSet.rank && writer.multiplies) return [];
  const where = whereOf(rowSet.tests, writer);
  if (where === undefined || (aggregated && writer.multiplies && !ownedByFarthest(shown))) return [];
  const distinct =
    tree.distinct ||
    tree.items.some((item) => item.kind === "attribute" && item.distinct) ||
    (tree.subject === undefined && areValues(shown, rowSet)) ||
    (showsItself(shown, rowSet) && !namingColumns(rowSet.root).some((column) => column === rowSet.column));
  const expressions = shown.map((one) => one.sql(writer.column(one.path)));
  const ranked = rowSet.rank && rankSql(rowSet.rank, writer);
  if (rowSet.rank && (ranked === undefined || aggregated)) return [];
  const ordered =
    tree.order && !aggregated && !ranked
      ? await orderSql(tree.order, rowSet.root, expressions, writer, context)
      : undefined;
  if (tree.order && !ordered && !ranked) return [];
  const select = `${distinct && !aggregated && !ranked ? "DISTINCT " : ""}${expressions.join(", ")}`;
  const orderBy = ranked && rowSet.rank ? `${ranked} LIMIT ${rowSet.rank.limit}` : ordered?.value;
  // SELECT DISTINCT can only be ordered by what it shows.
  const shows =
    !ordered ||
    !select.startsWith("DISTINCT") ||
    expressions.some((expression) => ordered.value.startsWith(expression));
  if (!shows) return [];
  const cut =
    ranked && rowSet.rank
      ? { keys: rowSet.rank.keys(writer.column(rowSet.rank.path)), limit: rowSet.rank.limit }
      : undefined;
  const ownKey = aggregated || select.startsWith("DISTINCT") ? undefined : keyOf(rowSet.root);
  const key = ownKey && writer.column({ table: rowSet.root, column: ownKey });
  return [
    scored(
      { from: writer.from(), where, select, key, orderBy, cut },
      ordered?.score ?? 1,
      ordered?.notes ?? [],
    ),
  ];
}

/** True for values of one column whose table the question does not name: "List all departments". */
function areValues([one, more]: readonly Shown[], { root }: RowSet): boolean {
  return one !== undefined && more === undefined && !namingColumns(root).includes(one.path.column);
}

/** True if the values are listed for themselves, once each; any other column is shown row by row. */
function showsItself(shown: readonly Shown[], rowSet: RowSet): boolean {
  return rowSet.column !== undefined && shown.every(({ path }) => path.column === rowSet.column);
}

/** An aggregate behind a join that multiplies the asked rows is still right if each row of the aggregated table comes once. */
function ownedByFarthest(shown: readonly Shown[]): boolean {
  return shown.every(
    (one) =>
      one.path.hops.length > 0 &&
      one.path.hops.every((hop) => !isToOne(hop) || hop === one.path.hops.at(-1)) &&
      !one.path.hops.some(isToOne),
  );
}

export function whereOf(
  tests: readonly Test[],
  writer: QueryWriter,
  hops: Parameters<QueryWriter["test"]>[1] = [],
): readonly string[] | undefined {
  const parts = tests.map((test) => writer.test(test, hops));
  return parts.every((part) => part !== undefined) ? parts.filter((part) => part !== "") : undefined;
}

/** The conditions of both; undefined if either cannot be expressed. */
export function bothOf(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one && other && [...one, ...other];
}

/** Rows by the number of others that belong to them: "the stadium with the most concerts", "countries of at least two singers". */
async function byCount(
  rowSet: RowSet,
  { of: counted, test, rank }: NonNullable<RowSet["counted"]>,
  shown: readonly Shown[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (rowSet.rank || tree.order || counted.rank || counted.counted || counted.each) return [];
  return each(waysTo(counted.root, rowSet.root, context.services), (hops): readonly Scored<QueryParts>[] => {
    const writer = new QueryWriter(counted.root, context.services);
    const joined = writer.join(hops) && shown.every((one) => writer.join([...hops, ...one.path.hops]));
    const where = joined
      ? bothOf(whereOf(counted.tests, writer), whereOf(rowSet.tests, writer, hops))
      : undefined;
    if (where === undefined) return [];
    if (counted.column && counted.root === rowSet.root) return [];
    const expressions = shown.map((one) => one.sql(writer.column(one.path)));
    const key = rowSet.column ?? keyOf(rowSet.root);
    if (!key || shown.some((one) => one.aggregated)) return [];
    const keys = [writer.column({ table: rowSet.root, column: key })];
    const groupBy = [
      ...new Set([
        ...keys,
        ...(rowSet.column || shown.every((one) => one.path.hops.length === 0) ? [] : expressions),
      ]),
    ].join(", ");
    const amount = counted.column
      ? `COUNT(DISTINCT ${writer.column({ table: counted.root, column: counted.column })})`
      : writer.countOf(counted.root);
    if (amount === undefined) return [];
    const query = {
      from: writer.from(),
      where,
      select: expressions.join(", "),
      key: rowSet.column ? undefined : keys[0],
      groupBy,
    };
    const isLow = test ? countsNone(test) : rank?.direction === "asc";
    const least = isLow && (hops.length > 0 || counted.tests.length > 0);
    const without = least ? withoutAny(rowSet, keys[0] ?? "", query, context) : undefined;
    if (least && without === undefined) return [];
    if (test) return [scored({ ...query, without, having: `${amount} ${test.operator} ${test.value}` })];
    if (!rank) return [];
    return [
      scored({
        ...query,
        without,
        orderBy: `${amount} ${rank.direction.toUpperCase()} LIMIT ${rank.limit}`,
        cut: { keys: [amount], limit: rank.limit },
      }),
    ];
  });
}

/** A query for rows without partners, which the joins leave out. */
export function withoutAny(
  rowSet: RowSet,
  key: string,
  { from, where }: Pick<QueryParts, "from" | "where">,
  { services }: CompileContext,
) {
  const writer = new QueryWriter(rowSet.root, services);
  const own = whereOf(rowSet.tests, writer);
  if (own === undefined) return undefined;
  const isThere = `${key} IS NOT NULL`;
  const those = queryText({ select: key, from, where: [...where, isThere] });
  return queryText({
    select: key,
    from: writer.from(),
    where: [...own, isThere, `${key} NOT IN (${those})`],
  });
}
