import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FuxiError } from "../../../src/errors/fuxi-error.ts";
import type { OpenPlace } from "../../../src/evaluation/benchmark/benchmark.ts";
import type { ItemRecord } from "../../../src/evaluation/run/configuration.ts";
import type { EvaluationProgress } from "../../../src/evaluation/run/work-through.ts";
import { recordingModel } from "../../../src/model/providers/recording-model.ts";
import { replayingModel } from "../../../src/model/providers/replaying-model.ts";
import { SCRIPTED_FAILURES } from "../../../src/testing/scripted-model.ts";
import { rejectsWith } from "../../../src/testing/test-runner.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { memoryStores, runThings, thingsModel } from "../../support/things-run.ts";
import { openThings, REACT, thingsSet, writeThings } from "../../support/things-set.ts";

const folder = temporaryFolder();
const database = join(folder, "things.sqlite");
const THINGS = 14;
const given = { database, things: THINGS };
beforeAll(() => writeThings(database, THINGS));

const timeless = (records: readonly ItemRecord[]) => records.map(({ milliseconds: _, ...record }) => record);
const counted: { opened: number; closed: number; most: number } = { opened: 0, closed: 0, most: 0 };
const counting: OpenPlace = async (place, signal) => {
  counted.opened++;
  counted.most = Math.max(counted.most, counted.opened - counted.closed);
  const opened = await openThings(place, signal);
  return {
    ...opened,
    async close() {
      counted.closed++;
      await opened.close();
    },
  };
};

describe("a run of an evaluation", () => {
  it("has one record for each task, configuration and repeat, task by task", async () => {
    const { model, asked } = thingsModel();
    const configurations = [REACT, { ...REACT, id: "react steps=1", steps: 1 }];
    const { end, records } = await runThings({ ...given, model, manifest: { configurations, repeats: 2 } });
    expect(end).toEqual({ type: "done" });
    expect(records.slice(0, 5).map(({ item }) => item)).toEqual([
      "react/t1/0",
      "react steps=1/t1/0",
      "react/t1/1",
      "react steps=1/t1/1",
      "react/t2/0",
    ]);
    const whole = records.filter(({ configuration }) => configuration === "react");
    expect(whole.filter(({ scores }) => scores["ex"] === 0).map(({ task }) => task)).toEqual([
      "t7",
      "t7",
      "t14",
      "t14",
    ]);
    expect(records.find(({ item }) => item === "react steps=1/t3/0")).toMatchObject({
      outcome: "stopped",
      reason: "steps",
      scores: { ex: 0, va: 0 },
    });
    expect(asked.length).toBe(records.reduce((sum, { rounds }) => sum + rounds, 0));
  });

  it("keeps no more places open than it may, but as many as are in use", async () => {
    Object.assign(counted, { opened: 0, closed: 0, most: 0 });
    const set = thingsSet(database, THINGS);
    const apart = {
      ...set,
      tasks: set.tasks.map((task) => ({ ...task, place: task.id })),
      places: Object.fromEntries(set.tasks.map(({ id }) => [id, { targets: [database] }])),
    };
    const { records } = await runThings({
      ...given,
      model: thingsModel().model,
      set: apart,
      openPlace: counting,
      openPlaces: 1,
      concurrency: 2,
    });
    expect(records).toHaveLength(THINGS);
    expect(counted.opened).toBe(THINGS);
    expect(counted.closed).toBe(THINGS);
    expect(counted.most).toBeLessThanOrEqual(3);
  });

  it("tells how far it is, with what it took", async () => {
    const said: EvaluationProgress[] = [];
    const { records } = await runThings({
      ...given,
      model: thingsModel().model,
      onProgress: (progress) => said.push(progress),
    });
    const tokens = records.reduce(
      (sum, { usage }) => sum + (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0),
      0,
    );
    expect(said[0]).toMatchObject({ done: 0, total: THINGS, running: 1, tokens: 0, cost: 0 });
    expect(said.at(-1)).toMatchObject({ done: THINGS, running: 0, tokens });
    expect(said.map(({ done }) => done)).toEqual(said.map(({ done }) => done).sort((a, b) => a - b));
  });

  it("leaves a cost out that is not known, and adds up one that is", async () => {
    const unknown = await runThings({ ...given, model: thingsModel().model, manifest: { prices: {} } });
    expect(unknown.records.filter(({ cost }) => cost !== undefined)).toEqual([]);
    const known = await runThings({ ...given, model: thingsModel().model });
    expect(known.records[0]?.cost).toBeCloseTo((60 * 1 + 40 * 0.5 + 10 * 2) / 1e6, 12);
  });

  it("is not gone on with as another one", async () => {
    const stores = memoryStores();
    const { model } = thingsModel();
    await runThings({ ...given, model, stores });
    const other = { configurations: [{ ...REACT, steps: 3 }] };
    const error = await rejectsWith("usage", runThings({ ...given, model, stores, manifest: other }));
    expect(error.message).toBe("The run run was begun with other configurations.");
    const changed = await rejectsWith("usage", runThings({ ...given, things: 13, model, stores }));
    expect(changed.message).toMatch(/other (tasks|data)/u);
  });

  it.each([0, -1, 1.5])("does not do %d tasks beside each other", async (concurrency) => {
    await rejectsWith("usage", runThings({ ...given, model: thingsModel().model, concurrency }));
  });
});

