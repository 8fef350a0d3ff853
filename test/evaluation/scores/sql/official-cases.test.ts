import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { ScoreContext } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { bagMatch, executionMatch } from "../../../../src/evaluation/scores/sql/execution-match.ts";
import {
  EX,
  efficiencyReward,
  SOFT_F1,
  scoreSql,
  timeRatio,
  VA,
} from "../../../../src/evaluation/scores/sql/score-sql.ts";

import { cinemaSample } from "../../../support/shared-samples.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { answeredWith } from "./answered-with.ts";

interface Cases {
  readonly pairs: readonly {
    readonly gold: string;
    readonly predicted: string;
    readonly ex: number;
    readonly softF1: number;
    readonly spider: number;
  }[];
  readonly rewards: readonly { readonly timings: readonly [number, number][]; readonly reward: number }[];
}

const cases: Cases = JSON.parse(readFileSync(new URL("./official-cases.json", import.meta.url), "utf8"));
const folder = temporaryFolder();
let environment: DatabaseEnvironment;
let context: ScoreContext;

beforeAll(async () => {
  const { database } = cinemaSample();
  environment = await createDatabaseEnvironment({
    id: "db",
    driver: await openSqliteDriver({ path: database }),
    cacheFolder: folder,
    indexMode: "memory",
  });
  context = { environments: [environment], signal: new AbortController().signal, milliseconds: 30_000 };
});
afterAll(() => environment.close());

describe("scores beside the published evaluators", () => {
  it("agrees with BIRD's and Spider's on every pair of queries", async () => {
    let spiders = 0;
    const score = scoreSql({
      measures: [EX, VA, SOFT_F1],
      match: (predicted, gold, sql) => {
        spiders = Number(bagMatch(predicted, gold, sql.toLowerCase().includes("order by")));
        return executionMatch(predicted, gold);
      },
      timings: 0,
    });
    const others: unknown[] = [];
    for (const pair of cases.pairs) {
      spiders = 0;
      const { scores, remark } = await score(answeredWith(pair.predicted, pair.gold), context);
      const isNear = Math.abs((scores["soft-f1"] ?? Number.NaN) - pair.softF1) < 1e-12;
      if (scores.ex !== pair.ex || !isNear || spiders !== pair.spider)
        others.push({ ...pair, scores, spiders, remark });
    }
    expect(cases.pairs.length).toBeGreaterThan(500);
    expect(others).toEqual([]);
  });

  it("gives BIRD's reward for the same timings, of which the tables show the root", () => {
    for (const { timings, reward } of cases.rewards) {
      const ratio = timeRatio(timings.map(([gold, predicted]) => ({ gold, predicted })));
      expect(efficiencyReward(true, ratio)).toBeCloseTo(Math.sqrt(reward), 12);
      expect(efficiencyReward(false, ratio)).toBe(0);
    }
    expect(new Set(cases.rewards.map(({ reward }) => reward)).size).toBe(5);
  });
});
