import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Modifier } from "../grammar/question-tree.ts";
import { compileCells } from "./compile-cells.ts";
import { compileComparison } from "./compile-comparison.ts";
import type { CompileContext } from "./compile-context.ts";
import { measureOf } from "./measures.ts";
import { hasMissing } from "./missing-cells.ts";
import { isNumberOf } from "./named-as-key.ts";
import { mayOwn } from "./owner.ts";
import type { CompilePhrase } from "./phrase-reader.ts";
import { isToOne, nearness, waysTo } from "./place.ts";
import { resolveAttribute, resolveQuantity } from "./resolve-attribute.ts";
import { takesTimeOf } from "./said-of-subject.ts";
import { best, each, type Scored, scored } from "./scored.ts";
import type { Addition, Rank, Test, Thing } from "./thing.ts";
import { contradicts, verbTests } from "./verb-meaning.ts";

export async function compileModifier(
  modifier: Modifier,
  thing: Thing,
  context: CompileContext,
  compilePhrase: CompilePhrase,
): Promise<readonly Scored<Addition>[]> {
  const { root } = thing;
  const asTest = (found: readonly Scored<Test>[]) =>
    found.map((one) => ({ ...one, value: { tests: [one.value] } }));
  switch (modifier.kind) {
    case "cells": {
      const mentions = modifier.mentions.map((mention) => ({
        ...mention,
        links: mention.links.filter(({ table }) => modifier.owning !== true || mayOwn(table, thing, context)),
      }));
      return asTest(await compileCells(mentions, modifier.negated, root, context, modifier.verb));
    }
    case "compare":
      return asTest(await compileComparison(modifier, root, context));
    case "missing":
      return asTest(
        resolveAttribute(modifier.attribute, root, context)
          .filter(({ value }) => value.hops.length === 0 && value.column.nullable)
          .map((one) => ({
            ...one,
            value: {
              kind: "column" as const,
              place: one.value,
              sql: (column: string) => `${column} IS NULL`,
            },
          })),
      );
    case "rank": {
      const said = "attribute" in modifier.by ? modifier.by.attribute.mention.text : undefined;
      const ranks = await each(
        resolveQuantity(modifier.by, root, context),
        async ({ value, score, notes }) => {
          if (said !== undefined && isNumberOf(said, value.place)) return [];
          const rank = await rankOf(value.place, value.reversed, modifier.direction, modifier.limit, context);
          return rank ? [{ ...rank, score: score * rank.score, notes: [...notes, ...rank.notes] }] : [];
        },
      );
      const additions = ranks.map((one) => ({
        ...one,
        value: { rank: one.value, tests: present(one.value) },
      }));
      // "Which product has the highest amount", where a product stands in several rows: of one of them, or of all?
      const isOpen = thing.column !== undefined && (await repeats(thing, context));
      return isOpen ? [] : additions;
    }
    case "rank-by-count": {
      const { direction, limit } = modifier;
      const counted = await compilePhrase(modifier.phrase, context);
      return counted
        .filter((one) => !one.value.rank && !one.value.countRank && !one.value.each)
        .map((one) => ({
          ...one,
          score: one.score * reach(one.value.root, root, context),
          value: { countRank: { counted: one.value, direction, limit } },
        }))
        .filter(({ score }) => score > 0);
    }
    case "each":
      return (await compilePhrase(modifier.phrase, context))
        .map((one) => ({
          ...one,
          score: one.score * Math.sign(reach(root, one.value.root, context)),
          value: { each: one.value },
        }))
        .filter(({ score }) => score > 0);
    case "has": {
      const others: Scored<Thing>[] = [];
      for (const other of await compilePhrase(modifier.phrase, context)) {
        if (modifier.owning && !mayOwn(other.value.root, thing, context)) continue;
        if (!(await takesTimeOf(root, modifier.phrase, other.value.root, context))) others.push(other);
      }
      return has(modifier, thing, context, others);
    }
  }
}

export async function rankOf(
  place: Rank["place"],
  reversed: boolean,
  direction: "asc" | "desc",
  limit: number,
  context: CompileContext,
): Promise<Scored<Rank> | undefined> {
  const measure = await measureOf(place, context);
  if (!measure || measure.kind === "text" || !place.hops.every(isToOne)) return undefined;
  const turned = reversed ? (direction === "asc" ? "desc" : "asc") : direction;
  const nullsFirst = context.services.driver.dialect.nullsSortFirstAscending === (turned === "asc");
  const skipsMissing = nullsFirst && (await hasMissing(place, context));
  return scored({ place, keys: measure.keys, direction: turned, limit, skipsMissing }, 1, [measure.note]);
}

