import { nameWords } from "../../../../util/name-words.ts";
import type { TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Modifier, NounPhrase, Operand } from "../grammar/question-tree.ts";
import type { ColumnPlace, ValueLinkWord } from "../lexicon/link.ts";
import { compileCells, contradicts, testOf, verbTests } from "./compile-cells.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { datePlaces, dateTest, formOf } from "./compile-dates.ts";
import { isToOne, mayOwn, nearness, type Place, waysTo } from "./place.ts";
import { type Addition, type Rank, type Test, type Thing, testAt } from "./query-writer.ts";
import { isNumberOf, type MeasuredPlace, measureOf, resolveQuantity } from "./resolve-attribute.ts";
import { best, chain, type Scored, scored } from "./scored.ts";

type Comparison = Extract<Modifier, { kind: "compare" }>;

/** A comparison as a condition on the rows of a table, in every column that it may be about. */
async function compileComparison(
  asked: Comparison,
  root: TableSchema,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  const { operand, operator, by } = asked;
  if (by === undefined) {
    if (operand.kind !== "dates") return [];
    return chain(await datePlaces(root, asked.verb, context), async (place) => {
      const sql = await dateTest(place, operator, operand.dates, operand.until, context);
      return sql ? [scored<Test>({ kind: "column", place, sql })] : [];
    });
  }
  return chain(resolveQuantity(by, root, context), (found) => compareAt(found, asked, context));
}

async function compareAt(
  { place, reversed }: MeasuredPlace,
  { operator, operand }: Comparison,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  if (operand.kind === "cells") {
    const links = operand.mentions.map((mention) =>
      mention.links.find(
        (link): link is ValueLinkWord => link.kind === "value" && link.column === place.column,
      ),
    );
    if (links.some((link) => link === undefined)) return [];
    const held = links.filter((link) => link !== undefined);
    return [
      scored(
        await testOf(place, held, operator === "<>", context),
        Math.min(...held.map((link) => link.score)),
        held.map((link) => link.note),
      ),
    ];
  }
  if (operand.kind === "dates") {
    const sql = await dateTest(place, operator, operand.dates, operand.until, context);
    return sql ? [scored(testAt(place, sql))] : [];
  }
  if (reversed || (operand.kind === "number" && isOtherUnit(operand.unit, place))) return [];
  // "under 10 or 20" has no one meaning.
  if (operand.kind === "one-of" && operator !== "=" && operator !== "<>") return [];
  const measure = await measureOf(place, context);
  const isYear =
    measure?.kind === "date" &&
    (operand.kind === "number" || operand.kind === "one-of") &&
    (await formOf(place, context))?.pattern === "%Y";
  if (!measure || (measure.kind !== "number" && !isYear)) return [];
  const sql = (column: string) =>
    numeric(measure.keys(column)[0] ?? column, operator, operand, place, context);
  return [scored(testAt(place, sql), 1, [measure.note])];
}

const SPELT: Readonly<Record<string, string>> = {
  "%": "percent",
  "per cent": "percent",
  kg: "kilograms",
  cm: "centimeters",
  km: "kilometers",
  metres: "meters",
};

/** "5 minutes" of a column that does not say it holds minutes may have to be converted; money and points are taken as they stand. */
function isOtherUnit(unit: string | undefined, { column }: Place): boolean {
  if (unit === undefined || /^(?:[$€£]|euros?|dollars?|pounds|points?)$/u.test(unit)) return false;
  const own = nameWords(
    `${column.name} ${column.description?.name ?? ""} ${column.description?.text ?? ""} ${column.comment ?? ""}`,
  );
  if (unit.startsWith("years")) return !own.some((word) => /^(?:age|years?)$/u.test(word));
  const spelt = [unit, SPELT[unit] ?? unit].map((word) => word.slice(0, 3));
  return !own.some((word) => spelt.includes(word.slice(0, 3)));
}

function numeric(
  column: string,
  operator: string,
  operand: Operand,
  place: Place,
  context: CompileContext,
): string {
  if (operand.kind === "number") return `${column} ${operator} ${operand.value}`;
  if (operand.kind === "range") return `${column} BETWEEN ${operand.from} AND ${operand.to}`;
  if (operand.kind === "one-of")
    return `${column} ${operator === "<>" ? "NOT " : ""}IN (${operand.values.join(", ")})`;
  const own = columnSql(place, context.services);
  return `${column} ${operator} (SELECT AVG(${column.replace(own, context.services.driver.dialect.identifier(place.column.name))}) FROM ${qualifiedTable(context.services, place.table)})`;
}

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
      const { negated, verb, verbTells } = modifier;
      return asTest(await compileCells(mentions, negated, root, context, verb, verbTells));
    }
    case "compare":
      return asTest(await compileComparison(modifier, root, context));
    case "rank": {
      const said = "attribute" in modifier.by ? modifier.by.attribute.mention.text : undefined;
      const additions = await chain(
        resolveQuantity(modifier.by, root, context),
        async ({ place, reversed }): Promise<readonly Scored<Addition>[]> => {
          if (said !== undefined && isNumberOf(said, place)) return [];
          const rank = await rankOf(place, reversed, modifier.direction, modifier.limit, context);
          return rank ? [{ ...rank, value: { rank: rank.value, tests: present(rank.value) } }] : [];
        },
      );
      // "Which product has the highest amount", where a product stands in several rows: of one of them, or of all?
      const isOpen = thing.column !== undefined && (await repeats(thing, context));
      return isOpen ? [] : additions;
    }
    case "rank-by-count": {
      const { direction, limit } = modifier;
      const counted = await compilePhrase(modifier.phrase, context);
      return counted
        .filter(({ value }) => !value.rank && !value.counted?.rank && !value.each)
        .map((one) => ({
          ...one,
          score: one.score * reach(one.value.root, root, context),
          value: { counted: { of: one.value, rank: { direction, limit } } },
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
      // "Which varieties have no harvests", where several plots are of one variety: one of its plots, or none of them?
      if (modifier.negated && (await repeats(thing, context))) return [];
      const others = (await compilePhrase(modifier.phrase, context)).filter(
        (other) => modifier.owning !== true || mayOwn(other.value.root, thing, context),
      );
      return has(modifier, thing, context, others);
    }
  }
}

async function rankOf(
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
    if (value.counted || value.each) return [];
    // "never asked for their phone number": a property of another thing is not something related to have or not to have.
    if (value.column && value.tests.length === 0 && !count) return [];
    if (count && thing.column)
      return negated || value.rank ? [] : [{ ...other, value: { counted: { of: value, test: count } } }];
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
  const isRanked = thing.rank || thing.counted?.rank;
  if (isRanked && (addition.rank || addition.counted?.rank)) return undefined;
  if ((addition.counted && thing.counted) || (addition.each && thing.each)) return undefined;
  return { ...thing, ...addition, tests: [...thing.tests, ...(addition.tests ?? [])] };
}

/** What a noun phrase can mean; handed to what reads phrases within phrases. */
type CompilePhrase = (phrase: NounPhrase, context: CompileContext) => Promise<readonly Scored<Thing>[]>;

/** True where rows of the table have no value in the column. */
async function hasMissing(place: ColumnPlace, { services, ask }: CompileContext): Promise<boolean> {
  if (!place.column.nullable) return false;
  const column = services.driver.dialect.identifier(place.column.name);
  const sql = `SELECT 1 FROM ${qualifiedTable(services, place.table)} WHERE ${column} IS NULL LIMIT 1`;
  return (await ask(sql)).length > 0;
}
