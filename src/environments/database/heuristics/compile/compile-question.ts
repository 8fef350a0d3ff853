import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema } from "../../schema/database-schema.ts";
import type { Item, NounPhrase, QuestionTree } from "../grammar/question-tree.ts";
import { answersWho, namingColumns } from "../lexicon/naming-columns.ts";
import { testOf } from "./compile-cells.ts";
import type { CompileContext } from "./compile-context.ts";
import { bothOf, compileList, whereOf } from "./compile-list.ts";
import { addTo, compileModifier } from "./compile-modifier.ts";
import { isToOne, keyOf, nearness, type Place, refersElsewhere, waysTo } from "./place.ts";
import { type QueryParts, QueryWriter, type Thing } from "./query-writer.ts";
import { all, best, chain, each, product, type Scored, scored } from "./scored.ts";
import { orderSql, type Shown, shownAlone, shownAttribute, shownItems, shownThing } from "./shown-columns.ts";

/** The queries that a question may mean, likeliest first. */
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
  return chain(await compilePhrase(subject, context), async (thing) => {
    const rows: Thing = { ...thing, each: undefined };
    const groups = await groupsOf(tree.each, thing.each, context);
    if (groups.length === 0 && !(isAggregated(tree) && subject.each)) return list(tree, thing, context);
    if (!isAggregated(tree)) return tree.each ? list(tree, rows, context) : [];
    return chain(groups.length > 0 ? groups : [scored(rows)], (group) => grouped(tree, group, rows, context));
  });
}

function isAggregated({ items }: QuestionTree): boolean {
  return items.some((item) => item.kind === "attribute" && item.aggregates.length > 0);
}

async function groupsOf(
  phrase: NounPhrase | undefined,
  given: Thing | undefined,
  context: CompileContext,
): Promise<readonly Scored<Thing>[]> {
  return phrase ? compilePhrase(phrase, context) : given ? [scored(given)] : [];
}

async function list(
  tree: QuestionTree,
  thing: Thing,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const [item] = tree.items;
  const shown =
    item?.kind === "entity" && tree.items.length === 1
      ? shownAlone(thing)
      : await shownItems(tree.items, thing, context);
  const fitting = tree.who
    ? shown.filter(({ value }) => value.some(({ place }) => answersWho(place)))
    : shown;
  return chain(fitting, (one) => compileList(thing, one, tree, context));
}

/** "What are all the countries", "Show the oldest age": the items alone say which table is meant. */
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
    const thing: Thing = { root, tests: [] };
    if (groups.length === 0) return list(tree, thing, context);
    return chain(groups, (group) => {
      if (isAggregated(tree)) return grouped(tree, group, thing, context);
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
    const rows: Thing = { ...counted, each: undefined };
    // What the items are of would be lost where they are already told apart by something else.
    if (tree.subject && (counted.each || tree.each)) return [];
    const own = tree.each ?? (others.length > 0 || tree.subject?.each ? tree.subject : undefined);
    const groups = await groupsOf(counted.each ? undefined : own, counted.each, context);
    if (groups.length > 0) return chain(groups, (group) => grouped(tree, group, rows, context));
    return others.length === 0 && !own && !tree.subject ? compileCount(counted, context, distinct) : [];
  });
}

/** Puts the items in their places: of the group, or of its rows. What the group is called comes first where nobody asked for it. */
async function grouped(
  tree: QuestionTree,
  group: Thing,
  rows: Thing,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (rows.root === group.root && !group.column) return [];
  const choices: (readonly Scored<readonly Cell[]>[])[] = [];
  for (const item of tree.items) choices.push(await cellsOf(item, group, rows, context));
  const named = tree.items.some(
    (item) => (item.kind === "attribute" && item.aggregates.length === 0) || item.kind === "entity",
  );
  const keys = named ? [scored<readonly Cell[]>([])] : groupCells(group);
  const countFirst = tree.items.some((item) => item.kind === "count");
  const combined = all(choices);
  return chain(keys, (key) =>
    chain(combined, async (found) => {
      const cells = countFirst ? [...key, ...found.flat()] : [...found.flat(), ...key];
      const shows = cells.flatMap((cell) => (cell.of === "group" ? [cell.shown.place] : []));
      if (tree.who && !shows.some(answersWho)) return [];
      return compileGrouped(group, rows, cells, tree, context);
    }),
  );
}

async function cellsOf(
  item: Item,
  group: Thing,
  rows: Thing,
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
    own.filter(({ value }) => !group.column || value.every((shown) => shown.place.column === group.column)),
  ).map(wrap("group"));
}

