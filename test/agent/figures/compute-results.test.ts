import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { computeResults } from "../../../src/agent/figures/source.ts";
import { RunFold } from "../../../src/agent/run-fold.ts";
import { resumeRun, runTask } from "../../../src/agent/run-loop.ts";
import type { Strategy } from "../../../src/agent/strategy.ts";
import { DEFAULT_ACT_LIMITS } from "../../../src/environment/act-context.ts";
import {
  createDatabaseEnvironment,
  type DatabaseEnvironment,
} from "../../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { strategyConformance } from "../../../src/testing/strategy-conformance.ts";
import { PRINCIPAL, runOptions } from "../../support/run-fixture.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";

const folder = temporaryFolder();
let sales: DatabaseEnvironment;
beforeAll(async () => {
  const path = join(folder, "sales.sqlite");
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE sale (sale_id INTEGER PRIMARY KEY, amount TEXT)");
  const insert = database.prepare("INSERT INTO sale VALUES (?, ?)");
  for (let id = 1; id <= 40; id++) insert.run(id, `${id},50`);
  database.close();
  sales = await createDatabaseEnvironment({
    id: "sales",
    driver: await openSqliteDriver({ path }),
    cacheFolder: folder,
    indexMode: "memory",
    valueIndex: "off",
  });
});
afterAll(() => sales.close());

/** Hands in two queries and computes over them, all at once; the answer is what was computed. */
const computing: Strategy<null> = {
  name: "computing",
  start: () => null,
  next: (state, event) => {
    if (event.type === "results-computed") {
      const text = JSON.stringify({
        derived: event.derived,
        totals: event.profiles.map(({ total }) => total),
      });
      return {
        state,
        commands: [
          { type: "finish", outcome: { type: "answered", answer: { text }, evidence: [], assumptions: [] } },
        ],
      };
    }
    if (event.type !== "workspace-opened") return { state, commands: [] };
    const conclude = (id: string, text: string) =>
      ({ type: "conclude", id, role: "agent", environment: "sales", claim: { text } }) as const;
    return {
      state,
      commands: [
        conclude("c1", "SELECT sale_id, amount FROM sale ORDER BY sale_id"),
        conclude("c2", "SELECT count(*) AS n FROM sale"),
        {
          type: "compute",
          id: "k1",
          role: "agent",
          tables: [
            { name: "Q1", claim: "c1" },
            { name: "Q2", claim: "c2" },
          ],
          profiles: ["Q1"],
          sources: ["sum(Q1.amount)", "Q1:2.amount", "Q2", "Q9"],
        },
      ],
    };
  },
};

const options = (more = {}) =>
  runOptions([], {
    environments: [sales],
    strategy: computing,
    actLimits: { ...DEFAULT_ACT_LIMITS, rows: 5 },
    ...more,
  });

describe("computing over accepted claims", () => {
  it("waits for the claims and reads all of their rows, not only those that are shown", async () => {
    const { outcome, events } = await runTask(options());
    expect(events.map(({ type }) => type)).toEqual([
      "run-started",
      "workspace-opened",
      "claim-accepted",
      "claim-accepted",
      "results-computed",
      "run-finished",
    ]);
    expect(JSON.parse(outcome.type === "answered" ? outcome.answer.text : "{}")).toMatchObject({
      totals: [40],
      derived: [
        { value: 840 },
        { value: 2.5 },
        { value: 40 },
        { problem: expect.stringContaining("The queries are: Q1, Q2") },
      ],
    });
  });

  it("takes the first rows where the rest is gone, and says so of whole columns", async () => {
    const given = options({ runId: "gone" });
    const { store } = given;
    let stored = 0;
    const dying: typeof store = Object.assign(Object.create(store), {
      append: async (...args: Parameters<typeof store.append>) => {
        if (++stored > 4) throw new RangeError("The process ends.");
        await store.append(...args);
      },
    });
    await expect(runTask({ ...given, store: dying })).rejects.toThrow("The process ends.");
    const { task: _, ...rest } = given;
    const { outcome } = await resumeRun({ ...rest, runId: "gone", artifacts: memoryArtifactStore() });
    expect(JSON.parse(outcome.type === "answered" ? outcome.answer.text : "{}")).toMatchObject({
      totals: [40],
      derived: [
        { problem: expect.stringContaining("first 5 of the 40 rows") },
        { value: 2.5 },
        { value: 40 },
        {},
      ],
    });
  });

  it("ends when it is called off", async () => {
    const command = {
      type: "compute",
      id: "k1",
      role: "agent",
      tables: [],
      profiles: [],
      sources: ["1 + 1"],
    } as const;
    const run = { fold: new RunFold(computing), artifacts: memoryArtifactStore(), principal: PRINCIPAL };
    await expect(computeResults(command, run, AbortSignal.abort())).rejects.toThrow();
    expect((await computeResults(command, run, new AbortController().signal)).derived).toEqual([
      { source: "1 + 1", value: 2 },
    ]);
  });

  describe("in a strategy", () => strategyConformance(vitestRunner, { options: async () => options() }));
});
