import type { PostgresRelation } from "./postgres-relation.ts";
import type { RunStatement } from "./postgres-session.ts";

/** A table that was never analysed is counted up to this size; a scan of it takes some milliseconds. */
const COUNTED_BYTES = 8 * 1024 * 1024;
const MOST_COUNTED = 200;

/** The planner's estimates, and counts of small tables that have none. */
export async function postgresRowCounts(
  run: RunStatement,
  relations: readonly PostgresRelation[],
): Promise<Map<string, { value: number; exact: boolean }>> {
  const counts = new Map<string, { value: number; exact: boolean }>();
  for (const { id, kind, estimate } of relations) {
    if (kind !== "v" && estimate >= 0) counts.set(id, { value: Math.round(estimate), exact: false });
  }
  const counted = relations
    .filter(({ estimate, bytes }) => estimate < 0 && bytes !== undefined && bytes <= COUNTED_BYTES)
    .slice(0, MOST_COUNTED);
  if (counted.length > 0) {
    const sql = counted.map(
      ({ id, schema, name }) => `SELECT ${id}, count(*) FROM ${quoted(schema)}.${quoted(name)}`,
    );
    for (const [id, count] of (await run(sql.join(" UNION ALL "), [], MOST_COUNTED)).rows) {
      counts.set(id ?? "", { value: Number(count), exact: true });
    }
  }
  return counts;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
