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
import { formError, type Rows, softF1, strictMatch } from "./execution-match.ts";

/** Comments, texts and what stands in brackets hidden, with every place where it was. */
function outermost(sql: string): string {
  let depth = 0;
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|./gsu, (part) => {
    if (part === "(") depth++;
    const isHidden = depth > 0 || part.length > 1;
    if (part === ")") depth--;
    return isHidden ? "\u0001".repeat(part.length) : part;
  });
}

const LAST_ORDER = /\bORDER\s+BY\b(?!.*\bORDER\s+BY\b)(.*?)(?=\b(?:LIMIT|OFFSET|FETCH|FOR)\b|;|$)/isu;
const DIRECTION = /\s+(?:ASC|DESC)?\s*(?:NULLS\s+(?:FIRST|LAST))?\s*$/iu;

/**
 * The columns of the result (from 0) by which the outermost ORDER BY of a gold query sorts. Undefined where it has none, or sorts by what is no column of
 * the result: then the order cannot be compared but for ties, and is not.
 */
export function orderColumns(sql: string, columns: readonly string[]): readonly number[] | undefined {
  const text = outermost(sql);
  const found = LAST_ORDER.exec(text);
  if (found === null) return undefined;
  const names = columns.map((column) => column.toLowerCase());
  let at = found.index + found[0].length - (found[1] ?? "").length;
  const keys = (found[1] ?? "").split(",").map((item) => {
    const written = sql.slice(at, at + item.length);
    at += item.length + 1;
    const key = `${written} `.replace(DIRECTION, "").trim();
    if (/^\d+$/u.test(key)) return Number(key) - 1;
    const name = /^(?:[\w"`[\]]+\.)?(["`[]?)([^"`[\].]+)["`\]]?$/u.exec(key)?.[2] ?? key;
    return [key, name].map((each) => names.indexOf(each.toLowerCase())).find((place) => place >= 0) ?? -1;
  });
  return keys.every((key) => key in columns) ? keys : undefined;
}

/** A gold query's result, with the sort keys of each row where they are known. */
interface GoldResult {
  readonly ran: Ran;
  readonly order?: Rows;
}

/** Gold results that are kept: all configurations answer one question before the next. */
const MOST_KEPT = 8;

/** Results of gold queries, each run once in a process. */
class GoldResults {
  private readonly kept = new Map<string, Promise<GoldResult>>();

  async of(task: string, sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
    const result = this.kept.get(task) ?? goldResult(sql, environment, context);
    this.kept.delete(task);
    this.kept.set(task, result);
    const [oldest = task] = this.kept.keys();
    if (this.kept.size > MOST_KEPT) this.kept.delete(oldest);
    try {
      return await result;
    } catch (error) {
      this.kept.delete(task);
      throw error;
    }
  }
}

async function goldResult(sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
  const ran = await runSql(sql, environment, context);
  const keys = ran.failure === undefined && !ran.truncated ? orderColumns(sql, ran.columns) : undefined;
  if (ran.failure !== undefined || keys === undefined) return { ran };
  return { ran, order: ran.rows.map((row) => keys.map((key) => row[key] ?? null)) };
}

/** How a set with gold queries is scored. Its tasks' `gold` has the query as `sql`. */
interface SqlScoring {
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

export const STRICT: Measure = {
  id: "strict",
  name: "Strict",
  description:
    "Fuxi's own stricter match: the same rows equally often, in the gold's order but for ties, columns in order, numbers within 1e-9.",
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

/** One repetition: how long the gold took, and how long the query took right after or before it. */
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

/** More than any gold result of the published sets has, and still few enough for memory. */
const MOST_ROWS = 1_000_000;

/** What came of a query: all its rows, or why it has none. */
type Ran =
  | (SqlRows & { readonly milliseconds: number; readonly failure?: never })
  | { readonly failure: string };

/**
 * Runs a query beside the tools: whole cells, a million rows, the score's own time limit.
 * @throws FuxiError `cancelled`, `engine-unavailable`: nothing that the query could help
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
