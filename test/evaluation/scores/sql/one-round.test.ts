import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { llmPolicy } from "../../../../src/agent/policies/llm-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import type { RunTaskOptions } from "../../../../src/agent/run-options.ts";
import { apiDocsPrompt } from "../../../../src/agent/strategies/one-round.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { createDatabaseEnvironment, openSqliteDriver } from "../../../../src/environments/database/index.ts";
import { executionMatch } from "../../../../src/evaluation/scores/sql/execution-match.ts";
import { EX, scoreSql, VA } from "../../../../src/evaluation/scores/sql/score-sql.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const folder = temporaryFolder();
let environment: Environment;
beforeAll(async () => {
  const path = join(folder, "rows.sqlite");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1), (2)");
  database.close();
  environment = await createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path }),
    cacheFolder: folder,
    indexMode: "memory",
  });
});
afterAll(() => environment.close());

/** Takes a moment: more than a millisecond, less than the score allows. */
const SLOW =
  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT count(*) - 2999998 FROM n";

async function scored(reply: string, more: Partial<RunTaskOptions> = {}) {
  const run = await runTask(
    runOptions([], {
      environments: [environment],
      task: { question: "How many?" },
      strategy: apiDocsPrompt(),
      policy: llmPolicy({ model: scriptedModel([{ text: reply }]), retries: 0 }),
      ...more,
    }),
  );
  const task = { id: "t1", place: "db", question: "?", groups: {}, gold: { sql: "SELECT count(*) FROM t" } };
  const score = scoreSql({ measures: [EX, VA], match: executionMatch, timings: 0 });
  const context = {
    environments: [environment],
    signal: new AbortController().signal,
    milliseconds: 30_000,
  };
  return { outcome: run.outcome, ...(await score({ task, run }, context)) };
}

describe("scores of one round", () => {
  it("are those of its query", async () => {
    expect(await scored("SELECT count(*) FROM t")).toMatchObject({
      predicted: "SELECT count(*) FROM t",
      scores: { ex: 1, va: 1 },
    });
  });

  it("keep a query that does not run as what was predicted, with nothing scored", async () => {
    expect(await scored("SELECT count(*) FROM tt")).toMatchObject({
      outcome: { type: "unanswerable" },
      predicted: "SELECT count(*) FROM tt",
      scores: { ex: 0, va: 0 },
    });
  });

  it("count a query that was only too slow for the environment", async () => {
    const actLimits = { rows: 100, characters: 20_000, milliseconds: 1 };
    expect(await scored(SLOW, { actLimits })).toMatchObject({
      outcome: { type: "unanswerable" },
      predicted: SLOW,
      scores: { ex: 1, va: 1 },
    });
  });

  it("are nothing for a reply without a query", async () => {
    const { predicted, scores } = await scored("I do not know.");
    expect(predicted).toBeUndefined();
    expect(scores).toEqual({ ex: 0, va: 0 });
  });
});
