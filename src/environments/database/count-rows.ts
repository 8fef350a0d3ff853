import type { ActContext } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import { timeLeft } from "./act-limits.ts";
import type { DatabaseServices } from "./database-services.ts";
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
  try {
    const result = await services.driver.query(countingSql(sql, services.driver.dialect), [], {
      maxRows: 1,
      milliseconds,
      signal: context.signal,
    });
    const [count] = result.rows[0] ?? [];
    return count === undefined || count === null ? undefined : Number(count);
  } catch (error) {
    if (FuxiError.isInstance(error) && (error.code === "engine-error" || error.code === "engine-timeout")) {
      return undefined;
    }
    throw error;
  }
}

const COUNTED = "counted_rows";

/**
 * The query's own CTEs stay at the top: MariaDB does not show those of the whole statement, as which values are handed over, to the CTEs of a
 * derived table.
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
