import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema } from "../../schema/database-schema.ts";
import type { Item, NounPhrase, QuestionTree } from "../grammar/question-tree.ts";
import { answersWho, namingColumns } from "../lexicon/naming-columns.ts";
import { type ColumnPath, isToOne, keyOf, nearness, refersElsewhere, waysTo } from "./column-path.ts";
import { testOf } from "./compile-cells.ts";
import type { CompileContext } from "./compile-context.ts";
import { bothOf, compileList, whereOf, withoutAny } from "./compile-list.ts";
import { addTo, compileModifier } from "./compile-modifier.ts";
import { type QueryParts, QueryWriter, type RowSet } from "./query-writer.ts";
import { all, best, chain, each, product, type Scored, scored } from "./scored.ts";
import { orderSql, type Shown, shownAlone, shownAttribute, shownItems, shownName } from "./shown-columns.ts";

/** Candidate queries for a question, likeliest first. */
export async function compileQuestion(
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const counts = tree.items.filter((item) => item.kind === "count");
  const [count, ...more] = counts;
  // "Who" asks for names, never for a number alone.
  if (tree.who && counts.length === tree.items.length) return [];
  if (more.length > 0 || tree.items.length === 0) return [];
  if (count) return withCount(tree, count.phrase, count.distinct, context);
  const { subject } = tree;
  if (!subject) return withoutSubject(tree, context);
  return chain(await compilePhrase(subject, context), async (rowSet) => {
    const rows: RowSet = { ...rowSet, each: undefined };
    const groups = await groupsOf(tree.each, rowSet.each, context);
    const isGrouped = (tree.each ?? rowSet.each) !== undefined;
    if (!isGrouped && !(isAggregated(tree) && subject.each)) return list(tree, rowSet, context);
    if (!isAggregated(tree)) return tree.each ? list(tree, rows, context) : [];
    return chain(isGrouped ? groups : [scored(rows)], (group) => grouped(tree, group, rows, context));
  });
}

function isAggregated({ items }: QuestionTree): boolean {
  return items.some((item) => item.kind === "attribute" && item.aggregates.length > 0);
}

async function groupsOf(
  phrase: NounPhrase | undefined,
  given: RowSet | undefined,
  context: CompileContext,
): Promise<readonly Scored<RowSet>[]> {
  return phrase ? compilePhrase(phrase, context) : given ? [scored(given)] : [];
}

async function list(
  tree: QuestionTree,
  rowSet: RowSet,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const [item] = tree.items;
  const shown =
    item?.kind === "entity" && tree.items.length === 1
      ? shownAlone(rowSet)
      : await shownItems(tree.items, rowSet, context);
  const fitting = tree.who ? shown.filter(({ value }) => value.some(({ path }) => answersWho(path))) : shown;
  return chain(fitting, (one) => compileList(rowSet, one, tree, context));
}

/** For questions whose items alone name the table: "What are all the countries", "Show the oldest age". */
async function withoutSubject(
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const [item] = tree.items;
  if (item?.kind !== "attribute") return [];
  const tables = item.attribute.owner?.links ?? item.attribute.mention.links;
  const roots = [...new Set(tables.map((link) => link.table))];
  const groups = await groupsOf(tree.each, undefined, context);
  return each(roots, async (root) => {
    const rowSet: RowSet = { root, tests: [] };
    if (tree.each === undefined) return list(tree, rowSet, context);
    return chain(groups, (group) => {
      if (isAggregated(tree)) return grouped(tree, group, rowSet, context);
      return group.root === root && !group.column ? list(tree, group, context) : [];
    });
  });
}

async function withCount(
  tree: QuestionTree,
  phrase: NounPhrase,
  distinct: boolean,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const others = tree.items.filter((item) => item.kind !== "count");
  return chain(await compilePhrase(phrase, context), async (counted) => {
    const rows: RowSet = { ...counted, each: undefined };
    // If the items are already grouped by something else, the subject would be lost.
    if (tree.subject && (counted.each || tree.each)) return [];
    const own = tree.each ?? (others.length > 0 || tree.subject?.each ? tree.subject : undefined);
    const groups = await groupsOf(counted.each ? undefined : own, counted.each, context);
    if (groups.length > 0) return chain(groups, (group) => grouped(tree, group, rows, context));
    return others.length === 0 && !own && !tree.subject ? compileCount(counted, context, distinct) : [];
  });
}

