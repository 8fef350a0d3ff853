import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import { qualifiedTable } from "../../schema/find-table.ts";
import type { JoinStep } from "../../schema/join-paths.ts";
import type { Modifier, NounPhrase, Operand } from "../grammar/question-tree.ts";
import type { ValueLinkWord } from "../lexicon/link.ts";
import { namingColumns } from "../lexicon/naming-columns.ts";
import { type ColumnPath, isToOne, mayOwn, nearness, waysTo } from "./column-path.ts";
import { compileCells, contradicts, hasMissing, missingNote, testOf, verbTests } from "./compile-cells.ts";
import { type CompileContext, columnSql } from "./compile-context.ts";
import { datePaths, dateTest, formOf } from "./compile-dates.ts";
import { type Addition, type Rank, type RowSet, type Test, testAt } from "./query-writer.ts";
import { isNumberOf, type MeasuredPath, measureOf, resolveQuantity } from "./resolve-attribute.ts";
import { best, chain, type Scored, scored } from "./scored.ts";

type Comparison = Extract<Modifier, { kind: "compare" }>;

/** A comparison as a condition on a table's rows, for every column that it may concern. */
async function compileComparison(
  asked: Comparison,
  root: TableSchema,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  const { operand, operator, by } = asked;
  if (by === undefined) {
    if (operand.kind !== "dates") return [];
    return chain(await datePaths(root, asked.verb, context), async (path) => {
      const sql = await dateTest(path, operator, operand.dates, operand.until, context);
      return sql ? [scored<Test>({ kind: "column", path, sql })] : [];
    });
  }
  return chain(resolveQuantity(by, root, context), (found) => compareAt(found, asked, context));
}

async function compareAt(
  { path, reversed }: MeasuredPath,
  { operator, operand }: Comparison,
  context: CompileContext,
): Promise<readonly Scored<Test>[]> {
  if (operand.kind === "cells") {
    const links = operand.mentions.map((mention) =>
      mention.links.find(
        (link): link is ValueLinkWord => link.kind === "value" && link.column === path.column,
      ),
    );
    if (links.some((link) => link === undefined)) return [];
    const held = links.filter((link) => link !== undefined);
    const test = await testOf(path, held, operator === "<>", context);
    const missing =
      test.kind === "column" && operator === "<>" ? await missingNote(path, context) : undefined;
    const score = Math.min(...held.map((link) => link.score));
    return [scored(test, score, [...held.map((link) => link.note), missing])];
  }
  if (operand.kind === "dates") {
    const sql = await dateTest(path, operator, operand.dates, operand.until, context);
    return sql ? [scored(testAt(path, sql))] : [];
  }
  if (reversed) return [];
  // "under 10 or 20" is ambiguous.
  if (operand.kind === "one-of" && operator !== "=" && operator !== "<>") return [];
  const measure = await measureOf(path, context);
  const isYear =
    measure?.kind === "date" &&
    (operand.kind === "number" || operand.kind === "one-of") &&
    (await formOf(path, context))?.pattern === "%Y";
  if (!measure || (measure.kind !== "number" && !isYear)) return [];
  const sql = (column: string) =>
    numeric(measure.keys(column)[0] ?? column, operator, operand, path, context);
  return [scored(testAt(path, sql), 1, [measure.note])];
}

function numeric(
  column: string,
  operator: string,
  operand: Operand,
  path: ColumnPath,
  context: CompileContext,
): string {
  if (operand.kind === "number") return `${column} ${operator} ${operand.value}`;
  if (operand.kind === "range") return `${column} BETWEEN ${operand.from} AND ${operand.to}`;
  if (operand.kind === "one-of")
    return `${column} ${operator === "<>" ? "NOT " : ""}IN (${operand.values.join(", ")})`;
  const own = columnSql(path, context.services);
  return `${column} ${operator} (SELECT AVG(${column.replace(own, context.services.driver.dialect.identifier(path.column.name))}) FROM ${qualifiedTable(context.services, path.table)})`;
}

