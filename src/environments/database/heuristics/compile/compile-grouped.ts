import type { QuestionTree } from "../grammar/question-tree.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import { isAmount, sumOf } from "./compile-count.ts";
import { whereOf } from "./compile-list.ts";
import { isToOne, keyOf, nearness, type Place, waysTo } from "./place.ts";
import type { QueryParts } from "./query-parts.ts";
import { QueryWriter } from "./query-writer.ts";
import { each, type Scored, scored } from "./scored.ts";
import { orderSql, type Shown } from "./shown-columns.ts";
import type { Thing } from "./thing.ts";

/** What stands in the SELECT of a grouped query: something of the group, or something worked out over its rows. */
export type Cell =
  | { readonly of: "group"; readonly shown: Shown }
  | { readonly of: "rows"; readonly shown: Shown }
  | { readonly of: "count" };

/** "How many singers are from each country", "the average age of the pets of each student". `rows` are counted or averaged for each `group`. */
export async function compileGrouped(
  group: Thing,
  rows: Thing,
  cells: readonly Cell[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (
    group.rank ||
    group.countRank ||
    group.countTest ||
    group.each ||
    rows.rank ||
    rows.countRank ||
    rows.countTest
  )
    return [];
  const byOwnName =
    group.root === rows.root && namingColumns(group.root).some((column) => column === group.column);
  if (byOwnName) return [];
  return each(waysTo(rows.root, group.root, context.services), async (hops) => {
    const writer = new QueryWriter(rows.root, context.services);
    const far = (place: Place): Place => ({ ...place, hops: [...hops, ...place.hops] });
    if (
      !writer.join(hops) ||
      !cells.every(
        (cell) =>
          cell.of === "count" ||
          writer.join(cell.of === "group" ? far(cell.shown.place).hops : cell.shown.place.hops),
      )
    )
      return [];
    const conditions = [whereOf(rows.tests, writer), whereOf(group.tests, writer, hops)];
    if (conditions.some((condition) => condition === undefined)) return [];
    const aggregated = cells.some((cell) => cell.of === "rows");
    if (aggregated && writer.multiplies && !hops.every(isToOne)) return [];
    const amounts = countsOf(rows, writer);
    return each(amounts, async (amount) => {
      const expressions = cells.map((cell) =>
        cell.of === "count" ? amount : cell.shown.sql(writer.column(cell.shown.place)),
      );
      const key = group.column ?? keyOf(group.root);
      if (!key) return [];
      const keySql = writer.column({ table: group.root, column: key });
      const elsewhere = cells.flatMap((cell, i) =>
        cell.of === "group" && cell.shown.place.table !== group.root ? [expressions[i] ?? ""] : [],
      );
      const order = await orderOf(tree, group, cells, expressions, amount, writer, context);
      if (tree.order && !order) return [];
      const where = conditions.filter((condition) => condition !== "").join(" AND ");
      const note = group.column
        ? undefined
        : `${group.root.name} rows without any ${rows.root.name} are left out.`;
      return [
        scored(
          {
            from: writer.from(),
            where,
            select: expressions.join(", "),
            groupBy: [keySql, ...elsewhere].join(", "),
            orderBy: order,
          },
          nearness(hops) ** 1.5,
          [note],
        ),
      ];
    });
  });
}

/** Where a join may bring a counted row in twice, both ways of counting are readings; they are only told apart where they differ. */
function countsOf(rows: Thing, writer: QueryWriter): readonly string[] {
  if (isAmount(rows)) return writer.multiplies ? [] : [sumOf(rows, writer)];
  if (rows.column) return [`COUNT(DISTINCT ${writer.column({ table: rows.root, column: rows.column })})`];
  const key = keyOf(rows.root);
  return writer.multiplies && key
    ? ["COUNT(*)", `COUNT(DISTINCT ${writer.column({ table: rows.root, column: key })})`]
    : ["COUNT(*)"];
}

async function orderOf(
  tree: QuestionTree,
  group: Thing,
  cells: readonly Cell[],
  expressions: readonly string[],
  amount: string,
  writer: QueryWriter,
  context: CompileContext,
): Promise<string | undefined> {
  const { order } = tree;
  if (!order) return undefined;
  if (order.by === "count") return `${amount} ${order.direction.toUpperCase()}`;
  if (order.by === "first-item") return `${expressions[0]} ${order.direction.toUpperCase()}`;
  if (group.column && cells.length === 0) return undefined;
  return (await orderSql(order, group.root, expressions, writer, context))?.value;
}