/** Assigns each item to the group or to its rows. The group's name, if nobody asked for it, comes before counts, and after other items. */
async function grouped(
  tree: QuestionTree,
  group: RowSet,
  rows: RowSet,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (rows.root === group.root && !group.column) return [];
  const choices: (readonly Scored<readonly Cell[]>[])[] = [];
  for (const item of tree.items) choices.push(await cellsOf(item, group, rows, context));
  const named = tree.items.some(
    (item) => (item.kind === "attribute" && item.aggregates.length === 0) || item.kind === "entity",
  );
  const keys = named ? [scored<readonly Cell[]>([])] : groupCells(group);
  const nameFirst = tree.items.some((item) => item.kind === "count");
  return chain(keys, (key) =>
    chain(all(choices), async (found) => {
      const cells = nameFirst ? [...key, ...found.flat()] : [...found.flat(), ...key];
      const shows = cells.flatMap((cell) => (cell.of === "group" ? [cell.shown.path] : []));
      if (tree.who && !shows.some(answersWho)) return [];
      return compileGrouped(group, rows, cells, tree, context, named);
    }),
  );
}

async function cellsOf(
  item: Item,
  group: RowSet,
  rows: RowSet,
  context: CompileContext,
): Promise<readonly Scored<readonly Cell[]>[]> {
  if (item.kind === "count") return [scored([{ of: "count" as const }])];
  const wrap = (of: "group" | "rows") => (found: Scored<readonly Shown[]>) => ({
    ...found,
    value: found.value.map((shown): Cell => ({ of, shown })),
  });
  if (item.kind === "entity") return groupCells(group);
  if (item.aggregates.length > 0) return (await shownAttribute(item, rows.root, context)).map(wrap("rows"));
  const own = await shownAttribute(item, group.root, context);
  return best(
    own.filter(({ value }) => !group.column || value.every((shown) => shown.path.column === group.column)),
  ).map(wrap("group"));
}

function groupCells(group: RowSet): readonly Scored<readonly Cell[]>[] {
  return shownName(group, true).map((one) => ({
    ...one,
    value: one.value.map((shown): Cell => ({ of: "group", shown })),
  }));
}

/** The interpretations of a noun phrase, likeliest first. */
async function compilePhrase(
  phrase: NounPhrase,
  context: CompileContext,
): Promise<readonly Scored<RowSet>[]> {
  return each(await heads(phrase, context), async (head) => {
    let rowSets: readonly Scored<RowSet>[] = [head];
    for (const modifier of phrase.modifiers) {
      const grown = await each(rowSets, async (rowSet) =>
        product([rowSet], await compileModifier(modifier, rowSet.value, context, compilePhrase), addTo),
      );
      rowSets = best(grown, 8);
      if (rowSets.length === 0) return [];
    }
    return rowSets;
  });
}

async function heads({ head }: NounPhrase, context: CompileContext): Promise<readonly Scored<RowSet>[]> {
  const found = await each(head.links, async (link): Promise<readonly Scored<RowSet>[]> => {
    if (link.kind === "table") return [scored({ root: link.table, tests: [] }, link.score)];
    if (link.kind === "column") {
      // "the name of the makers" asks for a property of makers, not for names that have makers.
      if (refersElsewhere(link, context.services) || /^(?:names?|details?|ids?)$/iu.test(head.text))
        return [];
      return [scored({ root: link.table, column: link.column, tests: [] }, 0.93 * link.score, [link.note])];
    }
    const test = await testOf({ table: link.table, column: link.column, hops: [] }, [link], false, context);
    // A stored name ("of O'Dowd's Picture House") stands for its row; a looser match ("students") may rather mean something else.
    const weight = link.how === "cell" && link.score >= 0.99 ? 0.98 : 0.9;
    return [scored({ root: link.table, tests: [test] }, weight * link.score, [link.note])];
  });
  return best(found, 10);
}

/** A column in a grouped query's SELECT: a property of the group, or an aggregate over its rows. */
type Cell =
  | { readonly of: "group"; readonly shown: Shown }
  | { readonly of: "rows"; readonly shown: Shown }
  | { readonly of: "count" };

