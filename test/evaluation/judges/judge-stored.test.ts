import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { judgingNotes, judgingReport } from "../../../src/evaluation/judges/judging-report.ts";
import { startScriptedOpenAiServer } from "../../../src/testing/scripted-openai-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { verdict } from "./judge-replies.ts";
import { type JudgingProcess, judgeMadeUp } from "./judging-process.ts";

// Whether what a killed process wrote reached a disk does not matter here.
const folder = temporaryFolder(existsSync("/dev/shm") ? "/dev/shm" : undefined);
const PROGRAM = join(import.meta.dirname, "judging-process.ts");
const RUNS = 2;
/** For each run and each of three sub-tasks two reviews and a meta-review. */
const CALLS = RUNS * 3 * 3;

const NOBODY = {
  run: "made-up",
  items: [],
  reviewers: [],
  metaReviewers: [],
  temperature: 0.7,
  withDescription: true,
};

const said = () => verdict("perfect");

describe("judging stored runs", () => {
  it("ends with the same verdicts after kills, and asks at most what was in flight again", async () => {
    let onRequest = (_: number): void => {};
    await using server = await startScriptedOpenAiServer((_, index) => {
      onRequest(index + 1);
      return said();
    });
    const whole: JudgingProcess = {
      store: join(folder, "whole"),
      model: server.url,
      runs: RUNS,
      concurrency: 2,
    };
    const undisturbed = await judgeMadeUp(whole);
    expect(undisturbed).toMatchObject({ done: true, usage: { calls: CALLS } });
    expect(server.requests).toHaveLength(CALLS);
    const disturbed = { ...whole, store: join(folder, "disturbed") };
    // Among the reviews, and among the meta-reviews.
    const moments = [CALLS + 6, 2 * CALLS - 2];
    for (const moment of moments) {
      const child = spawn(process.execPath, [PROGRAM, JSON.stringify(disturbed)], { stdio: "inherit" });
      onRequest = (count) => {
        if (count >= moment) child.kill("SIGKILL");
      };
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
      onRequest = () => {};
    }
    const last = await judgeMadeUp(disturbed);
    expect(last).toEqual(undisturbed);
    expect(server.requests.length - 2 * CALLS).toBeLessThanOrEqual(moments.length * whole.concurrency);
    const before = server.requests.length;
    expect(await judgeMadeUp(disturbed)).toEqual(undisturbed);
    expect(server.requests).toHaveLength(before);
  });

  it("comes to the paper's table, with what it cost", async () => {
    await using server = await startScriptedOpenAiServer(said);
    const judged = await judgeMadeUp({
      store: join(folder, "table"),
      model: server.url,
      runs: 2,
      concurrency: 4,
    });
    expect(judged.cost).toBeCloseTo((18 * (100 * 10 + 10 * 100)) / 1e6, 12);
    const { judging: _, ...report } = judgingReport(judged, {
      judging: NOBODY,
      currency: "EUR",
      warnings: [],
    });
    expect(report.rows.map(({ subTask, instances }) => [subTask, instances])).toEqual([
      ["planning", 2],
      ["tools", 2],
      ["synthesis", 2],
    ]);
    expect(report.rows[0]?.reviewers).toMatchObject({
      perfect: { mean: 1 },
      agreement: { mean: 1 },
      malformed: 0,
    });
    // One meta-reviewer agrees with nobody.
    expect(report.rows[0]?.metaReviewers.agreement).toBeUndefined();
  });

  it("counts verdicts that could not be read after three tries, and asks for none of them again", async () => {
    await using server = await startScriptedOpenAiServer(() => ({
      text: "Well.",
      usage: { inputTokens: 1, outputTokens: 1 },
    }));
    const babble = { store: join(folder, "babble"), model: server.url, runs: 1, concurrency: 2 };
    const first = await judgeMadeUp(babble);
    const notes = judgingNotes(judgingReport(first, { judging: NOBODY, currency: "EUR", warnings: [] }));
    expect(notes.join()).toContain("Malformed: 6 verdicts");
    // Nothing was there for a meta-reviewer to read.
    expect(first.instances.map(({ metaReviews }) => metaReviews)).toEqual([[], [], []]);
    const before = server.requests.length;
    expect(await judgeMadeUp(babble)).toEqual(first);
    expect(server.requests).toHaveLength(before);
  });

  it("asks no judge about a run of which nothing may be told", async () => {
    await using server = await startScriptedOpenAiServer(said);
    const judged = await judgeMadeUp({
      ...{ store: join(folder, "withheld"), model: server.url, runs: 1, concurrency: 2, isWithheld: true },
    });
    expect(server.requests).toEqual([]);
    expect(judged.instances.map(({ absent }) => absent)).toEqual([true, true, true]);
  });
});
