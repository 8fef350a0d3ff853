import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import { startScriptedOpenAiServer } from "../../../src/testing/scripted-openai-server.ts";
import { type EvaluatingProcess, evaluateThings } from "../../support/evaluating-process.ts";
import { postgresIsMissing } from "../../support/postgres.ts";
import { Seeded } from "../../support/random-programs.ts";
import { scratchStores } from "../../support/shared-store.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { thingsReply, writeThings } from "../../support/things-set.ts";

const PROGRAM = join(import.meta.dirname, "../../support/evaluating-process.ts");
const QUESTIONS = 40;
const KILLS = 3;
const CONCURRENCY = 4;
const SEED = 20;
/** For a machine that is busy with other tests; nothing is measured. */
const PATIENCE = 900_000;

// What a killed process has written is there whether or not it reached a disk, and here that is all that matters.
const folder = temporaryFolder(existsSync("/dev/shm") ? "/dev/shm" : undefined);
const database = join(folder, "things.sqlite");
const missing = await postgresIsMissing();
const server = scratchStores();
beforeAll(async () => {
  writeThings(database, QUESTIONS);
  if (missing === undefined) await server.begin();
});
afterAll(server.end);

const start = (options: EvaluatingProcess): ChildProcess =>
  spawn(process.execPath, [PROGRAM, JSON.stringify(options)], { stdio: ["ignore", "ignore", "inherit"] });

const timeless = (records: readonly ItemRecord[]) => records.map(({ milliseconds: _, ...record }) => record);

describe.each([
  {
    where: "a SQLite file",
    questions: QUESTIONS,
    kills: KILLS,
    skip: undefined,
    place: () => join(folder, "disturbed.store"),
  },
  // A killed process holds its runs for longer than its items here, so that who follows has to wait for them.
  { where: "PostgreSQL", questions: 60, kills: 3, skip: missing, place: () => server.url() },
])("a run of $questions questions in $where whose process is killed at $kills moments", (given) => {
  const { questions, kills, skip, place } = given;
  it.skipIf(skip !== undefined)(
    `ends with the table of an undisturbed one, and asks at most what was in flight again${skip ?? ""}`,
    async () => {
      let onRequest = (_: number): void => {};
      await using model = await startScriptedOpenAiServer((request, index) => {
        onRequest(index + 1);
        return { ...thingsReply(request), delayMilliseconds: 2 };
      });
      const options = {
        id: "run",
        database,
        things: questions,
        model: model.url,
        concurrency: CONCURRENCY,
        leaseMilliseconds: 1000,
      };
      const whole = await evaluateThings({ ...options, store: join(folder, `whole-${questions}.store`) });
      expect(whole.end.type).toBe("done");
      const needed = model.requests.length;

      const random = new Seeded(SEED);
      const moments = Array.from({ length: kills }, () => needed + 1 + random.below(0.95 * needed)).sort(
        (a, b) => a - b,
      );
      const disturbed = { ...options, store: place() };
      for (const moment of moments) {
        const child = start(disturbed);
        const exit = once(child, "exit");
        const wait = random.below(8);
        onRequest = (count) => {
          if (count >= moment) void pause(wait).then(() => child.kill("SIGKILL"));
        };
        expect(await exit).toEqual([null, "SIGKILL"]);
        onRequest = () => {};
      }
      const last = await evaluateThings(disturbed);
      expect(last.end.type).toBe("done");
      expect(last.records).toHaveLength(questions);
      expect(timeless(last.records)).toEqual(timeless(whole.records));
      const again = model.requests.length - 2 * needed;
      expect(again).toBeLessThanOrEqual(kills * CONCURRENCY);
    },
    PATIENCE,
  );
});

describe.each([
  { where: "a SQLite file", skip: undefined, place: () => join(folder, "shared.store") },
  { where: "PostgreSQL", skip: missing, place: () => server.url() },
])("two processes on one run in $where", ({ skip, place }) => {
  it.skipIf(skip !== undefined)(
    `answer no question twice${skip ?? ""}`,
    async () => {
      await using model = await startScriptedOpenAiServer((request) => ({
        ...thingsReply(request),
        delayMilliseconds: 2,
      }));
      const options = {
        id: "run",
        database,
        things: 120,
        model: model.url,
        concurrency: 2,
        leaseMilliseconds: 5000,
        store: place(),
      };
      const children = [start(options), start(options)];
      expect(await Promise.all(children.map((child) => once(child, "exit")))).toEqual([
        [0, null],
        [0, null],
      ]);
      const asked = model.requests.map(({ body }) => JSON.stringify(body.messages));
      expect(new Set(asked).size).toBe(asked.length);
      const { records } = await evaluateThings(options);
      expect(records).toHaveLength(120);
      expect(model.requests).toHaveLength(asked.length);
    },
    PATIENCE,
  );
});