describe("a budget", () => {
  it("of tokens ends the call when it is used up, and a later call does the rest", async () => {
    const stores = memoryStores();
    const { model, asked } = thingsModel();
    const first = await runThings({ ...given, model, stores, concurrency: 1, budget: { tokens: 500 } });
    expect(first.end).toMatchObject({
      type: "budget",
      reached: "tokens",
      message: expect.stringMatching(/^The budget of tokens is used up; \d+ items are left\.$/u),
    });
    expect(first.records.length).toBeGreaterThan(0);
    expect(first.records.length).toBeLessThan(THINGS);
    const again = await runThings({ ...given, model, stores, budget: { tokens: 500 } });
    expect(again.records).toEqual(first.records);
    const rest = await runThings({ ...given, model, stores, budget: {} });
    expect(rest.end.type).toBe("done");
    const undisturbed = thingsModel();
    const whole = await runThings({ ...given, model: undisturbed.model });
    expect(timeless(rest.records)).toEqual(timeless(whole.records));
    expect(asked.length).toBe(undisturbed.asked.length);
  });

  it("of cost ends the call, and needs prices", async () => {
    const { model } = thingsModel();
    const { end } = await runThings({ ...given, model, budget: { cost: 0.0003 } });
    expect(end).toMatchObject({ type: "budget", reached: "cost" });
    const unknown = runThings({ ...given, model, manifest: { prices: {} }, budget: { cost: 1 } });
    await rejectsWith("configuration-invalid", unknown);
  });

  it("of no time does nothing", async () => {
    const { model, asked } = thingsModel();
    const { end, records } = await runThings({ ...given, model, budget: { milliseconds: 0 } });
    expect([end.type, records, asked]).toEqual(["budget", [], []]);
  });
});

describe("what goes wrong for a reason outside", () => {
  it("is done again, as a part of the same trajectory", async () => {
    let failures = 2;
    const { model } = thingsModel((thing) =>
      thing === 3 && failures-- > 0 ? SCRIPTED_FAILURES.tooManyRequests() : undefined,
    );
    const { records } = await runThings({ ...given, model });
    const whole = await runThings({ ...given, model: thingsModel().model });
    expect(timeless(records)).toEqual(timeless(whole.records));
  });

  it("is written down as failed after so many times", async () => {
    const { model, asked } = thingsModel((thing, { prompt }) =>
      thing === 3 && prompt.some(({ role }) => role === "tool") ? SCRIPTED_FAILURES.broken() : undefined,
    );
    const { end, records } = await runThings({ ...given, model, retries: 2 });
    expect(end.type).toBe("done");
    const failed = records.filter(({ outcome }) => outcome === "failed");
    expect(failed.map(({ task, reason, usage }) => [task, reason, usage.calls])).toEqual([
      ["t3", "model-unavailable", 1],
    ]);
    expect(asked.filter((thing) => thing === 3)).toHaveLength(1 + 3);
  });
});

