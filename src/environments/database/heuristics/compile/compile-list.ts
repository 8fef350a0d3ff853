import type { QuestionTree } from "../grammar/question-tree.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import type { CompileContext } from "./compile-context.ts";
import { isToOne, keyOf, waysTo } from "./place.ts";
import { type QueryParts, QueryWriter, queryText, rankSql, type Test, type Thing } from "./query-writer.ts";
import { each, type Scored, scored } from "./scored.ts";
import { orderSql, type Shown } from "./shown-columns.ts";

/** Rows of things with what is shown of them: "names of the singers above 20", "the average age of singers". */
export async function compileList(
  thing: Thing,
  shown: readonly Shown[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (thing.each) return [];
  if (thing.counted) return byCount(thing, thing.counted, shown, tree, context);
  const aggregated = shown.some((one) => one.aggregated);
  if (aggregated && (thing.column || shown.some((one) => !one.aggregated))) return [];
  const writer = new QueryWriter(thing.root, context.services);
  if (!shown.every((one) => writer.join(one.place.hops))) return [];
  // Several rows shown for one of those that are ranked would be counted as several.
  if (thing.rank && writer.multiplies) return [];
  const where = whereOf(thing.tests, writer);
  if (where === undefined || (aggregated && writer.multiplies && !ownedByFarthest(shown))) return [];
  const distinct =
    tree.distinct ||
    tree.items.some((item) => item.kind === "attribute" && item.distinct) ||
    (tree.subject === undefined && areValues(shown, thing)) ||
    (isThing(shown, thing) && !namingColumns(thing.root).some((column) => column === thing.column));
  const expressions = shown.map((one) => one.sql(writer.column(one.place)));
  const ranked = thing.rank && rankSql(thing.rank, writer);
  if (thing.rank && (ranked === undefined || aggregated)) return [];
  const ordered =
    tree.order && !aggregated && !ranked
      ? await orderSql(tree.order, thing.root, expressions, writer, context)
      : undefined;
  if (tree.order && !ordered && !ranked) return [];
  const select = `${distinct && !aggregated && !ranked ? "DISTINCT " : ""}${expressions.join(", ")}`;
  const orderBy = ranked && thing.rank ? `${ranked} LIMIT ${thing.rank.limit}` : ordered?.value;
  // SELECT DISTINCT can only be ordered by what it shows.
  const shows =
    !ordered ||
    !select.startsWith("DISTINCT") ||
    expressions.some((expression) => ordered.value.startsWith(expression));
  if (!shows) return [];
  const cut =
    ranked && thing.rank
      ? { keys: thing.rank.keys(writer.column(thing.rank.place)), limit: thing.rank.limit }
      : undefined;
  const ownKey = aggregated || select.startsWith("DISTINCT") ? undefined : keyOf(thing.root);
  const key = ownKey && writer.column({ table: thing.root, column: ownKey });
  return [
    scored(
      { from: writer.from(), where, select, key, orderBy, cut },
      ordered?.score ?? 1,
      ordered?.notes ?? [],
    ),
  ];
}

/** "List all departments": values of one column, of nothing that the question names. */
function areValues([one, more]: readonly Shown[], { root }: Thing): boolean {
  return one !== undefined && more === undefined && !namingColumns(root).includes(one.place.column);
}

/** Values that are listed for themselves come once each; whatever else is shown is shown row by row. */
function isThing(shown: readonly Shown[], thing: Thing): boolean {
  return thing.column !== undefined && shown.every(({ place }) => place.column === thing.column);
}

/** An aggregate over a column behind a join that multiplies the asked rows is still right where each of its own rows comes once. */
function ownedByFarthest(shown: readonly Shown[]): boolean {
  return shown.every(
    (one) =>
      one.place.hops.length > 0 &&
      one.place.hops.every((hop) => !isToOne(hop) || hop === one.place.hops.at(-1)) &&
      !one.place.hops.some(isToOne),
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

/** The conditions of both; undefined where one of them cannot be said. */
export function bothOf(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  return one && other && [...one, ...other];
}

/** "the stadium with the most concerts", "countries of at least two singers": things by the number of others that belong to them. */
async function byCount(
  thing: Thing,
  { of: counted, test, rank }: NonNullable<Thing["counted"]>,
  shown: readonly Shown[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (thing.rank || tree.order || counted.rank || counted.counted || counted.each) return [];
  return each(waysTo(counted.root, thing.root, context.services), (hops): readonly Scored<QueryParts>[] => {
    const writer = new QueryWriter(counted.root, context.services);
    const joined = writer.join(hops) && shown.every((one) => writer.join([...hops, ...one.place.hops]));
    const where = joined
      ? bothOf(whereOf(counted.tests, writer), whereOf(thing.tests, writer, hops))
      : undefined;
    if (where === undefined) return [];
    if (counted.column && counted.root === thing.root) return [];
    const expressions = shown.map((one) => one.sql(writer.column(one.place)));
    const key = thing.column ?? keyOf(thing.root);
    if (!key || shown.some((one) => one.aggregated)) return [];
    const keys = [writer.column({ table: thing.root, column: key })];
    const groupBy = [
      ...new Set([
        ...keys,
        ...(thing.column || shown.every((one) => one.place.hops.length === 0) ? [] : expressions),
      ]),
    ].join(", ");
    const amount = counted.column
      ? `COUNT(DISTINCT ${writer.column({ table: counted.root, column: counted.column })})`
      : "COUNT(*)";
    const query = {
      from: writer.from(),
      where,
      select: expressions.join(", "),
      key: thing.column ? undefined : keys[0],
      groupBy,
    };
    if (test) return [scored({ ...query, having: `${amount} ${test.operator} ${test.value}` })];
    if (!rank) return [];
    const least = rank.direction === "asc" && (hops.length > 0 || counted.tests.length > 0);
    const without = least ? withoutAny(thing, keys[0] ?? "", query, context) : undefined;
    if (least && without === undefined) return [];
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

/** Finds a thing that the joins of the query leave out. */
function withoutAny(thing: Thing, key: string, { from, where }: QueryParts, { services }: CompileContext) {
  const writer = new QueryWriter(thing.root, services);
  const own = whereOf(thing.tests, writer);
  if (own === undefined) return undefined;
  const isThere = `${key} IS NOT NULL`;
  const those = queryText({ select: key, from, where: [...where, isThere] });
  return queryText({
    select: key,
    from: writer.from(),
    where: [...own, isThere, `${key} NOT IN (${those})`],
  });
}
