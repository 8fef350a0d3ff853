import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../../../src/agent/run-options.ts";
import { apiDocsPrompt } from "../../../../src/agent/strategies/one-round.ts";
import type { SqlCapability } from "../../../../src/environment/capabilities.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { createDatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { ScoreContext } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { executionMatch } from "../../../../src/evaluation/scores/sql/execution-match.ts";
import { EX, R_VES, SOFT_F1, scoreSql, VA } from "../../../../src/evaluation/scores/sql/score-sql.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { answeredWith } from "./answered-with.ts";

const ALL = [EX, VA, SOFT_F1, R_VES];
const ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n";
const folder = temporaryFolder();
let environment: Environment;
let context: ScoreContext;

const scorer = (timings = 0) => scoreSql({ measures: ALL, match: executionMatch, timings });

/** The environment with another way to run queries. */
function overSql(change: (query: SqlCapability["query"]) => SqlCapability["query"]): Environment {
  const { sql } = environment.capabilities;
  if (sql === undefined) throw new TypeError("A database runs SQL.");
  return { ...environment, capabilities: { sql: { ...sql, query: change(sql.query.bind(sql)) } } };
}

beforeAll(async () => {
  const path = join(folder, "rows.sqlite");
  const database = new DatabaseSync(path);
  database.exec(
    "CREATE TABLE t (a INTEGER, b TEXT); INSERT INTO t VALUES (1, 'x'), (2, 'y'), (2, 'z'), (3, NULL)",
  );
  database.close();
  environment = await createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path }),
    cacheFolder: folder,
    indexMode: "memory",
  });
  context = { environments: [environment], signal: new AbortController().signal, milliseconds: 30_000 };
});
afterAll(() => environment.close());

describe("scores of an answer with SQL", () => {
  it("gives nothing to a query that does not run, and says why", async () => {
    const { scores, remark, predicted } = await scorer()(
      answeredWith("SELECT c FROM t", "SELECT a FROM t"),
      context,
    );
    expect(scores).toEqual({ ex: 0, va: 0, "soft-f1": 0 });
    expect(predicted).toBe("SELECT c FROM t");
    expect(remark).toBe("The answer's query does not run: no such column: c");
  });

  it("stops a query at the time limit, and says so", async () => {
    const { scores, remark } = await scorer()(answeredWith(ENDLESS, "SELECT a FROM t"), {
      ...context,
      milliseconds: 200,
    });
    expect(scores.va).toBe(0);
    expect(remark).toBe("The answer's query does not run: it ran over 0.2 s");
  });

  it("compares nothing where the gold does not run", async () => {
    const { scores, remark } = await scorer()(answeredWith("SELECT a FROM t", "SELECT c FROM t"), context);
    expect(scores).toEqual({ va: 1 });
    expect(remark).toBe("The gold query does not run, so nothing was compared: no such column: c");
  });

  it("gives nothing to a run without an answer, or one without a query", async () => {
    const answered = answeredWith("", "SELECT a FROM t");
    const stopped = await scorer()(
      { ...answered, run: { outcome: { type: "stopped", reason: "steps", message: "" }, events: [] } },
      context,
    );
    expect(stopped).toEqual({
      scores: { ex: 0, va: 0, "soft-f1": 0 },
      remark: "There is no answer: the run ended as stopped.",
    });
    const outcome = { type: "answered", answer: { text: "4" }, evidence: [], assumptions: [] } as const;
    const plain = await scorer()({ ...answered, run: { outcome, events: [] } }, context);
    expect(plain.remark).toBe("The answer rests on no query.");
  });

  it("runs each gold once in a process", async () => {
    const asked: string[] = [];
    const watched = overSql((query) => (text, options, act) => {
      asked.push(text);
      return query(text, options, act);
    });
    const score = scorer();
    const gold = "SELECT b FROM t ORDER BY a";
    for (const predicted of ["SELECT 1", "SELECT 2"]) {
      await score(answeredWith(predicted, gold), { ...context, environments: [watched] });
    }
    expect(asked).toEqual(["SELECT 1", gold, "SELECT 2"]);
  });

  it("scores efficiency only where timings are asked for, and a wrong answer with nothing", async () => {
    const right = await scorer(3)(answeredWith("SELECT a FROM t", "SELECT a FROM t"), context);
    expect(right.scores["r-ves"]).toBeGreaterThan(0);
    const wrong = await scorer(3)(answeredWith("SELECT 9", "SELECT a FROM t"), context);
    expect(wrong.scores["r-ves"]).toBe(0);
    const untimed = await scorer()(answeredWith("SELECT a FROM t", "SELECT a FROM t"), context);
    expect(untimed.scores).toEqual({ ex: 1, va: 1, "soft-f1": 1 });
  });

  it("stops at a cancellation", async () => {
    const signal = AbortSignal.abort();
    const scored = scorer()(answeredWith("SELECT a FROM t", "SELECT a FROM t"), { ...context, signal });
    await expect(scored).rejects.toMatchObject({ code: "cancelled" });
  });

  it("says when a result is larger than a score holds", async () => {
    const cutting = overSql((query) => (text, _, act) => query(text, { maxRows: 2 }, act));
    const { scores, remark } = await scorer()(answeredWith("SELECT a FROM t", "SELECT 1"), {
      ...context,
      environments: [cutting],
    });
    expect(scores.ex).toBe(0);
    expect(remark).toBe(
      "Only the first rows were compared: the result of the answer's query is larger than a score holds.",
    );
  });
});

/** Takes a moment: more than a millisecond, less than the score allows. */
const SLOW =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) - 2999996 FROM n";

async function ofOneRound(reply: string, more: Partial<RunTaskOptions> = {}) {
  const run = await runTask(
    runOptions([], {
      environments: [environment],
      task: { question: "How many?" },
      strategy: apiDocsPrompt(),
      policy: llmPolicy({ model: scriptedModel([{ text: reply }]), retries: 0 }),
      ...more,
    }),
  );
  const { task } = answeredWith("", "SELECT count(*) FROM t");
  const score = scoreSql({ measures: [EX, VA], match: executionMatch, timings: 0 });
  const { predicted, scores } = await score({ task, run }, context);
  return [run.outcome.type, predicted, scores.ex, scores.va];
}

describe("scores of one round", () => {
  const COUNT = "SELECT count(*) FROM t";
  const actLimits = { rows: 100, characters: 20_000, milliseconds: 1 };
  it.each([
    ["are those of its query", COUNT, {}, ["answered", COUNT, 1, 1]],
    ["keep a query that does not run", `${COUNT}t`, {}, ["unanswerable", `${COUNT}t`, 0, 0]],
    ["count a query that was only too slow", SLOW, { actLimits }, ["unanswerable", SLOW, 1, 1]],
    ["are nothing without a query", "I do not know.", {}, ["stopped", undefined, 0, 0]],
  ])("%s", async (_, reply, more, expected) => {
    expect(await ofOneRound(reply, more)).toEqual(expected);
  });
});
