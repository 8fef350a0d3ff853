import type { Answered } from "../benchmark/benchmark.ts";
import type { ItemRecord } from "../run/item-record.ts";
import type { WithPlace } from "../run/with-place.ts";
import { runSql } from "../scores/sql/run-sql.ts";
import { compareQueries } from "./compare-queries.ts";
import { compareResults } from "./compare-results.ts";
import type { DatabaseError } from "./database-errors.ts";
import { runError } from "./run-errors.ts";

/**
 * What kind of error an answer from a database is, of `DATABASE_ERRORS`; undefined where it is right by execution match (`ex`). Decided from the
 * record; where there are two results, from them and from the clauses of the two queries, for which both are run once more.
 * @throws FuxiError of the engine
 */
export async function classifyDatabaseError(
  { task, run: { outcome } }: Answered,
  record: ItemRecord,
  withPlace: WithPlace,
): Promise<DatabaseError | undefined> {
  const { scores, predicted } = record;
  if (scores.ex === 1) return undefined;
  const ended = runError(record);
  if (ended !== undefined) return ended;
  if (predicted === undefined) return "no-query";
  if (scores.va === 0) return "invalid-query";
  if (scores.ex === undefined) return "gold-fails";
  const used =
    outcome.type === "answered" ? outcome.evidence.findLast(({ sql }) => sql !== undefined) : undefined;
  return await withPlace(async (context) => {
    const environment =
      context.environments.find(({ id }) => id === used?.environment) ??
      context.environments.find(({ capabilities }) => capabilities.sql !== undefined);
    if (environment === undefined) return "wrong-expression";
    const sql = String(task.gold.sql);
    const own = await runSql(predicted, environment, context);
    const gold = await runSql(sql, environment, context);
    if (own.failure !== undefined) return "invalid-query";
    if (gold.failure !== undefined) return "gold-fails";
    const capability = environment.capabilities.sql;
    return (
      compareResults(own.rows, gold.rows) ??
      (capability === undefined ? "wrong-expression" : compareQueries(predicted, sql, capability))
    );
  });
}