describe("what goes wrong with one item", () => {
  it("in scoring is written down with its code, and the others are scored", async () => {
    const set = thingsSet(database, THINGS);
    const score: typeof set.score = async (answered, context) => {
      if (answered.task.id === "t2") throw new FuxiError("engine-timeout", "The gold ran too long.");
      if (answered.task.id === "t4") throw new TypeError("undefined is not a function");
      return await set.score(answered, context);
    };
    const { records } = await runThings({ ...given, model: thingsModel().model, set: { ...set, score } });
    const unscored = records.filter((record) => record.unscored !== undefined);
    expect(unscored.map((record) => [record.task, record.outcome, record.unscored, record.scores])).toEqual([
      ["t2", "answered", "engine-timeout", {}],
      ["t4", "answered", "internal", {}],
    ]);
    expect(unscored[0]?.remark).toBe("Not scored (engine-timeout): The gold ran too long.");
  });

  it("in opening its place is written down, and other places are asked", async () => {
    const set = thingsSet(database, THINGS);
    const tasks = set.tasks.map((task, index) => (index === 0 ? { ...task, place: "gone" } : task));
    const places = { ...set.places, gone: { targets: ["gone"] } };
    const { records } = await runThings({
      ...given,
      model: thingsModel().model,
      set: { ...set, tasks, places },
      openPlace: async (place, signal) => {
        if (place.targets[0] === "gone") throw new FuxiError("target-not-found", "There is no such file.");
        return await openThings(place, signal);
      },
    });
    expect(records[0]).toMatchObject({
      outcome: "failed",
      reason: "target-not-found",
      unscored: "target-not-found",
      remark: "There is no such file.",
    });
    expect(records.filter(({ outcome }) => outcome === "answered")).toHaveLength(THINGS - 1);
  });
});

describe("what would go wrong with every item", () => {
  it("ends the run where the model refuses, and the run goes on once it does not", async () => {
    const stores = memoryStores();
    const refusing = thingsModel(() => SCRIPTED_FAILURES.wrongKey());
    const error = await rejectsWith("model-refused", runThings({ ...given, model: refusing.model, stores }));
    expect(error.message).toMatch(/HTTP 401/u);
    expect(refusing.asked.length).toBeLessThanOrEqual(4);
    const { end, records } = await runThings({ ...given, model: thingsModel().model, stores });
    expect(end.type).toBe("done");
    expect(records.filter(({ outcome }) => outcome === "failed")).toEqual([]);
  });

  it("does not end the run where the model has answered before", async () => {
    const { model } = thingsModel((thing) => (thing === 14 ? SCRIPTED_FAILURES.wrongKey() : undefined));
    const { records } = await runThings({ ...given, model, concurrency: 1 });
    expect(records.filter(({ outcome }) => outcome === "failed").map(({ task }) => task)).toEqual(["t14"]);
  });

  it("ends the run where the configuration cannot be carried out", async () => {
    const decide = () => {
      throw new FuxiError("model-not-configured", "No model was named.");
    };
    await rejectsWith("model-not-configured", runThings({ ...given, model: thingsModel().model, decide }));
  });
});

describe("a run that is cancelled", () => {
  it("says so, and a later call goes on with what was running", async () => {
    const stores = memoryStores();
    const stop = new AbortController();
    const { model, asked } = thingsModel(() => {
      if (asked.length === 9) stop.abort();
      return undefined;
    });
    const first = await runThings({ ...given, model, stores, signal: stop.signal });
    expect(first.end).toEqual({ type: "cancelled" });
    expect(first.records.length).toBeLessThan(THINGS);
    const rest = await runThings({ ...given, model, stores });
    const undisturbed = thingsModel();
    const whole = await runThings({ ...given, model: undisturbed.model });
    expect(timeless(rest.records)).toEqual(timeless(whole.records));
    expect(asked.length - undisturbed.asked.length).toBeLessThanOrEqual(4);
  });
});

describe("recorded replies", () => {
  it("are found again item by item, whatever runs at the same time and however many processes recorded them", async () => {
    const cassette = join(folder, "run.jsonl");
    // Every reply differs from every other, also of repeats of one task.
    let calls = 0;
    const { model } = thingsModel((thing) => ({
      text: `call ${calls++}`,
      usage: { inputTokens: 1, outputTokens: 0 },
      calls: [
        {
          name: "final_answer",
          arguments: { answer: `SELECT amount + ${calls} FROM thing WHERE id = ${thing}` },
        },
      ],
    }));
    const manifest = { repeats: 3 };
    const stores = memoryStores();
    // Stops between repeats of one task; each call counts samples anew, as another process does.
    for (const budget of [{ tokens: 1 }, { tokens: 2 }, {}]) {
      const recording = await recordingModel(model, cassette);
      await runThings({ ...given, model: recording, manifest, stores, budget, concurrency: 1 });
    }
    const recorded = await runThings({ ...given, model, manifest, stores });
    expect(calls).toBe(3 * THINGS);
    expect(new Set(recorded.records.map(({ predicted }) => predicted)).size).toBe(3 * THINGS);
    for (const concurrency of [1, 7]) {
      const replay = await replayingModel(cassette);
      const replayed = await runThings({ ...given, model: replay, manifest, concurrency });
      expect(timeless(replayed.records)).toEqual(timeless(recorded.records));
    }
  });
});
