import type { ActContext } from "../../environment/act-context.ts";
import { timeLeft } from "./act-limits.ts";
import type { DatabaseServices } from "./database-services.ts";
import { unlessRefused } from "./driver/sql-engine-error.ts";
import { readQuery } from "./sql/read-query.ts";
import type { SqlDialect } from "./sql/sql-dialect.ts";

/** Exact number of rows of a query, counted by the engine; undefined where that is refused or takes over its share of the time. */
export async function countRows(
  sql: string,
  services: DatabaseServices,
  context: ActContext,
  share = 0.5,
): Promise<number | undefined> {
  const milliseconds = timeLeft(context, share);
  if (milliseconds < 1) return undefined;
  const counted = services.driver.query(countingSql(sql, services.driver.dialect), [], {
    maxRows: 1,
    milliseconds,
    signal: context.signal,
  });
  const { rows } = await unlessRefused(counted, () => ({ rows: [] }));
  const [count = null] = rows[0] ?? [];
  return count === null ? undefined : Number(count);
}

/** True if the engine accepts the statement. */
export function compiles(
  sql: string,
  { driver }: Pick<DatabaseServices, "driver">,
  { signal }: Pick<ActContext, "signal">,
): Promise<boolean> {
  const compiled = driver.compile(sql, signal).then(() => true);
  return unlessRefused(compiled, () => false);
}

const COUNTED = "counted_rows";

/**
 * Keeps the query's own CTEs at the top. In MariaDB, CTEs of a derived table do not see those of the whole statement, such as relations of
 * given values.
 */
function countingSql(sql: string, { lexical, sameIdentifier }: SqlDialect): string {
  const query = readQuery(sql, lexical);
  const [last, core] = [query?.ctes.at(-1), query?.cores[0]];
  const isPlain =
    query !== undefined &&
    last !== undefined &&
    core !== undefined &&
    sql.slice(last.end, core.start).trim() === "" &&
    !query.ctes.some(({ name }) => sameIdentifier(name, COUNTED));
  if (!isPlain) return `SELECT COUNT(*) FROM (${sql}\n) AS ${COUNTED}`;
  return `${sql.slice(0, last.end)}, ${COUNTED} AS (${sql.slice(core.start, query.end)}\n) SELECT COUNT(*) FROM ${COUNTED}`;
}
