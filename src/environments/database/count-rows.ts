import type { ActContext } from "../../environment/act-context.ts";
import { FuxiError } from "../../errors/fuxi-error.ts";
import type { DatabaseServices } from "./database-services.ts";

/** Exact number of rows of a query, counted by the engine; undefined where that is refused or takes over its share of the time. */
export async function countRows(
  sql: string,
  services: DatabaseServices,
  context: ActContext,
  share = 0.5,
): Promise<number | undefined> {
  try {
    const result = await services.driver.query(`SELECT COUNT(*) FROM (${sql}\n) AS counted_rows`, [], {
      maxRows: 1,
      milliseconds: context.limits.milliseconds * share,
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
