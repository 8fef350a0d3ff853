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

import { type Rows, softF1, strictMatch } from "./execution-match.ts";
import { lexQuery, type QueryPiece } from "./lex-query.ts";
import { type Ran, runSql } from "./run-sql.ts";
import { efficiencyReward, R_VES, SOFT_F1, STRICT, type Timing, timeRatio, VA } from "./sql-measures.ts";

/** What tells in which order the rows of a query come. */
interface GoldOrder {
  /**
   * The sort keys: a number is the column of the result (from 0) that holds the key; a text has to be computed. Some order it is all the same where
   * several rows have equal keys.
   */
  readonly keys: readonly (number | string)[];
  /** The query with the computed keys as further columns behind its own; absent where there are none, or it cannot be written. */
  readonly withKeys?: string;
}

const AFTER_ORDER = new Set(["LIMIT", "OFFSET", "FETCH", "FOR"]);
const SET_OPERATORS = new Set(["UNION", "INTERSECT", "EXCEPT", "MINUS"]);

/**
 * By what the outermost ORDER BY of a gold query sorts. Undefined where it has none, or one whose keys cannot be found out: with COLLATE, behind
 * DISTINCT or a set operator where the key is no column of the result.
 */
export function goldOrder(sql: string, columns: readonly string[]): GoldOrder | undefined {
  const pieces = lexQuery(sql);
  const by = pieces.findLastIndex(
    (piece, at) => isWord(piece, "BY") && piece.depth === 0 && isWord(pieces[at - 1], "ORDER"),
  );
  if (by < 0) return undefined;
  const keys = orderItems(pieces, by + 1).map((item) => keyOf(item, sql, columns));
  if (keys.length === 0 || keys.some((key) => key === undefined)) return undefined;
  const found = keys as readonly (number | string)[];
  const computed = found.filter((key) => typeof key === "string");
  if (computed.length === 0) return { keys: found };
  const from = placeForKeys(pieces, by);
  if (from === undefined) return undefined;
  return {
    keys: found,
    withKeys: `${sql.slice(0, from)}, ${computed.join(", ")} ${sql.slice(from)}`,
  };
}

/** The keys of each row, of the gold's rows and those of `withKeys`; undefined where these are not the gold's rows in the gold's order. */
export function orderKeys({ keys }: GoldOrder, gold: Rows, withKeys: Rows): Rows | undefined {
  const width = gold[0]?.length ?? 0;
  if (withKeys.length !== gold.length) return undefined;
  const isSame = gold.every((row, at) => row.every((cell, place) => cell === withKeys[at]?.[place]));
  if (!isSame) return undefined;
  let next = width;
  const places = keys.map((key) => (typeof key === "number" ? key : next++));
  return withKeys.map((row) => places.map((place) => row[place] ?? null));
}

function isWord(piece: QueryPiece | undefined, word: string): boolean {
  return piece?.kind === "word" && piece.text.toUpperCase() === word;
}

function orderItems(pieces: readonly QueryPiece[], from: number): readonly (readonly QueryPiece[])[] {
  const items: QueryPiece[][] = [[]];
  for (const piece of pieces.slice(from)) {
    if (piece.depth === 0 && piece.kind === "word" && AFTER_ORDER.has(piece.text.toUpperCase())) break;
    if (piece.depth === 0 && piece.text === ";") break;
    if (piece.depth === 0 && piece.kind === "symbol" && piece.text === ",") items.push([]);
    else items.at(-1)?.push(piece);
  }
  return items;
}

function keyOf(
  item: readonly QueryPiece[],
  sql: string,
  columns: readonly string[],
): number | string | undefined {
  if (item.some((piece) => isWord(piece, "COLLATE"))) return undefined;
  const nulls = item.findIndex((piece) => piece.depth === 0 && isWord(piece, "NULLS"));
  const sorted = nulls < 0 ? item : item.slice(0, nulls);
  const last = sorted.at(-1);
  const expression = last && (isWord(last, "ASC") || isWord(last, "DESC")) ? sorted.slice(0, -1) : sorted;
  const [first] = expression;
  const end = expression.at(-1);
  if (first === undefined || end === undefined) return undefined;
  if (expression.length > 1) return sql.slice(first.start, end.end);
  if (first.kind === "number") {
    const at = Number(first.text) - 1;
    return at in columns ? at : undefined;
  }
  const at = columns.findIndex((column) => column.toLowerCase() === first.text.toLowerCase());
  return at < 0 ? sql.slice(first.start, end.end) : at;
}

/** Where the select list of the only SELECT ends; undefined where columns cannot be added without changing the rows. */
function placeForKeys(pieces: readonly QueryPiece[], by: number): number | undefined {
  const outer = pieces.slice(0, by).filter(({ depth }) => depth === 0);
  if (outer.some(({ kind, text }) => kind === "word" && SET_OPERATORS.has(text.toUpperCase())))
    return undefined;
  const select = outer.findIndex((piece) => isWord(piece, "SELECT"));
  if (select < 0 || isWord(outer[select + 1], "DISTINCT")) return undefined;
  return outer.slice(select).find((piece) => isWord(piece, "FROM"))?.start;
}

/** A gold query's result, with its sort keys where they are known. */
interface GoldResult {
  readonly ran: Ran;
  readonly order?: Rows;
}

/** Results of gold queries, each run once in a process. Those used longest ago go where they hold more cells together than `mostCells`. */
class GoldResults {
  private readonly kept = new Map<string, { readonly result: GoldResult; readonly cells: number }>();
  private readonly mostCells: number;

  constructor(mostCells = 3_000_000) {
    this.mostCells = mostCells;
  }

  async of(task: string, sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
    const known = this.kept.get(task);
    const result = known?.result ?? (await goldResult(sql, environment, context));
    this.kept.delete(task);
    this.kept.set(task, { result, cells: known?.cells ?? cellsOf(result) });
    this.forgetOldest();
    return result;
  }

  private forgetOldest(): void {
    let all = 0;
    for (const [task, { cells }] of [...this.kept].reverse()) {
      all += cells;
      if (all > this.mostCells) this.kept.delete(task);
    }
  }
}

function cellsOf({ ran, order = [] }: GoldResult): number {
  return [...(ran.failure === undefined ? ran.rows : []), ...order].reduce((sum, row) => sum + row.length, 1);
}

async function goldResult(sql: string, environment: Environment, context: ScoreContext): Promise<GoldResult> {
  const ran = await runSql(sql, environment, context);
  if (ran.failure !== undefined || ran.truncated) return { ran };
  const order = goldOrder(sql, ran.columns);
  if (order === undefined) return { ran };
  if (order.withKeys === undefined) return withOrder(ran, orderKeys(order, ran.rows, ran.rows));
  const keyed = await runSql(order.withKeys, environment, context);
  return keyed.failure === undefined ? withOrder(ran, orderKeys(order, ran.rows, keyed.rows)) : { ran };
}

function withOrder(ran: Ran, order: Rows | undefined): GoldResult {
  return order === undefined ? { ran } : { ran, order };
}

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
