import type { GroupCut, Grouping, Item, QuestionTree } from "../grammar/question-tree.ts";
import { isAdditive } from "./additive.ts";
import type { CompileContext } from "./compile-context.ts";
import { isAmount, sumOf } from "./compile-count.ts";
import { whereOf } from "./compile-list.ts";
import { compilePhrase } from "./compile-phrase.ts";
import { type DateParts, dateParts } from "./date-parts.ts";
import { hasMissing } from "./missing-cells.ts";
import { isToOne, keyOf, nearness, waysTo } from "./place.ts";
import type { QueryParts } from "./query-parts.ts";
import { QueryWriter } from "./query-writer.ts";
import { all, each, type Scored, scored } from "./scored.ts";
import { type Shown, shownAttribute, shownThing } from "./shown-columns.ts";
import type { Thing } from "./thing.ts";

/** What rows are told apart by: columns of them or of what they refer to, or parts of their dates. */
type Group =
  | { readonly kind: "thing"; readonly shown: readonly Shown[]; readonly key: Shown["place"] }
  | ({ readonly kind: "date" } & DateParts);

/** A figure over the rows of a group; the number of them where nothing is shown. */
type Figure = "count" | readonly Shown[];

/** "Total amount by region and month", "Which day had the most sales?": figures over rows that are told apart by several things or by time. */
export async function compileBreakdown(
  { items, subject, groups: asked = [], groupCut, ...tree }: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const counted = items.find((item) => item.kind === "count");
  const phrase = counted?.phrase ?? subject;
  if (!phrase || (counted && subject) || tree.order || tree.who || tree.each || !items.every(isFigure))
    return [];
  if (items.filter((item) => item.kind === "count").length > 1) return [];
  return each(await compilePhrase(phrase, context), async (rows) => {
    const { column, rank, countRank, countTest, each: told } = rows.value;
    if (rank || countRank || countTest || told || (column && items.length > 1) || (column && !counted))
      return [];
    const figures: (readonly Scored<Figure>[])[] = [];
    for (const item of items)
      figures.push(
        item.kind === "count"
          ? [scored<Figure>("count")]
          : await figuresOf(item, rows.value, groupCut, context),
      );
    const groups: (readonly Scored<Group>[])[] = [];
    for (const grouping of asked) groups.push(await groupsOf(grouping, rows.value, context));
    const dated = asked.some(({ kind }) => kind === "date");
    const isCountFirst = counted !== undefined || dated || asked.length > 1;
    return each(all(groups), (by) =>
      each(all(figures), async (of) => {
        const query = await written(rows.value, by.value, of.value, isCountFirst, groupCut, context);
        const notes = [...rows.notes, ...of.notes, ...by.notes];
        return query ? [{ value: query, score: rows.score * of.score * by.score, notes }] : [];
      }),
    );
  });
}

function isFigure(item: Item): boolean {
  return item.kind === "count" || (item.kind === "attribute" && item.aggregates.length > 0);
}

async function figuresOf(
  item: Item,
  { root }: Thing,
  cut: GroupCut | undefined,
  context: CompileContext,
): Promise<readonly Scored<Figure>[]> {
  if (item.kind !== "attribute") return [];
  const found = await shownAttribute(item, root, context);
  return found.filter(({ value }) =>
    value.every(({ place }) => {
      const fits = cut?.onlyNamed !== true || isAdditive(place.table, place.column);
      return fits && place.hops.length === 0;
    }),
  );
}

async function groupsOf(
  grouping: Grouping,
  { root }: Thing,
  context: CompileContext,
): Promise<readonly Scored<Group>[]> {
  if (grouping.kind === "date")
    return (await dateParts(grouping, root, context)).map((one) => ({
      ...one,
      value: { kind: "date" as const, ...one.value },
    }));
  return each(await compilePhrase(grouping.phrase, context), (found) => {
    const key = found.value.column ?? keyOf(found.value.root);
    if (!key) return [];
    return waysTo(root, found.value.root, context.services)
      .filter((hops) => hops.every(isToOne) && (hops.length > 0 || found.value.column !== undefined))
      .flatMap((hops) =>
        shownThing(found.value, true).map((name) => ({
          score: found.score * name.score * nearness(hops) ** 1.5,
          notes: [...found.notes, ...name.notes],
          value: {
            kind: "thing" as const,
            key: { table: found.value.root, column: key, hops },
            shown: name.value.map((shown) => ({ ...shown, place: { ...shown.place, hops } })),
          },
        })),
      );
  });
}

async function written(
  rows: Thing,
  groups: readonly Group[],
  figures: readonly Figure[],
  isGroupFirst: boolean,
  cut: GroupCut | undefined,
  context: CompileContext,
): Promise<QueryParts | undefined> {
  const writer = new QueryWriter(rows.root, context.services);
  const places = groups.flatMap((group) => (group.kind === "thing" ? [group.key] : [group.place]));
  if (!places.every(({ hops }) => writer.join(hops))) return undefined;
  const where = whereOf(rows.tests, writer);
  if (where === undefined || writer.multiplies) return undefined;
  const { dialect } = context.services.driver;
  const keys = groups.map((group) =>
    group.kind === "date"
      ? group.keys.map(({ sql, name }) => ({ shown: `${sql} AS ${dialect.identifier(name)}`, sql }))
      : [...group.shown.map(({ place }) => place), group.key].map((place, i, { length }) => ({
          shown: i < length - 1 ? writer.column(place) : "",
          sql: writer.column(place),
        })),
  );
  const amounts = figures.flatMap((figure) =>
    figure === "count" ? [numberOf(rows, writer)] : figure.map(({ place, sql }) => sql(writer.column(place))),
  );
  const names = [...new Set(keys.flat().flatMap(({ shown }) => (shown === "" ? [] : [shown])))];
  const groupBy = [...new Set(keys.flat().map(({ sql }) => sql))];
  const query = { from: writer.from(), where, groupBy: groupBy.join(", ") };
  if (!cut) {
    const select = (isGroupFirst ? [...names, ...amounts] : [...amounts, ...names]).join(", ");
    const dated = groups.some(({ kind }) => kind === "date");
    return dated ? { ...query, select, orderBy: groupBy.join(", ") } : { ...query, select };
  }
  const [amount, more] = amounts;
  if (amount === undefined || more !== undefined) return undefined;
  // A month without a sale has the fewest, and stands in no row.
  if (cut.direction === "asc" && /^(?:COUNT|SUM)\(/u.test(amount)) return undefined;
  const dates = await Promise.all(
    places.map(async (place) =>
      (await hasMissing(place, context)) ? [`${writer.column(place)} IS NOT NULL`] : [],
    ),
  );
  return {
    ...query,
    where: [where, ...dates.flat()].filter((part) => part !== "").join(" AND "),
    select: names.join(", "),
    orderBy: `${amount} ${cut.direction.toUpperCase()} LIMIT ${cut.limit}`,
    cut: { keys: [amount], limit: cut.limit },
  };
}

function numberOf(rows: Thing, writer: QueryWriter): string {
  if (!rows.column) return "COUNT(*)";
  return isAmount(rows)
    ? sumOf(rows, writer)
    : `COUNT(DISTINCT ${writer.column({ table: rows.root, column: rows.column })})`;
}
