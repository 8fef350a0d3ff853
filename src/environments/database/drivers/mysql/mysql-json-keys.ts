import type { MysqlTransaction } from "./mysql-session.ts";

const SAMPLED_ROWS = 100;
const MOST_KEYS = 15;
const MILLISECONDS_IN_ALL = 2000;

/** Keys of the first values of a JSON column, most frequent first. */
export interface MysqlJsonKeys {
  /** `array`: of objects that have the keys. */
  readonly shape: "object" | "array";
  readonly keys: readonly string[];
}

/**
 * Of a table's column, both as a query writes them. Undefined where there are none, or where they cannot be read.
 * @param deadline from `jsonDeadline`, after which no more columns are looked at
 */
export async function mysqlJsonKeys(
  rows: MysqlTransaction["rows"],
  { table, name, deadline }: { readonly table: string; readonly name: string; readonly deadline: number },
): Promise<MysqlJsonKeys | undefined> {
  if (performance.now() > deadline) return undefined;
  const sampled =
    await rows(`SELECT JSON_TYPE(j) = 'ARRAY', JSON_KEYS(IF(JSON_TYPE(j) = 'ARRAY', JSON_EXTRACT(j, '$[0]'), j))
FROM (SELECT ${name} AS j FROM ${table} LIMIT ${SAMPLED_ROWS}) AS s`).catch((error: unknown) => {
      // What the server itself complains of has a state; a lost connection has none.
      if ("sqlState" in (error as object)) return [];
      throw error;
    });
  const counts = new Map<string, number>();
  for (const [, json] of sampled) {
    const keys: unknown = JSON.parse(json ?? "null");
    if (!Array.isArray(keys)) continue;
    for (const key of keys) counts.set(String(key), (counts.get(String(key)) ?? 0) + 1);
  }
  if (counts.size === 0) return undefined;
  const ordered = [...counts].sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1));
  return {
    shape: sampled.some(([isArray]) => isArray === "1") ? "array" : "object",
    keys: ordered.slice(0, MOST_KEYS).map(([key]) => key),
  };
}

export function jsonDeadline(): number {
  return performance.now() + MILLISECONDS_IN_ALL;
}
