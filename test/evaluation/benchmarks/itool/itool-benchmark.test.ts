import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { oraclePolicy } from "../../../../src/agent/policies/oracle-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { benchmarkNamed } from "../../../../src/config/evaluation/benchmarks.ts";
import { openPlaces } from "../../../../src/config/evaluation/open-place.ts";
import type { BenchmarkSet } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { simulatedAsker } from "../../../../src/evaluation/questions/asking.ts";
import { askedOf } from "../../../../src/evaluation/run/run-item.ts";
import { NO_USAGE } from "../../../../src/model/usage.ts";
import { cinemaApiDocument } from "../../../../src/samples/cinema/api/cinema-api-document.ts";
import { type CinemaApi, startCinemaApi } from "../../../../src/samples/cinema/api/create-cinema-app.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { linkSamples } from "../../../support/shared-samples.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { missingItem } from "../../itool/itool-fixture.ts";

const itool = await benchmarkNamed("itool");

const root = temporaryFolder();
linkSamples(root);
const signal = new AbortController().signal;
const open = openPlaces({ folders: { cache: root, data: root }, env: {}, onWarning: () => {} });
const NAMES = { reply: "The Blue City", intended: "The Blue City", alternatives: ["The Long Wind"] };
const ITEM = missingItem({ ...NAMES, answer: "=r2.release_date" });

let api: CinemaApi;
beforeAll(async () => {
  api = await startCinemaApi();
});
afterAll(() => api.close());

function writeSet(name: string, answers?: object): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "items.json"), JSON.stringify([ITEM]));
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(cinemaApiDocument(api.url)));
  if (answers !== undefined) writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
  return folder;
}

/** Asks what the data say is to be asked, and then follows the solution. */
async function askFirst(set: BenchmarkSet) {
  const [task] = set.tasks;
  if (task === undefined) expect.unreachable();
  const { environments, close } = await open(set.places[task.place] ?? { targets: [] }, signal);
  const oracle = oraclePolicy(() => task.oracle);
  try {
    const run = await runTask({
      ...runOptions([]),
      environments,
      task: { question: task.question },
      userProxy: simulatedAsker({ task }),
      policy: {
        id: "asks",
        reply: async (request, context) =>
          request.transcript.some(({ type }) => type === "step")
            ? oracle.reply(request, context)
            : {
                thought: "",
                actions: [],
                usage: NO_USAGE,
                wish: { question: "Which film do you mean?", words: [], kind: "missing" },
              },
      },
      limits: { steps: 30 },
    });
    const answered = { task, run };
    const scored = await set.score(answered, { environments, signal, milliseconds: 10_000 });
    return { run, scores: scored.scores, asked: askedOf(answered) };
  } finally {
    await close();
  }
}

describe("Itool as a benchmark", () => {
  it("has the bundled set over the sample API without a folder, by category", async () => {
    const { tasks, places, notes } = await itool.load({ cacheFolder: root });
    expect(tasks).toHaveLength(213);
    expect(places).toEqual({ api: { targets: ["sample:cinema-api"] } });
    expect(notes).toEqual([]);
    expect(tasks[0]).toMatchObject({ id: "a01", groups: { category: "missing" } });
    expect(tasks[0]?.gold).toEqual({
      answer: "1958-09-05",
      path: ["GET /search/films", "GET /films/{film_id}"],
    });
  });

  it("reads another set with its document and server, and computes answers that are not there", async () => {
    const set = await itool.load({ folder: writeSet("bare"), server: api.url, cacheFolder: root });
    expect(set.notes[0]).toContain("no answers.json");
    const { run, scores, asked } = await askFirst(set);
    expect(run.outcome).toMatchObject({ type: "answered", answer: { value: "1958-09-05" } });
    expect(scores).toEqual({ success: 1, "correct-path": 1, "extra-calls": 0, missed: 0 });
    expect(asked).toEqual({
      questions: 1,
      needed: 1,
      relevant: 1,
      answered: 1,
    });
  });

  it("believes the answers that are there", async () => {
    const folder = writeSet("answered", { i1: { answer: "1900-01-01", needsQuestion: false } });
    const { scores, asked } = await askFirst(
      await itool.load({ folder, server: api.url, cacheFolder: root }),
    );
    expect(scores).toEqual({ success: 0, "correct-path": 1, "extra-calls": 0 });
    expect(asked.needed).toBe(0);
  });

  it("refuses what it cannot use, and says what is expected", async () => {
    const load = (more: object) => itool.load({ cacheFolder: root, ...more });
    await expect(load({ server: api.url })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ folder: root })).rejects.toMatchObject({
      code: "target-not-found",
      hint: expect.stringContaining("items.json"),
    });
    await expect(load({ folder: writeSet("foreign", {}) })).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringContaining("i1"),
    });
    await expect(load({ folder: writeSet("broken", { i1: 7 }) })).rejects.toMatchObject({
      code: "data-invalid",
    });
  });
});
