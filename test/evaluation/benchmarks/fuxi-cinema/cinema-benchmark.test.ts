import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oraclePolicy } from "../../../../src/agent/policies/oracle-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { benchmarkNamed } from "../../../../src/config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../../src/config/evaluation/open-place.ts";
import type { BenchmarkSet, Scored } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import type { Outcome } from "../../../../src/trajectory/outcome.ts";
import { PRINCIPAL, runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";

const fuxiCinema = await benchmarkNamed("fuxi-cinema");

const root = temporaryFolder();
const signal = new AbortController().signal;
const load = (more = {}): Promise<BenchmarkSet> => fuxiCinema.load({ cacheFolder: root, ...more });

const taskOf = (set: BenchmarkSet, id: string) => {
  const task = set.tasks.find((each) => each.id === id);
  if (task === undefined) expect.unreachable(`no task ${id}`);
  return task;
};

const open = openPlaces({
  folders: { cache: join(root, "cache"), data: root },
  env: {},
  onWarning: () => {},
});

/** What the oracle comes to on one question. */
async function byOracle(set: BenchmarkSet, id: string): Promise<Scored> {
  const task = taskOf(set, id);
  const place = await open(set.places[task.place] ?? { targets: [] }, signal);
  const artifacts = memoryArtifactStore();
  try {
    const run = await runTask({
      ...runOptions([]),
      artifacts,
      environments: place.environments,
      task: {
        question: task.question,
        ...(task.previous === undefined ? {} : { previous: task.previous }),
      },
      policy: oraclePolicy(() => task.oracle),
      limits: { steps: 60 },
    });
    return await set.score(
      { task, run },
      {
        environments: place.environments,
        signal,
        milliseconds: 30_000,
        kept: (sha256) => artifacts.get(sha256, PRINCIPAL),
      },
    );
  } finally {
    await place.close();
  }
}

describe("the bundled benchmark", () => {
  it("holds all questions of the sample under ids of their own, over all three kinds of environments", async () => {
    const { tasks, places, checksums } = await load();
    expect(new Set(tasks.map(({ id }) => id)).size).toBe(tasks.length);
    const count = Map.groupBy(tasks, ({ groups }) => `${groups["environment"]} ${groups["part"]}`);
    expect(Object.fromEntries([...count].map(([name, { length }]) => [name, length]))).toEqual({
      "database questions": 114,
      "knowledge-base questions": 64,
      "both questions": 28,
      "database unclear": 48,
      "knowledge-base unclear": 30,
      "database follow-up": 14,
      "knowledge-base follow-up": 10,
      "rest-api itool": 213,
    });
    expect(Object.keys(places)).toEqual(["database", "knowledge-base", "rest-api", "both"]);
    expect(Object.values(checksums).every((each) => /^[0-9a-f]{64}$/u.test(each))).toBe(true);
  });

  it("says which questions the data want to be asked", async () => {
    const set = await load();
    expect(taskOf(set, "u-d01").intended).toMatchObject({
      words: ["that one"],
      answer: "O'Dowd's Picture House",
    });
    expect(taskOf(set, "u-d01").intended?.needed).toContain("that one");
    expect(taskOf(set, "u-d03").intended).toMatchObject({ words: [] });
    expect(taskOf(set, "u-d03").intended?.needed).toBeUndefined();
    expect(taskOf(set, "u-d08").intended?.mayAsk).toBe(true);
    expect(taskOf(set, "itool-a01").intended?.needed).toBe("Which film do you mean?");
  });

  it("hands follow-up questions the one before with its answer", async () => {
    expect(taskOf(await load(), "t01").previous).toMatchObject({
      question: "How many seats does Lanterna Liffey have in total?",
      answer: "278",
    });
  });

  it("can be cut to one environment, and refuses what it has not", async () => {
    const set = await load({ split: "knowledge-base" });
    expect(new Set(set.tasks.map(({ place }) => place))).toEqual(new Set(["knowledge-base"]));
    expect(Object.keys(set.places)).toEqual(["knowledge-base"]);
    await expect(load({ split: "graph" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ folder: root })).rejects.toMatchObject({ code: "usage" });
  });

  it.each([
    ["q02", { success: 1, ex: 1, va: 1 }],
    ["k06", { success: 1, f1: 1, em: 1, va: 1 }],
    ["t01", { success: 1, ex: 1, va: 1 }],
    ["u-d01", { success: 1, ex: 1, va: 1, missed: 1 }],
    ["u-d06", { success: 1 }],
    ["itool-a01", { success: 1, "correct-path": 1, "extra-calls": 0, missed: 1 }],
    ["itool-b01", { success: 1 }],
  ])("scores the oracle on %s by the measures of its kind", async (id, scores) => {
    expect((await byOracle(await load(), id)).scores).toEqual(scores);
  });

  it("does not take an answer to what nothing holds, nor giving up on what can be answered", async () => {
    const set = await load();
    const ended = async (id: string, outcome: Outcome) =>
      (
        await set.score(
          { task: taskOf(set, id), run: { outcome, events: [] } },
          { environments: [], signal, milliseconds: 1000 },
        )
      ).scores;
    const answered = { type: "answered", answer: { text: "7" }, evidence: [], assumptions: [] } as const;
    const declined = { type: "unanswerable", reason: "", words: [] } as const;
    expect(await ended("u-d06", answered)).toEqual({ success: 0 });
    expect(await ended("k02", declined)).toEqual({ success: 0, f1: 0, em: 0, va: 0 });
    expect(await ended("k02", { ...answered, answer: { text: "179", value: 179 } })).toEqual({
      success: 1,
      f1: 1,
      em: 1,
      va: 1,
    });
  });
});
