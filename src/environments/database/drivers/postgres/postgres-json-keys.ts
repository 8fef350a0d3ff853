import { unlessLocked } from "./postgres-attempt.ts";
import type { JsonKeys } from "./postgres-column-note.ts";
import type { RunStatement } from "./postgres-session.ts";

const SAMPLED_ROWS = 100;
const MOST_KEYS = 15;
const MILLISECONDS_EACH = 250;
const MILLISECONDS_IN_ALL = 2000;

/** A column of JSON values: its name and that of its table, both as a query writes them. */
export interface JsonColumn {
  readonly table: string;
  readonly name: string;
}

/** Keys of the first values of JSON columns, most frequent first. What takes long or may not be read is left out. */
export async function postgresJsonKeys<T extends JsonColumn>(
  run: RunStatement,
  columns: readonly T[],
): Promise<ReadonlyMap<T, JsonKeys>> {
  const found = new Map<T, JsonKeys>();
  const deadline = performance.now() + MILLISECONDS_IN_ALL;
  for (const column of columns) {
    if (performance.now() > deadline) break;
    const result = await unlessLocked(run, () => run(keysSql(column), [], MOST_KEYS), MILLISECONDS_EACH);
    const keys = result?.rows.map(([key]) => key ?? "") ?? [];
    if (keys.length > 0)
      found.set(column, { shape: result?.rows[0]?.[1] === "t" ? "array" : "object", keys });
  }
  return found;
}

/** Of an array, the first element stands for all. */
function keysSql({ table, name }: JsonColumn): string {
  return `SELECT k, bool_or(a), count(*) FROM (
      SELECT jsonb_typeof(j) = 'array' AS a, CASE jsonb_typeof(j) WHEN 'array' THEN j -> 0 ELSE j END AS o
      FROM (SELECT ${name}::jsonb AS j FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${SAMPLED_ROWS}) AS s) AS t,
    jsonb_object_keys(CASE WHEN jsonb_typeof(o) = 'object' THEN o ELSE '{}' END) AS k
    GROUP BY k ORDER BY count(*) DESC, k`;
}
