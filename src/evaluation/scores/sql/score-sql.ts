import type { ActContext } from "../../../environment/act-context.ts";
import type { SqlRows } from "../../../environment/capabilities.ts";
import type { Environment } from "../../../environment/environment.ts";
import { FuxiError } from "../../../errors/fuxi-error.ts";
import type {
  Answered,
  BenchmarkSet,
  Measure,
  ScoreContext,
  Scored,
  Scores,
} from "../../benchmark/benchmark.ts";
import { keptInMemory } from "../../itool/kept-in-memory.ts";
import { formError, type Rows, softF1 } from "./execution-match.ts";

/** Number of cached gold results. Few suffice, since all configurations answer a question before the next one. */
const MOST_STORED = 8;

/** Caches results of gold queries, so that each runs once in a process. */
class GoldResults {
  private readonly kept = new Map<string, Promise<Ran>>();

  async of(task: string, sql: string, environment: Environment, context: ScoreContext): Promise<Ran> {
    const result = this.kept.get(task) ?? runSql(sql, environment, context);
    this.kept.delete(task);
    this.kept.set(task, result);
    const [oldest = task] = this.kept.keys();
    if (this.kept.size > MOST_STORED) this.kept.delete(oldest);
    try {
      return await result;
    } catch (error) {
      this.kept.delete(task);
      throw error;
    }
  }
}

/** Scoring of a set with gold queries, which are in its tasks' `gold.sql`. */
interface SqlScoring {
  /** Measures of the set. R-VES is scored only with timings. */
  readonly measures: readonly Measure[];
  /** The set's own execution match, scored as `ex`. */
  match(predicted: Rows, gold: Rows, goldSql: string): boolean;
  /** Number of times that a right query and its gold are timed, for R-VES; 0 to skip it. */
  readonly timings: number;
}

/**
 * Scores the query of an answer. Without a query, or if it does not run, all scores are 0. If the gold does not run, only `va` is scored, since there is
 * nothing to compare with.
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
    const gold = await golds.of(task.id, goldSql, environment, context);
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
    if (ids.has(SOFT_F1.id)) scores[SOFT_F1.id] = softF1(ran.rows, gold.rows);
    if (ids.has(R_VES.id)) {
      const ratio = right ? await measuredRatio(sql, goldSql, environment, context, scoring.timings) : 0;
      scores[R_VES.id] = efficiencyReward(right, ratio);
    }
    const remark = cutRemark(ran, gold);
    const error = right ? undefined : formError(ran.rows, gold.rows);
    return {
      scores,
      predicted: sql,
      ...(remark === undefined ? {} : { remark }),
      ...(error === undefined ? {} : { error }),
    } satisfies Scored;
  };
}

type Predicted =
  | { readonly sql: string; readonly environment: string }
  | { readonly sql?: never; readonly remark: string };

/** The query of the answer; the last one if there are several. */
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
 * The refused query of a run of one round, which had no chance to repair it. It counts as the prediction: the scorer's limits differ from the environment's,
 * so that a slow query may still be right.
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

/** The ratio of times. 0 if a repetition fails. */
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

/** BIRD's first measure. */
export const EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the rows of the answer's query and of the gold are equal as sets (BIRD's evaluator, evaluation_ex.py).",
  unit: "share",
};

/** Spider's first measure. */
export const BAG_EX: Measure = {
  id: "ex",
  name: "EX",
  description:
    "Execution match: the same rows equally often, columns in any order, rows in the gold's order where it says ORDER BY (Spider's test suite evaluator with --keep_distinct, on the published database alone).",
  unit: "share",
};

export const VA: Measure = {
  id: "va",
  name: "VA",
  description: "Valid: the run ended with an answer whose query runs (Middleware for LLMs, Section 5).",
  unit: "share",
};

export const SOFT_F1: Measure = {
  id: "soft-f1",
  name: "Soft F1",
  description:
    "Shared cells of rows paired by their place, without repeated rows (BIRD Mini-Dev, evaluation_f1.py).",
  unit: "share",
};

export const R_VES: Measure = {
  id: "r-ves",
  name: "R-VES",
  description:
    "Square root of the reward for a right query by the gold's time through its own; up to 1.118 (BIRD Mini-Dev, evaluation_ves.py).",
  unit: "ratio",
};

/**
 * What a query adds to R-VES, the reward-based valid efficiency score of BIRD's Mini-Dev (bird-bench/mini_dev,
 * evaluation/evaluation_ves.py): nothing where its result is wrong, else the square root of a reward by how many times as fast as the gold
 * it is. 1.25 from 2 times on, 1 from 1, 0.75 from 0.5, 0.5 from 0.25, and 0.25 below. R-VES is 100 times the mean, so that it may be above 100.
 *
 * @param ratio time of the gold through time of the query, as `timeRatio` has it
 */
export function efficiencyReward(correct: boolean, ratio: number): number {
  if (!correct || ratio === 0) return 0;
  if (ratio >= 2) return Math.sqrt(1.25);
  if (ratio >= 1) return 1;
  if (ratio >= 0.5) return Math.sqrt(0.75);
  return ratio >= 0.25 ? Math.sqrt(0.5) : Math.sqrt(0.25);
}

/** Times of the gold and of the query, run one after the other. */
export interface Timing {
  readonly gold: number;
  readonly predicted: number;
}

/**
 * The mean of the repetitions' ratios, without those that lie three standard deviations or more from the mean (`clean_abnormal`, same place).
 * Where all are equal the original leaves none and fails; here their mean stands.
 */
export function timeRatio(timings: readonly Timing[]): number {
  const ratios = timings.map(({ gold, predicted }) => gold / predicted);
  const mean = average(ratios);
  const deviation = Math.sqrt(average(ratios.map((ratio) => (ratio - mean) ** 2)));
  const usual = ratios.filter((ratio) => Math.abs(ratio - mean) < 3 * deviation);
  return usual.length === 0 ? mean : average(usual);
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Maximum rows of a result: more than any published gold result has, and few enough for memory. */
const MOST_ROWS = 1_000_000;

/** The rows of a query, or why it failed. */
type Ran =
  | (SqlRows & { readonly milliseconds: number; readonly failure?: never })
  | { readonly failure: string };

/**
 * Runs a query outside the tools' limits: whole cells, a million rows, the scorer's time limit.
 * @throws FuxiError `cancelled`, `engine-unavailable`: errors that the query did not cause
 */
async function runSql(sql: string, environment: Environment, context: ScoreContext): Promise<Ran> {
  const capability = environment.capabilities.sql;
  if (capability === undefined) {
    throw new FuxiError(
      "usage",
      `The environment "${environment.id}" runs no SQL, so that it cannot be scored by it.`,
    );
  }
  const { signal, milliseconds } = context;
  const act: ActContext = {
    principal: { id: "evaluation" },
    signal,
    limits: { rows: MOST_ROWS, characters: Number.MAX_SAFE_INTEGER, milliseconds },
    artifacts: keptInMemory(),
  };
  const started = performance.now();
  try {
    const rows = await capability.query(sql, { maxRows: MOST_ROWS }, act);
    return { ...rows, milliseconds: performance.now() - started };
  } catch (error) {
    if (FuxiError.isInstance(error) && error.code === "engine-timeout") {
      return { failure: `it ran over ${(milliseconds / 1000).toLocaleString("en")} s` };
    }
    if (FuxiError.isInstance(error) && error.code === "engine-error")
      return { failure: firstLine(error.message) };
    throw error;
  }
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