function groupCells(group: Thing): readonly Scored<readonly Cell[]>[] {
  return shownThing(group, true).map((one) => ({
    ...one,
    value: one.value.map((shown): Cell => ({ of: "group", shown })),
  }));
}

/** What a noun phrase may stand for, likeliest first. */
async function compilePhrase(phrase: NounPhrase, context: CompileContext): Promise<readonly Scored<Thing>[]> {
  return each(await heads(phrase, context), async (head) => {
    let things: readonly Scored<Thing>[] = [head];
    for (const modifier of phrase.modifiers) {
      const grown = await each(things, async (thing) =>
        product([thing], await compileModifier(modifier, thing.value, context, compilePhrase), addTo),
      );
      things = best(grown, 8);
      if (things.length === 0) return [];
    }
    return things;
  });
}

async function heads({ head }: NounPhrase, context: CompileContext): Promise<readonly Scored<Thing>[]> {
  const found = await each(head.links, async (link): Promise<readonly Scored<Thing>[]> => {
    if (link.kind === "table") return [scored({ root: link.table, tests: [] }, link.score)];
    if (link.kind === "column") {
      // "the name of the makers" asks for a property of makers, not for names that have makers.
      if (refersElsewhere(link, context.services) || /^(?:names?|details?|ids?)$/iu.test(head.text))
        return [];
      return [scored({ root: link.table, column: link.column, tests: [] }, 0.93 * link.score, [link.note])];
    }
    const test = await testOf({ table: link.table, column: link.column, hops: [] }, [link], false, context);
    // A stored name ("of O'Dowd's Picture House") stands for its row; a word that is a cell too ("students") may rather be something else.
    const weight = link.how === "cell" && link.score >= 0.99 ? 0.98 : 0.9;
    return [scored({ root: link.table, tests: [test] }, weight * link.score, [link.note])];
  });
  return best(found, 10);
}

/** What stands in the SELECT of a grouped query: something of the group, or something worked out over its rows. */
type Cell =
  | { readonly of: "group"; readonly shown: Shown }
  | { readonly of: "rows"; readonly shown: Shown }
  | { readonly of: "count" };

/** "How many singers are from each country", "the average age of the pets of each student". `rows` are counted or averaged for each `group`. */
async function compileGrouped(
  group: Thing,
  rows: Thing,
  cells: readonly Cell[],
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  if (group.rank || group.counted || group.each || rows.rank || rows.counted) return [];
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
    const where = bothOf(whereOf(rows.tests, writer), whereOf(group.tests, writer, hops));
    if (where === undefined) return [];
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
      const order = tree.order && (await orderSql(tree.order, group.root, expressions, writer, context));
      if (tree.order && !order) return [];
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
            orderBy: order?.value,
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

/** "How many singers …": rows of a table, or different values of a column. */
function compileCount(
  thing: Thing,
  context: CompileContext,
  distinct: boolean,
): readonly Scored<QueryParts>[] {
  if (thing.rank || thing.counted || thing.each) return [];
  const writer = new QueryWriter(thing.root, context.services);
  const where = whereOf(thing.tests, writer);
  if (where === undefined) return [];
  const { root, column } = thing;
  const counted = (select: string, score = 1, note?: string) => [
    scored({ from: writer.from(), where, select }, score, [note]),
  ];
  const different = (of: ColumnSchema) => `COUNT(DISTINCT ${writer.column({ table: root, column: of })})`;
  if (!distinct && column && isAmount(thing))
    return writer.multiplies ? [] : counted(sumOf(thing, writer), 0.97, `${column.name} was added up.`);
  if (column)
    return counted(different(column), 0.97, `Different values of ${root.name}.${column.name} were counted.`);
  const key = keyOf(root);
  if (!writer.multiplies) return counted("COUNT(*)");
  return key ? counted(different(key)) : [];
}

/** "How many seats" asks for their number, which stands in the cells: they are added up, not counted. */
function isAmount({ root, column }: Thing): boolean {
  if (!column || column === keyOf(root)) return false;
  const isYear = nameWords(column.name).some((word) =>
    ["year", "date", "id", "code", "no", "number"].includes(word),
  );
  return ["integer", "real", "decimal"].includes(column.affinity) && !isYear;
}

function sumOf({ root, column }: Thing, writer: QueryWriter): string {
  return column ? `SUM(${writer.column({ table: root, column })})` : "COUNT(*)";
}