/** "How many singers are from each country", "the average age of the pets of each student". `rows` are counted or averaged per `group`. */
async function compileGrouped(
  group: RowSet,
  rows: RowSet,
  cells: readonly Cell[],
  tree: QuestionTree,
  context: CompileContext,
  named: boolean,
): Promise<readonly Scored<QueryParts>[]> {
  if (group.rank || group.counted || group.each || rows.rank || rows.counted) return [];
  const byOwnName =
    group.root === rows.root && namingColumns(group.root).some((column) => column === group.column);
  if (byOwnName) return [];
  return each(waysTo(rows.root, group.root, context.services), async (hops) => {
    const writer = new QueryWriter(rows.root, context.services);
    const far = (path: ColumnPath): ColumnPath => ({ ...path, hops: [...hops, ...path.hops] });
    if (
      !writer.join(hops) ||
      !cells.every(
        (cell) =>
          cell.of === "count" ||
          writer.join(cell.of === "group" ? far(cell.shown.path).hops : cell.shown.path.hops),
      )
    )
      return [];
    const where = bothOf(whereOf(rows.tests, writer), whereOf(group.tests, writer, hops));
    if (where === undefined) return [];
    const aggregated = cells.some((cell) => cell.of === "rows");
    if (aggregated && writer.multiplies && !hops.every(isToOne)) return [];
    const amount = amountOf(rows, writer);
    const isCount = cells.some((cell) => cell.of === "count");
    if (amount === undefined && isCount) return [];
    const expressions = cells.map((cell) =>
      cell.of === "count" ? (amount ?? "") : cell.shown.sql(writer.column(cell.shown.path)),
    );
    const key = group.column ?? keyOf(group.root);
    if (!key) return [];
    const keySql = writer.column({ table: group.root, column: key });
    const elsewhere = cells.flatMap((cell, i) =>
      cell.of === "group" && cell.shown.path.table !== group.root ? [expressions[i] ?? ""] : [],
    );
    const order = tree.order && (await orderSql(tree.order, group.root, expressions, writer, context));
    if (tree.order && !order) return [];
    const from = writer.from();
    // A list of names with counts may omit those without any, if the answer says so; "how many does each have" includes them.
    const without =
      isCount && !named && hops.length > 0 ? withoutAny(group, keySql, { from, where }, context) : undefined;
    const left = group.column
      ? `Values of ${group.root.name}.${group.column.name}`
      : `${group.root.name} rows`;
    const note =
      without !== undefined || hops.length === 0
        ? undefined
        : `${left} without any ${rows.root.name} are left out.`;
    const parts = {
      from,
      where,
      without,
      select: expressions.join(", "),
      groupBy: [keySql, ...elsewhere].join(", "),
      orderBy: order?.value,
    };
    return [scored(parts, nearness(hops) ** 1.5, [note])];
  });
}

/** Each row counts once, however many joined rows lead to it. */
function amountOf(rows: RowSet, writer: QueryWriter): string | undefined {
  if (isAmount(rows)) return writer.multiplies ? undefined : sumOf(rows, writer);
  if (rows.column) return `COUNT(DISTINCT ${writer.column({ table: rows.root, column: rows.column })})`;
  return writer.countOf(rows.root);
}

/** "How many singers …": counts a table's rows, or a column's distinct values. */
function compileCount(
  rowSet: RowSet,
  context: CompileContext,
  distinct: boolean,
): readonly Scored<QueryParts>[] {
  if (rowSet.rank || rowSet.counted || rowSet.each) return [];
  const writer = new QueryWriter(rowSet.root, context.services);
  const where = whereOf(rowSet.tests, writer);
  if (where === undefined) return [];
  const { root, column } = rowSet;
  const counted = (select: string, score = 1, note?: string) => [
    scored({ from: writer.from(), where, select }, score, [note]),
  ];
  const different = (of: ColumnSchema) => `COUNT(DISTINCT ${writer.column({ table: root, column: of })})`;
  if (!distinct && column && isAmount(rowSet))
    return writer.multiplies ? [] : counted(sumOf(rowSet, writer), 0.97, `${column.name} was added up.`);
  if (column)
    return counted(different(column), 0.97, `Different values of ${root.name}.${column.name} were counted.`);
  const amount = writer.countOf(root);
  return amount === undefined ? [] : counted(amount);
}

/** "How many seats" asks for a number stored in the cells: it is summed, not counted. */
function isAmount({ root, column }: RowSet): boolean {
  if (!column || column === keyOf(root)) return false;
  const isYear = nameWords(column.name).some((word) =>
    ["year", "date", "id", "code", "no", "number"].includes(word),
  );
  return ["integer", "real", "decimal"].includes(column.affinity) && !isYear;
}

function sumOf({ root, column }: RowSet, writer: QueryWriter): string {
  return column ? `SUM(${writer.column({ table: root, column })})` : "COUNT(*)";
}
