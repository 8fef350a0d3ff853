import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createDatabaseEnvironment } from "../../src/environments/database/create-database-environment.ts";
import { openSqliteDriver } from "../../src/environments/database/drivers/sqlite/sqlite-driver.ts";
import type { BenchmarkSet, OpenPlace } from "../../src/evaluation/benchmark/benchmark.ts";

import type { Configuration, Manifest } from "../../src/evaluation/run/configuration.ts";

import { manifestOf } from "../../src/evaluation/run/run-plan.ts";
import type { ScriptedReply } from "../../src/testing/scripted-model.ts";
import type { RecordedRequest } from "../../src/testing/scripted-openai-server.ts";
import { configuration } from "../evaluation/report/made-up-run.ts";

/** Makes a database of that many things, each with an amount that its number gives. */
export function writeThings(path: string, count: number): void {
  if (existsSync(path)) return;
  const database = new DatabaseSync(path);
  database.exec("CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL, amount INTEGER NOT NULL)");
  const insert = database.prepare("INSERT INTO thing VALUES (?, ?, ?)");
  database.exec("BEGIN");
  for (let id = 1; id <= count; id++) insert.run(id, `thing ${id}`, amountOf(id));
  database.exec("COMMIT");
  database.close();
}

const amountOf = (id: number): number => (id * 7919) % 1000;

/** One question for each thing. */
export function thingsSet(path: string, count: number): BenchmarkSet {
  return {
    tasks: Array.from({ length: count }, (_, index) => ({
      id: `t${index + 1}`,
      place: "things",
      question: `What is the amount of thing ${index + 1}?`,
      groups: { size: index < 9 ? "small" : "large" },
      gold: { amount: String(amountOf(index + 1)) },
    })),
    places: { things: { targets: [path] } },
    checksums: { things: String(count) },
    notes: [],
    async score({ task, run }) {
      if (run.outcome.type !== "answered") return { scores: { ex: 0, va: 0 } };
      const said = run.outcome.answer.rows?.rows[0]?.[0];
      const sql = run.outcome.evidence[0]?.sql;
      return {
        scores: { ex: String(said) === task.gold["amount"] ? 1 : 0, va: 1 },
        ...(sql === undefined ? {} : { predicted: sql }),
      };
    },
  };
}

export const openThings: OpenPlace = async ({ targets: [path = ""] }, signal) => {
  const environment = await createDatabaseEnvironment({
    id: "things",
    driver: await openSqliteDriver({ path, poolSize: 2 }),
    cacheFolder: dirname(path),
    indexMode: "memory",
    signal,
  });
  return { environments: [environment], close: () => environment.close() };
};

export const REACT: Configuration = configuration("react", { model: "server/scripted" });

export function thingsManifest(set: BenchmarkSet, more: Partial<Manifest> = {}): Manifest {
  return {
    ...manifestOf({
      benchmark: "things",
      options: {},
      set,
      configurations: [REACT],
      repeats: 1,
      versions: { fuxi: "0", node: "24", engines: {} },
      prices: { "server/scripted": { input: 1, output: 2, cachedInput: 0.5 } },
      currency: "USD",
      concurrency: 4,
      budget: {},
      clock: () => new Date(0),
    }),
    ...more,
  };
}

/**
 * What a model replies, decided by the request alone: every third thing is looked up before it is answered, every fifth with a wrong column at first,
 * and every seventh is answered wrongly.
 */
export function thingsReply({ body }: Pick<RecordedRequest, "body">): ScriptedReply {
  const said = JSON.stringify(body.messages);
  const id = Number(/amount of thing (\d+)\?/u.exec(said)?.[1]);
  const results = said.match(/"role":"tool"/gu)?.length ?? 0;
  const usage = { inputTokens: 100 + results, outputTokens: 10, cachedInputTokens: 40 };
  const looks = [...(id % 5 === 0 ? ["amounts"] : []), ...(id % 3 === 0 ? ["amount"] : [])];
  const column = looks[results];
  if (column !== undefined) {
    const query = `SELECT ${column} FROM thing WHERE id = ${id}`;
    return { text: "I look it up.", calls: [{ name: "search_by_SQL", arguments: { query } }], usage };
  }
  const answer = `SELECT amount FROM thing WHERE id = ${id % 7 === 0 ? 1 : id}`;
  return { text: "That is it.", calls: [{ name: "final_answer", arguments: { answer } }], usage };
}
