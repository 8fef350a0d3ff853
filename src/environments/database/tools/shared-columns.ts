import { nameWords } from "../../../util/name-words.ts";
import type { DatabaseServices } from "../database-services.ts";
import type { ColumnAffinity, ColumnSchema, TableSchema } from "../schema/database-schema.ts";
import { qualifiedTable } from "../schema/find-table.ts";
import { isCountOf, isNamedAfter, tableLinks } from "../schema/table-links.ts";
import type { ToolCall } from "./database-tool.ts";
import { previewRows } from "./preview-rows.ts";

const MOST_PAIRS = 24;
/** Different values of a column that are compared. */
const SHARED_SAMPLE = 200;
const LEAST_SHARED = 0.3;
/** Values of a column that says which kind a row is of; those of two such columns agree by chance, and joining them pairs everything. */
const FEW = 20;

/**
 * Pairs of columns of two tables that share values, where no key tells how the tables belong together; most in common first. Texts are
 * compared as they stand, and where none agree with case and space left aside: the condition says so.
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
  const texts = pairs.filter(({ left }) => kindOf(left) === "text");
  const asWritten = await sharing(pairs, (column) => column, call);
  const plain =
    asWritten.length > 0 ? asWritten : await sharing(texts, (column) => `LOWER(TRIM(${column}))`, call);
  return plain
    .toSorted((x, y) => y.share - x.share)
    .slice(0, 3)
    .map(({ text }) => text);
}

interface Shared {
  readonly text: string;
  readonly share: number;
}

/** The pairs of which many values of a sample are on the other side, too, and that tell rows apart. */
async function sharing(
  pairs: readonly ColumnPair[],
  wrap: (column: string) => string,
  call: ToolCall,
): Promise<readonly Shared[]> {
  const { dialect } = call.services.driver;
  const found: Shared[] = [];
  for (const pair of pairs) {
    const { a, b, left, right } = pair;
    const [x, y] = [dialect.identifier(left.name), dialect.identifier(right.name)];
    const sample = `SELECT DISTINCT ${wrap(x)} AS v FROM ${qualifiedTable(call.services, a)} WHERE ${x} IS NOT NULL LIMIT ${SHARED_SAMPLE}`;
    const sql = `SELECT COUNT(*), SUM(CASE WHEN v IN (SELECT ${wrap(y)} FROM ${qualifiedTable(call.services, b)}) THEN 1 ELSE 0 END) FROM (${sample}) AS s`;
    const row = (await previewRows(sql, 1, call))?.result?.rows[0];
    const [compared, common] = [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];
    const share = common / Math.max(1, compared);
    if (share < LEAST_SHARED || (await isKindOnly(pair, compared, call))) continue;
    const text = `${wrap(`${a.name}.${x}`)} = ${wrap(`${b.name}.${y}`)} (${percentOf(share)} of the values)`;
    found.push({ share, text });
  }
  return found;
}

/** Few values on both sides, each in many rows: what a row is, not which. */
async function isKindOnly({ a, b, left, right }: ColumnPair, compared: number, call: ToolCall) {
  if (compared > FEW) return false;
  for (const [table, column] of [
    [a, left],
    [b, right],
  ] as const) {
    const name = call.services.driver.dialect.identifier(column.name);
    const sample = `SELECT ${name} AS v FROM ${qualifiedTable(call.services, table)} WHERE ${name} IS NOT NULL LIMIT 1000`;
    const sql = `SELECT COUNT(*), COUNT(DISTINCT v) FROM (${sample}) AS s`;
    const row = (await previewRows(sql, 1, call))?.result?.rows[0];
    const [rows, distinct] = [Number(row?.[0] ?? 0), Number(row?.[1] ?? 0)];
    // One side that tells its rows apart makes it a key, however short: the regions of a country. Two numbers are yes and no.
    if (distinct > rows / 2 && (distinct > 2 || kindOf(column) === "text")) return false;
  }
  return true;
}

function percentOf(share: number): string {
  return `${Math.round(share * 100)} %`;
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
  if (sameName) return true;
  const [x, y] = [
    { table: a, column: left },
    { table: b, column: right },
  ];
  return (isNamedAfter(x, y) && mayName(left, right)) || (isNamedAfter(y, x) && mayName(right, left));
}

/** What is named after a table (`order_id`) names its key, and no amount that stands there; what is named after a column names that. */
function mayName(column: ColumnSchema, other: ColumnSchema): boolean {
  const words = new Set(nameWords(other.name));
  return isKeyPart(other) || nameWords(column.name).some((word) => words.has(word));
}

function isKeyPart(column: ColumnSchema): boolean {
  return column.primaryKeyPosition !== undefined || column.unique === true || column.uniqueInData === true;
}

function likeness({ left, right }: ColumnPair): number {
  const sameName = left.name.toLowerCase() === right.name.toLowerCase() ? 2 : 0;
  const key = (column: ColumnSchema) => (column.primaryKeyPosition !== undefined || column.unique ? 1 : 0);
  return sameName + key(left) + key(right) + (kindOf(left) === "text" ? 0.5 : 0);
}

/** What is masked looks the same in every row. */
function kindOf({ affinity, masked }: ColumnSchema): "text" | "integer" | undefined {
  const kinds: Partial<Record<ColumnAffinity, "text" | "integer">> = { text: "text", integer: "integer" };
  return masked === true ? undefined : kinds[affinity];
}
