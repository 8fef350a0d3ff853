import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
  openSqliteDriver,
} from "../../../src/environments/database/index.ts";
import type { ScoreContext } from "../../../src/evaluation/benchmark/benchmark.ts";
import {
  classifyDatabaseError,
  DATABASE_ERRORS,
} from "../../../src/evaluation/errors/classify-database-error.ts";

import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import type { WithPlace } from "../../../src/evaluation/run/run-item.ts";
import { bagMatch, executionMatch } from "../../../src/evaluation/scores/sql/execution-match.ts";

import { scoreSql } from "../../../src/evaluation/scores/sql/score-sql.ts";
import { EX, VA } from "../../../src/evaluation/scores/sql/sql-measures.ts";
import { cinemaSample } from "../../support/shared-samples.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { answeredWith } from "../scores/sql/answered-with.ts";
import { recordOf } from "../tables/made-up-run.ts";
import { DATABASE_CASES } from "./database-cases.ts";

const folder = temporaryFolder();
let environment: DatabaseEnvironment;
let context: ScoreContext;
const withPlace: WithPlace = (use) => use(context);
const noPlace: WithPlace = () => expect.unreachable("the record says enough");

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

type Match = Parameters<typeof scoreSql>[0]["match"];

async function codeOf(predicted: string, gold: string, match: Match = executionMatch) {
  const answered = answeredWith(predicted, gold);
  const scored = await scoreSql({ measures: [EX, VA], match, timings: 0 })(answered, context);
  return await classifyDatabaseError(answered, recordOf({ task: "t", ...scored }), withPlace);
}

describe("the kind of a wrong answer from a database", () => {
  it.each(DATABASE_CASES)("is $code for $predicted", async ({ code, gold, predicted }) => {
    expect(await codeOf(predicted, gold)).toBe(code);
  });

  it("is none for each gold of these itself", async () => {
    for (const { gold } of DATABASE_CASES) expect(await codeOf(gold, gold)).toBeUndefined();
  });

  it("is the order or the repetition of rows where these count", async () => {
    const gold = "SELECT name FROM genre ORDER BY name";
    const ordered: Match = (own, other) => bagMatch(own, other, true);
    const bag: Match = (own, other) => bagMatch(own, other, false);
    expect(await codeOf(`${gold} DESC`, gold, ordered)).toBe("row-order");
    const regions = "SELECT DISTINCT is_capital FROM city";
    expect(await codeOf("SELECT is_capital FROM city", regions, bag)).toBe("repeated-rows");
  });

  it("is that of the gold where the gold does not run", async () => {
    expect(await codeOf("SELECT 1", "SELECT nothing FROM nowhere")).toBe("gold-fails");
  });

  const ends: readonly [string, Partial<ItemRecord>][] = [
    ["run-failed", { outcome: "failed", reason: "model-unavailable", unscored: "model-unavailable" }],
    ["not-scored", { unscored: "engine-unavailable" }],
    ["asked", { outcome: "needs-clarification" }],
    ["declined", { outcome: "unanswerable" }],
    ["unusable-replies", { outcome: "stopped", reason: "no-action" }],
    ["repetition", { outcome: "stopped", reason: "repetition" }],
    ["limit", { outcome: "stopped", reason: "steps" }],
    ["limit", { outcome: "stopped", reason: "cost" }],
    ["no-query", { outcome: "answered" }],
  ];
  it.each(ends)("is %s for %o, without a look at the database", async (code, changes) => {
    const record = recordOf({ task: "t", scores: { ex: 0, va: 0 }, ...changes });
    expect(await classifyDatabaseError(answeredWith("", ""), record, noPlace)).toBe(code);
  });

  it("has a case here for every kind of the table", () => {
    const seen = new Set<string>([
      ...DATABASE_CASES.map(({ code }) => code),
      ...ends.map(([code]) => code),
      "row-order",
      "repeated-rows",
      "gold-fails",
    ]);
    expect([...seen].sort()).toEqual(Object.keys(DATABASE_ERRORS).sort());
  });
});