function present({ place, skipsMissing }: Rank): readonly Test[] {
  return skipsMissing ? [{ kind: "column", place, sql: (column) => `${column} IS NOT NULL` }] : [];
}

/** True where several rows hold the same value of the column. */
async function repeats({ root, column }: Thing, { services, ask }: CompileContext): Promise<boolean> {
  if (!column) return false;
  const name = services.driver.dialect.identifier(column.name);
  const sql = `SELECT ${name} FROM ${qualifiedTable(services, root)} WHERE ${name} IS NOT NULL GROUP BY ${name} HAVING COUNT(*) > 1 LIMIT 1`;
  return (await ask(sql, [], 1)).length > 0;
}

function reach(from: TableSchema, to: TableSchema, context: CompileContext): number {
  const [way] = waysTo(from, to, context.services);
  return way ? nearness(way) ** 1.5 : 0;
}

/** "with concerts", "without any concert", "that have at least two concerts": related rows of another table. */
function has(
  modifier: Extract<Modifier, { kind: "has" }>,
  thing: Thing,
  context: CompileContext,
  others: readonly Scored<Thing>[],
): readonly Scored<Addition>[] {
  const { negated, count, loose } = modifier;
  const found = others.flatMap((other): readonly Scored<Addition>[] => {
    const { value } = other;
    if (value.countRank || value.countTest || value.each) return [];
    // "never asked for their phone number": a property of another thing is not something related to have or not to have.
    if (value.column && value.tests.length === 0 && !count) return [];
    if (count && thing.column) {
      return negated || value.rank
        ? []
        : [
            {
              ...other,
              value: { countTest: { counted: value, operator: count.operator, value: count.value } },
            },
          ];
    }
    const ways = waysTo(thing.root, value.root, context.services).filter(
      (hops) => !contradicts(modifier.verb, hops),
    );
    return ways.flatMap((hops) => {
      if (hops.length === 0 && (value.root !== thing.root || count || negated || value.rank || value.column))
        return [];
      if (isIdle(value, hops, modifier.phrase.universal === true && loose !== "by" ? undefined : loose))
        return [];
      const note = verbNote(modifier.verb, thing.root, value.root);
      const near = {
        score: other.score * nearness(hops),
        notes: note ? [...other.notes, note] : other.notes,
      };
      // "the names of teachers" is read as a property of teachers rather than as names that are of teachers.
      if (hops.length === 0) {
        return [{ ...near, score: near.score * (thing.column ? 0.88 : 1), value: { tests: value.tests } }];
      }
      const tests = [...value.tests, ...verbTests(modifier.verb, hops, context)];
      const test: Test = { kind: "among", hops, tests, negated, count, rank: value.rank };
      return [{ ...near, value: { tests: [test] } }];
    });
  });
  return best(found);
}

/**
 * "tracks with a genre", "albums by artist": nothing but a join would come of it, which leaves every row as it is. What was asked for is then
 * something else (to show it, to order by it), and the word would be lost.
 */
function isIdle(other: Thing, hops: readonly JoinStep[], loose: string | undefined): boolean {
  const bare = other.tests.length === 0 && !other.rank && !other.column;
  return loose !== undefined && bare && hops.length > 0 && (hops.every(isToOne) || loose === "by");
}

const SAYS_NOTHING = /^(|have|has|had|own|owns|hold|holds|contain|contains|include|includes|get|gets)$/u;

/** A verb that nothing in the database goes by is taken for a mere tie; that has to be said. */
function verbNote(verb: string | undefined, from: TableSchema, to: TableSchema): string | undefined {
  return verb === undefined || SAYS_NOTHING.test(verb)
    ? undefined
    : `Took "${verb}" as what ties ${from.name} to ${to.name}.`;
}

export function addTo(thing: Thing, addition: Addition): Thing | undefined {
  if (
    (addition.rank && (thing.rank || thing.countRank)) ||
    (addition.countRank && (thing.rank || thing.countRank)) ||
    (addition.each && thing.each)
  )
    return undefined;
  return { ...thing, ...addition, tests: [...thing.tests, ...(addition.tests ?? [])] };
}
