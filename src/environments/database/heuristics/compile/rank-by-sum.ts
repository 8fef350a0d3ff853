import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { Modifier } from "../grammar/question-tree.ts";
import type { Link } from "../lexicon/link.ts";
import { isAdditive } from "./additive.ts";
import type { CompileContext } from "./compile-context.ts";
import { isAmount } from "./compile-count.ts";
import { hasMissing } from "./missing-cells.ts";
import type { CompilePhrase } from "./phrase-reader.ts";
import { isToOne, nearness, refersElsewhere, waysTo } from "./place.ts";
import { each, type Scored, scored } from "./scored.ts";
import type { Addition, Test, Thing } from "./thing.ts";

/** Names of columns that say what a whole row comes to. */
const TOTAL = /^(total|total amount|amount|grand total|sum|total price|total cost)$/u;

/**
 * "customers by total quantity" adds a column up for each of them; "by total invoices" adds up what the invoices come to, where they have
 * one column of that, and counts them otherwise.
 */
export async function rankBySum(
  modifier: Extract<Modifier, { kind: "rank-by-sum" }>,
  thing: Thing,
  context: CompileContext,
  compilePhrase: CompilePhrase,
): Promise<readonly Scored<Addition>[]> {
  return each(modifier.of.links, async (link) => {
    const of = { ...modifier.of, links: [{ kind: "table" as const, table: link.table, score: 1 }] };
    const phrase = { head: of, modifiers: modifier.among ?? [], each: false, distinct: false };
    return each(await compilePhrase(phrase, context), async ({ value: counted, score, notes }) => {
      if (counted.rank || counted.countRank || counted.countTest || counted.each) return [];
      const tests = await present(link, thing, context);
      return ranked(modifier, link, counted, thing, context).map((one) => ({
        value: { ...one.value, tests },
        score: score * one.score,
        notes: [...notes, ...one.notes],
      }));
    });
  });
}

/** Rows that name none of what is ranked would stand as one of them. */
async function present(
  link: Link,
  { root, column }: Thing,
  context: CompileContext,
): Promise<readonly Test[]> {
  const place = column && link.table === root ? { table: root, column, hops: [] } : undefined;
  return place && (await hasMissing(place, context))
    ? [{ kind: "column", place, sql: (name) => `${name} IS NOT NULL` }]
    : [];
}

function ranked(
  modifier: Extract<Modifier, { kind: "rank-by-sum" }>,
  link: Link,
  counted: Thing,
  thing: Thing,
  context: CompileContext,
): readonly Scored<Addition>[] {
  const { direction, limit } = modifier;
  if (link.kind === "value") return [];
  const { table } = link;
  const hops = waysTo(table, thing.root, context.services);
  const [way, another] = hops;
  if (!way || another || !way.every(isToOne)) return [];
  // What a row itself holds is added up only over rows that go by the same value.
  if (way.length === 0 && (!thing.column || link.kind !== "column" || link.column === thing.column))
    return [];
  const score = link.score * nearness(way);
  if (modifier.onlyNamed && (link.kind !== "column" || !isAdditive(table, link.column))) return [];
  if (link.kind === "column") {
    if (!isAmount({ root: table, column: link.column, tests: [] }) || refersElsewhere(link, context.services))
      return [];
    const note = `${table.name}.${link.column.name} was added up.`;
    return [scored({ countRank: { counted, sum: link.column, direction, limit } }, score, [link.note, note])];
  }
  if (modifier.bySize) return [scored({ countRank: { counted, direction, limit } }, score)];
  const [total, more] = totals(table);
  if (more) return [];
  const note = total
    ? `Took "total ${modifier.of.text}" as the sum of ${table.name}.${total.name}.`
    : `Took "total ${modifier.of.text}" as their number.`;
  return [scored({ countRank: { counted, sum: total, direction, limit } }, score, [note])];
}

function totals(table: TableSchema): readonly ColumnSchema[] {
  return table.columns.filter(
    (column) =>
      isAmount({ root: table, column, tests: [] }) && TOTAL.test(withoutOwner(table, column).join(" ")),
  );
}

function withoutOwner(table: TableSchema, column: ColumnSchema): readonly string[] {
  const owner = new Set(nameWords(table.name));
  return nameWords(column.name).filter((word) => !owner.has(word));
}
