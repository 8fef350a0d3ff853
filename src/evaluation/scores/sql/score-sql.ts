import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type { Answered, BenchmarkSet, ScoreContext, Scored } from "../../benchmark/benchmark.ts";
import type { Measure, Scores } from "../../benchmark/measure.ts";
import type { Rows } from "./cells.ts";
import { efficiencyReward, type Timing, timeRatio } from "./efficiency-reward.ts";
import { GoldResults } from "./gold-results.ts";
import { type Ran, runSql } from "./run-sql.ts";
import { softF1 } from "./soft-f1.ts";
import { R_VES, SOFT_F1, STRICT, VA } from "./sql-measures.ts";
import { strictMatch } from "./strict-match.ts";

/** How a set with gold queries is scored. Its tasks' `gold` has the query as `sql`. */
export interface SqlScoring {
  /** Of the set; those among them that need timings are scored where there are some. */
  readonly measures: readonly Measure[];
  /** The set's own execution match, scored as `ex`. */
  match(predicted: Rows, gold: Rows, goldSql: string): boolean;
  /** How many times a right query and its gold are timed, for R-VES; 0 leaves it out. */
  readonly timings: number;
}

/**
 * Scores the query that an answer rests on. Without a query, or with one that does not run, everything is 0; where the gold does not
 * run, only `va` is told, as there is nothing to compare with.
 */
export function scoreSql(scoring: SqlScoring): BenchmarkSet["score"] {
  const golds = new GoldResults();
  const measured = scoring.measures.filter(({ id }) => id !== R_VES.id || scoring.timings > 0);
  const nothing: Scores = Object.fromEntries(measured.map(({ id }) => [id, 0]));
  return async (answered, context) => {
    const { task } = answered;
    const predicted = predictedSql(answered);
    if (predicted.sql === undefined) return { scores: nothing, remark: predicted.remark };
    const { sql } = predicted;
    const environment = environmentOf(predicted.environment, context);
    const ran = await runSql(sql, environment, context);
    const goldSql = String(task.gold.sql);
    const { ran: gold, order } = await golds.of(task.id, goldSql, environment, context);
    if (gold.failure !== undefined) {
      const scores = { [VA.id]: ran.failure === undefined ? 1 : 0 };
      return {
        scores,
        predicted: sql,
        remark: `The gold query does not run, so nothing was compared: ${gold.failure}`,
      };
    }
    if (ran.failure !== undefined) {
      return { scores: nothing, predicted: sql, remark: `The answer's query does not run: ${ran.failure}` };
    }
    const right = scoring.match(ran.rows, gold.rows, goldSql);
    const ids = new Set(measured.map(({ id }) => id));
    const scores: Record<string, number> = { ex: Number(right), [VA.id]: 1 };
    if (ids.has(STRICT.id)) scores[STRICT.id] = Number(strictMatch(ran.rows, gold.rows, order));
    if (ids.has(SOFT_F1.id)) scores[SOFT_F1.id] = softF1(ran.rows, gold.rows);
    if (ids.has(R_VES.id)) {
      const ratio = right ? await measuredRatio(sql, goldSql, environment, context, scoring.timings) : 0;
      scores[R_VES.id] = efficiencyReward(right, ratio);
    }
    const remark = cutRemark(ran, gold);
    return { scores, predicted: sql, ...(remark === undefined ? {} : { remark }) } satisfies Scored;
  };
}

type Predicted =
  | { readonly sql: string; readonly environment: string }
  | { readonly sql?: never; readonly remark: string };

/** The query that the answer rests on: the last one, where it rests on several. */
function predictedSql({ run: { outcome, events } }: Answered): Predicted {
  if (outcome.type !== "answered") {
    const final = outcome.type === "unanswerable" ? refusedAtLast(events) : undefined;
    return final ?? { remark: `There is no answer: the run ended as ${outcome.type}.` };
  }
  const evidence = outcome.evidence.findLast(({ sql }) => sql !== undefined);
  if (evidence?.sql === undefined) return { remark: "The answer rests on no query." };
  return { sql: evidence.sql, environment: evidence.environment };
}

/**
 * The query of a run of one round that the environment did not take: nobody could mend it, so it is what was predicted. The environment's limits are
 * not the score's: a query that was only slow may still be right.
 */
function refusedAtLast(events: Answered["run"]["events"]): Predicted | undefined {
  const last = events.findLast(({ type }) => type !== "run-finished");
  const sql = last?.type === "claim-refused" ? last.claim.text : undefined;
  return sql === undefined ? undefined : { sql, environment: last?.environment ?? "" };
}

function environmentOf(id: string, { environments }: ScoreContext): Environment {
  const found =
    environments.find((each) => each.id === id) ??
    environments.find(({ capabilities }) => capabilities.sql !== undefined);
  if (found === undefined)
    throw new FuxiError("usage", "The task's place has no database to score an answer by.");
  return found;
}

/** 0 where one of the repetitions fails. */
async function measuredRatio(
  sql: string,
  goldSql: string,
  environment: Environment,
  context: ScoreContext,
  repetitions: number,
): Promise<number> {
  const timings: Timing[] = [];
  for (let done = 0; done < repetitions; done++) {
    const predicted = await runSql(sql, environment, context);
    const gold = await runSql(goldSql, environment, context);
    if (predicted.failure !== undefined || gold.failure !== undefined) return 0;
    timings.push({ predicted: predicted.milliseconds, gold: gold.milliseconds });
  }
  return timeRatio(timings);
}

function cutRemark(predicted: Ran, gold: Ran): string | undefined {
  const cut = [
    ...(predicted.failure === undefined && predicted.truncated ? ["the answer's query"] : []),
    ...(gold.failure === undefined && gold.truncated ? ["the gold query"] : []),
  ];
  if (cut.length === 0) return undefined;
  return `Only the first rows were compared: the result of ${cut.join(" and of ")} is larger than a score holds.`;
}
