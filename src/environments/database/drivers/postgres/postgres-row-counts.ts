import { unlessLocked } from "./postgres-attempt.ts";
import { SIZES } from "./postgres-catalog-queries.ts";
import type { PostgresRelation } from "./postgres-relation.ts";
import type { RunStatement } from "./postgres-session.ts";

/** Tables that were never analysed are counted, smallest first, up to this size in all; that takes some milliseconds. */
const COUNTED_BYTES = 16 * 1024 * 1024;
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
  const unknown = relations.filter(
    ({ kind, estimate, populated }) => estimate < 0 && populated && (kind === "r" || kind === "m"),
  );
  if (unknown.length > 0) {
    for (const [id, count] of (await unlessLocked(run, () => countSmall(run, unknown))) ?? []) {
      counts.set(id ?? "", { value: Number(count), exact: true });
    }
  }
  return counts;
}

type Rows = readonly (readonly (string | null)[])[];

async function countSmall(run: RunStatement, relations: readonly PostgresRelation[]): Promise<Rows> {
  const ids = `{${relations.map(({ id }) => id).join(",")}}`;
  const { rows } = await run(SIZES, [ids], relations.length);
  const small = new Set<string | null | undefined>();
  let size = 0;
  for (const [id, bytes] of rows.toSorted(([, a], [, b]) => Number(a) - Number(b))) {
    size += Number(bytes);
    if (size > COUNTED_BYTES) break;
    small.add(id);
  }
  const counted = relations.filter(({ id }) => small.has(id)).slice(0, MOST_COUNTED);
  if (counted.length === 0) return [];
  const sql = counted.map(
    ({ id, schema, name }) => `SELECT ${id}, count(*) FROM ${quoted(schema)}.${quoted(name)}`,
  );
  return (await run(sql.join(" UNION ALL "), [], MOST_COUNTED)).rows;
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
