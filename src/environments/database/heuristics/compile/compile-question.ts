import type { Item, NounPhrase, QuestionTree } from "../grammar/question-tree.ts";
import { answersWho } from "../lexicon/people.ts";
import type { CompileContext } from "./compile-context.ts";
import { compileCount } from "./compile-count.ts";
import { type Cell, compileGrouped } from "./compile-grouped.ts";
import { compileList } from "./compile-list.ts";
import { compilePhrase } from "./compile-phrase.ts";
import { keyOf } from "./place.ts";
import type { QueryParts } from "./query-parts.ts";
import { all, best, each, type Scored, scored } from "./scored.ts";
import { type Shown, shownAlone, shownAttribute, shownItems, shownThing } from "./shown-columns.ts";
import type { Thing } from "./thing.ts";

/** The queries that a question may mean, likeliest first. */
export async function compileQuestion(
  tree: QuestionTree,
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const counts = tree.items.filter((item) => item.kind === "count" || item.kind === "their-count");
  const [count, ...more] = counts;
  // "Who" asks for names, never for a number alone.
  if (tree.who && counts.length === tree.items.length) return [];
  if (more.length > 0 || tree.items.length === 0) return [];
  if (count)
    return withCount(
      tree,
      count.phrase,
      { theirs: count.kind === "their-count", distinct: count.kind === "count" && count.distinct },
      context,
    );
  const { subject } = tree;
  if (!subject) return withoutSubject(tree, context);
  const aggregated = tree.items.some((item) => item.kind === "attribute" && item.aggregates.length > 0);
  return each(await compilePhrase(subject, context), async (thing) => {
    const each_ = tree.each
      ? await compilePhrase(tree.each, context)
      : thing.value.each
        ? [scored(thing.value.each)]
        : [];
    const bare: Thing = { ...thing.value, each: undefined };
    if (each_.length > 0 || (aggregated && subject.each)) {
      if (!aggregated) return tree.each ? after(thing, await list(tree, bare, context)) : [];
      const groups = each_.length > 0 ? each_ : [scored(bare)];
      return each(groups, async (group) =>
        after(thing, after(group, await grouped(tree, group.value, bare, context))),
      );
    }
    return after(thing, await list(tree, thing.value, context));
  });
}

function after<A, T>(first: Scored<A>, found: readonly Scored<T>[]): readonly Scored<T>[] {
  return found.map((one) => ({
    value: one.value,
    score: first.score * one.score,
    notes: [...first.notes, ...one.notes],
  }));
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
  return each(fitting, async (one) => after(one, await compileList(thing, one.value, tree, context)));
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
  const group = tree.each ? await compilePhrase(tree.each, context) : [];
  return each(roots, async (root) => {
    const thing: Thing = { root, tests: [] };
    if (group.length > 0) {
      const aggregated = tree.items.some(
        (each_) => each_.kind === "attribute" && each_.aggregates.length > 0,
      );
      const onGroup = await each(group, async (one) =>
        one.value.root === root && !one.value.column && !aggregated
          ? after(one, await list(tree, one.value, context))
          : aggregated
            ? after(one, await grouped(tree, one.value, thing, context))
            : [],
      );
      return onGroup;
    }
    return list(tree, thing, context);
  });
}

async function withCount(
  tree: QuestionTree,
  phrase: NounPhrase,
  count: { readonly theirs: boolean; readonly distinct: boolean },
  context: CompileContext,
): Promise<readonly Scored<QueryParts>[]> {
  const others = tree.items.filter((item) => item.kind !== "count" && item.kind !== "their-count");
  return each(await compilePhrase(phrase, context), async (counted) => {
    const rows: Thing = { ...counted.value, each: undefined };
    const given = counted.value.each;
    // What the items are of would be lost where they are already told apart by something else.
    if (tree.subject && (given || tree.each)) return [];
    const own =
      tree.each ?? (count.theirs || others.length > 0 || tree.subject?.each ? tree.subject : undefined);
    const groups = given ? [scored(given)] : own ? await compilePhrase(own, context) : [];
    if (groups.length === 0)
      return others.length === 0 && !own && !tree.subject
        ? after(counted, compileCount(counted.value, context, count.distinct))
        : [];
    return each(groups, async (group) =>
      after(counted, after(group, await grouped(tree, group.value, rows, context))),
    );
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
  const countFirst = tree.items.some((item) => item.kind === "count" || item.kind === "their-count");
  const combined = all(choices);
  return each(keys, (key) =>
    each(combined, async (found) => {
      const cells = found.value.flat();
      const shows = [...key.value, ...cells].flatMap((cell) =>
        cell.of === "group" ? [cell.shown.place] : [],
      );
      if (tree.who && !shows.some(answersWho)) return [];
      return after(
        key,
        after(
          found,
          await compileGrouped(
            group,
            rows,
            countFirst ? [...key.value, ...cells] : [...cells, ...key.value],
            tree,
            context,
          ),
        ),
      );
    }),
  );
}

async function cellsOf(
  item: Item,
  group: Thing,
  rows: Thing,
  context: CompileContext,
): Promise<readonly Scored<readonly Cell[]>[]> {
  if (item.kind === "count" || item.kind === "their-count") return [scored([{ of: "count" as const }])];
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
  const shown = shownThing(group);
  const key = keyOf(group.root);
  const fallback: readonly Scored<readonly Shown[]>[] = key
    ? [
        scored(
          [
            {
              place: { table: group.root, column: key, hops: [] },
              sql: (column: string) => column,
              aggregated: false,
            },
          ],
          0.85,
        ),
      ]
    : [];
  return (shown.length > 0 ? shown : fallback).map((one) => ({
    ...one,
    value: one.value.map((each): Cell => ({ of: "group", shown: each })),
  }));
}