export async function compileModifier(
  modifier: Modifier,
  rowSet: RowSet,
  context: CompileContext,
  compilePhrase: CompilePhrase,
): Promise<readonly Scored<Addition>[]> {
  const { root } = rowSet;
  const asTest = (found: readonly Scored<Test>[]) =>
    found.map((one) => ({ ...one, value: { tests: [one.value] } }));
  switch (modifier.kind) {
    case "cells": {
      const mentions = modifier.mentions.map((mention) => ({
        ...mention,
        links: mention.links.filter(
          (link) => !modifier.owning || (mayOwn(link.table, rowSet, context) && !isItself(link, rowSet)),
        ),
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
        async ({ path, reversed }): Promise<readonly Scored<Addition>[]> => {
          if (said !== undefined && isNumberOf(said, path)) return [];
          const rank = await rankOf(path, reversed, modifier.direction, modifier.limit, context);
          return rank ? [{ ...rank, value: { rank: rank.value, tests: present(rank.value) } }] : [];
        },
      );
      // "Which product has the highest amount", where a product has several rows: the highest of one row, or their sum?
      const isOpen = rowSet.column !== undefined && (await repeats(rowSet, context));
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
      // "Which varieties have no harvests", where several plots share a variety: one plot without harvests, or all of them?
      if (modifier.negated && (await repeats(rowSet, context))) return [];
      const others = (await compilePhrase(modifier.phrase, context)).filter(
        ({ value }) =>
          !modifier.owning ||
          (mayOwn(value.root, rowSet, context) &&
            !value.tests.some((test) => test.kind === "column" && isItself(test.path, rowSet))),
      );
      return has(modifier, rowSet, context, others);
    }
  }
}

const CALLED_OF = /^(?:city|town|village|county|state|province|region|district|country|island|port)$/iu;

/** "The owner of Ivy" is not the owner named Ivy; "the city of Paris" is the city of that name. */
function isItself(
  named: { readonly table: TableSchema; readonly column?: ColumnSchema },
  { root, column }: RowSet,
) {
  const isName = named.column !== undefined && namingColumns(root).includes(named.column);
  const isThere = named.table === root && isName && column === undefined;
  return isThere && !nameWords(root.name).some((word) => CALLED_OF.test(word));
}

async function rankOf(
  path: Rank["path"],
  reversed: boolean,
  direction: "asc" | "desc",
  limit: number,
  context: CompileContext,
): Promise<Scored<Rank> | undefined> {
  const measure = await measureOf(path, context);
  if (!measure || measure.kind === "text" || !path.hops.every(isToOne)) return undefined;
  const turned = reversed ? (direction === "asc" ? "desc" : "asc") : direction;
  const nullsFirst = context.services.driver.dialect.nullsSortFirstAscending === (turned === "asc");
  const skipsMissing = nullsFirst && (await hasMissing(path, context));
  return scored({ path, keys: measure.keys, direction: turned, limit, skipsMissing }, 1, [measure.note]);
}

function present({ path, skipsMissing }: Rank): readonly Test[] {
  return skipsMissing ? [{ kind: "column", path, sql: (column) => `${column} IS NOT NULL` }] : [];
}

/** True if several rows hold the same value of the column. */
async function repeats({ root, column }: RowSet, { services, ask }: CompileContext): Promise<boolean> {
  if (!column) return false;
  const name = services.driver.dialect.identifier(column.name);
  const sql = `SELECT ${name} FROM ${qualifiedTable(services, root)} WHERE ${name} IS NOT NULL GROUP BY ${name} HAVING COUNT(*) > 1 LIMIT 1`;
  return (await ask(sql, [], 1)).length > 0;
}

function reach(from: TableSchema, to: TableSchema, context: CompileContext): number {
  const [way] = waysTo(from, to, context.services);
  return way ? nearness(way) ** 1.5 : 0;
}

/** Related rows of another table: "with concerts", "without any concert", "that have at least two concerts". */
function has(
  modifier: Extract<Modifier, { kind: "has" }>,
  rowSet: RowSet,
  context: CompileContext,
  others: readonly Scored<RowSet>[],
): readonly Scored<Addition>[] {
  const { negated, count, loose } = modifier;
  const found = others.flatMap((other): readonly Scored<Addition>[] => {
    const { value } = other;
    if (value.counted || value.each || value.rank) return [];
    // "never asked for their phone number": a property of another table's rows is nothing to have or not to have.
    if (value.column && value.tests.length === 0 && !count) return [];
    if (count && rowSet.column)
      return negated ? [] : [{ ...other, value: { counted: { of: value, test: count } } }];
    const ways = waysTo(rowSet.root, value.root, context.services).filter(
      (hops) => !contradicts(modifier.verb, hops),
    );
    return ways.flatMap((hops) => {
      if (hops.length === 0 && (value.root !== rowSet.root || count || negated || value.column)) return [];
      if (isIdle(value, hops, modifier.phrase.universal === true && loose !== "by" ? undefined : loose))
        return [];
      const note = verbNote(modifier.verb, rowSet.root, value.root);
      const near = {
        score: other.score * nearness(hops),
        notes: note ? [...other.notes, note] : other.notes,
      };
      // "the names of teachers" are a property of teachers rather than names with teachers.
      if (hops.length === 0) {
        return [{ ...near, score: near.score * (rowSet.column ? 0.88 : 1), value: { tests: value.tests } }];
      }
      const tests = [...value.tests, ...verbTests(modifier.verb, hops, context)];
      const test: Test = { kind: "among", hops, tests, negated, count };
      return [{ ...near, value: { tests: [test] } }];
    });
  });
  return best(found);
}

/**
 * True for "tracks with a genre", "albums by artist": the modifier would only add a join, which changes no row. The user meant something else (to
 * show it, to order by it), and the word would be lost.
 */
function isIdle(other: RowSet, hops: readonly JoinStep[], loose: string | undefined): boolean {
  const bare = other.tests.length === 0 && !other.column;
  return loose !== undefined && bare && hops.length > 0 && (hops.every(isToOne) || loose === "by");
}

const SAYS_NOTHING = /^(|have|has|had|own|owns|hold|holds|contain|contains|include|includes|get|gets)$/u;

/** A verb without a match in the database counts as a mere link between tables; the answer must say so. */
function verbNote(verb: string | undefined, from: TableSchema, to: TableSchema): string | undefined {
  return verb === undefined || SAYS_NOTHING.test(verb)
    ? undefined
    : `Took "${verb}" as what ties ${from.name} to ${to.name}.`;
}

export function addTo(rowSet: RowSet, addition: Addition): RowSet | undefined {
  const isRanked = rowSet.rank || rowSet.counted?.rank;
  if (isRanked && (addition.rank || addition.counted?.rank)) return undefined;
  if ((addition.counted && rowSet.counted) || (addition.each && rowSet.each)) return undefined;
  return { ...rowSet, ...addition, tests: [...rowSet.tests, ...(addition.tests ?? [])] };
}

/** Interprets a noun phrase; passed to rules that contain phrases. */
type CompilePhrase = (phrase: NounPhrase, context: CompileContext) => Promise<readonly Scored<RowSet>[]>;
