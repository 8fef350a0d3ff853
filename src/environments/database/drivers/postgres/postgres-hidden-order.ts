import type { SqlValue } from "../../driver/sql-value.ts";
import { indexEntries } from "../../sql/index-entries.ts";
import type { CatalogEntry } from "../../sql/privacy-facts.ts";
import type { RunStatement } from "./postgres-session.ts";
import type { PostgresRow } from "./postgres-statement.ts";

/**
 * One row for each column that the order of an index hangs on, and for each table that has rows in it: a parent shows those of its partitions, which
 * need not be listed. The server sorts by no INCLUDE column, and reads BRIN and GIN in the order of the table.
 */
export const INDEX_COLUMNS = `
SELECT 'index', n.nspname, f.relname, false, a.attname, i.relname, false, NULL
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
  JOIN LATERAL (
    WITH RECURSIVE family (oid) AS (
      SELECT x.indrelid UNION SELECT h.inhparent FROM pg_inherits h JOIN family ON family.oid = h.inhrelid)
    SELECT c.relname, c.relnamespace FROM family JOIN pg_class c USING (oid)) f ON true
  JOIN pg_namespace n ON n.oid = f.relnamespace
  JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum > 0 AND (
    a.attnum = ANY ((x.indkey::int2[])[0:x.indnkeyatts - 1]) OR x.indexprs IS NOT NULL AND EXISTS (
      SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = x.indexrelid
        AND d.refclassid = 'pg_class'::regclass AND d.refobjid = x.indrelid AND d.refobjsubid = a.attnum))
WHERE i.relkind = 'i' AND pg_index_has_property(x.indexrelid, 'index_scan')
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`;

export function postgresIndexes(rows: readonly (readonly SqlValue[])[]): readonly CatalogEntry[] {
  const parts = rows.filter(([kind]) => kind === "index").map((row) => row.map(String));
  return indexEntries(
    parts.map(([, schema = "", table = "", , column = "", index = ""]) => ({ schema, table, index, column })),
  );
}

/**
 * The second is for what an index finds or sorts; a bitmap of it, which stays, is read in the order of the table. Whatever the role has set, another
 * way has to be left.
 */
const WITHOUT_ORDER: readonly (readonly string[])[] = [
  ["enable_indexonlyscan = off", "enable_seqscan = on"],
  ["enable_indexscan = off"],
];

/**
 * Has the transaction read no index for its order, where the server would read one of `indexes` so for this statement. The plan says it for whatever
 * stands behind names, views and partitions too; other statements keep their indexes.
 */
export async function avoidOrderOf(
  indexes: ReadonlySet<string>,
  run: RunStatement,
  sql: string,
  values: PostgresRow,
): Promise<void> {
  if (indexes.size === 0) return;
  // A plan for any values may be another one than that for these.
  await run("SET LOCAL plan_cache_mode = force_custom_plan", [], 1);
  for (const settings of WITHOUT_ORDER) {
    if (!(await readsInOrderOf(indexes, run, sql, values))) return;
    for (const setting of settings) await run(`SET LOCAL ${setting}`, [], 1);
  }
}

async function readsInOrderOf(
  indexes: ReadonlySet<string>,
  run: RunStatement,
  sql: string,
  values: PostgresRow,
): Promise<boolean> {
  await run("SAVEPOINT plan", [], 1);
  try {
    const { rows } = await run(`EXPLAIN (FORMAT JSON, COSTS OFF) ${sql}`, values, 1);
    return namesOneOf(indexes, JSON.parse(rows[0]?.[0] ?? "null"));
  } catch (error) {
    // The statement is going to fail in the same way, at a place of its own text.
    await run("ROLLBACK TO SAVEPOINT plan", [], 1).catch(() => {
      throw error;
    });
    return true;
  }
}

function namesOneOf(indexes: ReadonlySet<string>, plan: unknown): boolean {
  if (typeof plan !== "object" || plan === null) return false;
  const { "Node Type": type, "Index Name": index } = plan as { readonly [key: string]: unknown };
  const isBitmap = type === "Bitmap Index Scan";
  return (
    (!isBitmap && typeof index === "string" && indexes.has(index)) ||
    Object.values(plan).some((part) => namesOneOf(indexes, part))
  );
}
