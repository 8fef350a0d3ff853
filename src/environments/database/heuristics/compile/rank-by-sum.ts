import { nameWords } from "../../../../util/name-words.ts";
import type { ColumnSchema, TableSchema } from "../../schema/database-schema.ts";
import type { Modifier } from "../grammar/question-tree.ts";
import type { CompileContext } from "./compile-context.ts";
import { isAmount } from "./compile-count.ts";
import { isToOne, nearness, refersElsewhere, waysTo } from "./place.ts";
import { best, type Scored, scored } from "./scored.ts";
import type { Addition, Thing } from "./thing.ts";

/** Names of columns that say what a whole row comes to. */
const TOTAL = /^(total|total amount|amount|grand total|sum|total price|total cost)$/u;

/**
 * "customers by total quantity" adds a column up for each of them; "by total invoices" adds up what the invoices come to, where they have
 * one column of that, and counts them otherwise.
 */
export function rankBySum(
  modifier: Extract<Modifier, { kind: "rank-by-sum" }>,
  thing: Thing,
  context: CompileContext,
): readonly Scored<Addition>[] {
  const { direction, limit } = modifier;
  const found = modifier.of.links.flatMap((link): readonly Scored<Addition>[] => {
    if (link.kind === "value") return [];
    const { table } = link;
    const hops = waysTo(table, thing.root, context.services);
    const [way, another] = hops;
    if (!way || another || way.length === 0 || !way.every(isToOne)) return [];
    const score = link.score * nearness(way);
    const counted: Thing = { root: table, tests: [] };
    if (link.kind === "column") {
      if (
        !isAmount({ root: table, column: link.column, tests: [] }) ||
        refersElsewhere(link, context.services)
      )
        return [];
      const note = `${table.name}.${link.column.name} was added up.`;
      return [
        scored({ countRank: { counted, sum: link.column, direction, limit } }, score, [link.note, note]),
      ];
    }
    if (modifier.bySize) return [scored({ countRank: { counted, direction, limit } }, score)];
    const [total, more] = totals(table);
    if (more) return [];
    const note = total
      ? `Took "total ${modifier.of.text}" as the sum of ${table.name}.${total.name}.`
      : `Took "total ${modifier.of.text}" as their number.`;
    return [scored({ countRank: { counted, sum: total, direction, limit } }, score, [note])];
  });
  return best(found);
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
