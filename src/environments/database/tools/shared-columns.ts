import { nameWords } from "../../../util/name-words.ts";
import { qualifiedTable } from "../check/find-table.ts";
import { isCountOf, namesRelate } from "../check/names-relate.ts";
import { tableLinks } from "../check/table-links.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnAffinity, ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import type { ToolCall } from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";

const MOST_PAIRS = 24;
const SAMPLE = 200;

/**
 * Pairs of columns of two tables that share values, where no key tells how the tables belong together; most in common first. Where none do,
 * those whose texts are the same but for case and space around them.
 */
export async function sharedColumns(
  tables: readonly TableSchema[],
  call: ToolCall,
): Promise<readonly string[]> {
  const pairs = tables
    .flatMap((a, place) => tables.slice(place + 1).flatMap((b) => columnPairs(a, b)))
    .filter((pair) => maySayTheSame(pair, call.services))
    .sort((x, y) => likeness(y) - likeness(x))
    .slice(0, MOST_PAIRS);
  const shared = await sharing(pairs, (column) => column, call);
  if (shared.length > 0) return shared;
  const texts = pairs.filter(({ left }) => kindOf(left) === "text");
  return sharing(texts, (column) => `LOWER(TRIM(${column}))`, call);
}

async function sharing(
  pairs: readonly ColumnPair[],
  wrap: (column: string) => string,
  call: ToolCall,
): Promise<readonly string[]> {
  const { dialect } = call.services.driver;
  const found: { readonly text: string; readonly share: number }[] = [];
  for (const { a, b, left, right } of pairs) {
    const [x, y] = [dialect.identifier(left.name), dialect.identifier(right.name)];
    const sample = `SELECT DISTINCT ${wrap(x)} AS v FROM ${qualifiedTable(call.services, a)} WHERE ${x} IS NOT NULL LIMIT ${SAMPLE}`;
    const sql = `SELECT COUNT(*), SUM(CASE WHEN v IN (SELECT ${wrap(y)} FROM ${qualifiedTable(call.services, b)}) THEN 1 ELSE 0 END) FROM (${sample}) AS s`;
    const row = (await previewRows(sql, 1, call))?.result?.rows[0];
    const share = Number(row?.[1] ?? 0) / Math.max(1, Number(row?.[0] ?? 0));
    if (share >= 0.3) {
      const text = `${wrap(`${a.name}.${x}`)} = ${wrap(`${b.name}.${y}`)} (${Math.round(share * 100)} % of the values)`;
      found.push({ text, share });
    }
  }
  return found
    .sort((x, y) => y.share - x.share)
    .slice(0, 3)
    .map(({ text }) => text);
}

interface ColumnPair {
  readonly a: TableSchema;
  readonly b: TableSchema;
  readonly left: ColumnSchema;
  readonly right: ColumnSchema;
}

function columnPairs(a: TableSchema, b: TableSchema): readonly ColumnPair[] {
  return a.columns.flatMap((left) =>
    b.columns.flatMap((right) =>
      kindOf(left) !== undefined && kindOf(left) === kindOf(right) ? [{ a, b, left, right }] : [],
    ),
  );
}

/** Whole numbers are among any table's ids by chance: only names tell that they are the same, and no key that leads elsewhere. */
function maySayTheSame({ a, b, left, right }: ColumnPair, services: DatabaseServices): boolean {
  if (kindOf(left) !== "integer") return true;
  const leads = (table: TableSchema, column: ColumnSchema) =>
    tableLinks(services).some((link) => link.from === table && link.fromColumns.includes(column.name));
  if (leads(a, left) || leads(b, right)) return false;
  if (isCountOf(left.name, b.name) || isCountOf(right.name, a.name)) return false;
  const sameName = left.name.toLowerCase() === right.name.toLowerCase() && nameWords(left.name).length > 1;
  return sameName || namesRelate({ table: a, column: left }, { table: b, column: right });
}

function likeness({ left, right }: ColumnPair): number {
  const sameName = left.name.toLowerCase() === right.name.toLowerCase() ? 2 : 0;
  const key = (column: ColumnSchema) => (column.primaryKeyPosition !== undefined || column.unique ? 1 : 0);
  return sameName + key(left) + key(right) + (kindOf(left) === "text" ? 0.5 : 0);
}

function kindOf({ affinity }: ColumnSchema): "text" | "integer" | undefined {
  const kinds: Partial<Record<ColumnAffinity, "text" | "integer">> = { text: "text", integer: "integer" };
  return kinds[affinity];
}
