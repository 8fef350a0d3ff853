import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { scriptedPolicy } from "../../../../src/agent/policies/scripted-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import { openTypedApi } from "../../../../src/config/evaluation/typed-answers/open-typed-api.ts";
import type { BenchmarkSet } from "../../../../src/evaluation/benchmark/benchmark.ts";
import { restbenchBenchmark } from "../../../../src/evaluation/benchmarks/restbench/restbench-benchmark.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { writeRestbench } from "./restbench-fixture.ts";

const root = temporaryFolder();
const folder = join(root, "data");
writeRestbench(folder);
const load = (more = {}): Promise<BenchmarkSet> =>
  restbenchBenchmark.load({ folder, cacheFolder: root, ...more });

describe("loading RestBench", () => {
  it("has the queries of both APIs, in order, with paths as the document writes them", async () => {
    const { tasks, checksums } = await load();
    expect(tasks.map(({ id }) => id)).toEqual([
      "tmdb-1",
      "tmdb-2",
      "tmdb-3",
      "tmdb-4",
      "spotify-1",
      "spotify-2",
    ]);
    expect(tasks[1]?.gold).toEqual({ path: ["GET /plant/popular"] });
    expect(tasks[2]?.gold).toEqual({ path: ["GET /plant/popular", "GET /plant/{plant_id}"] });
    expect(tasks[2]?.groups).toEqual({ api: "tmdb", calls: "2" });
    expect(Object.keys(checksums).sort()).toEqual([
      "spotify.json",
      "spotify_oas.json",
      "tmdb.json",
      "tmdb_oas.json",
    ]);
  });

  it("reads slips of the gold as meant, and tells operations that nothing can meet", async () => {
    const { notes } = await load({ split: "tmdb" });
    expect(notes.at(-1)).toMatch(
      /not in its document, so that their paths cannot be met: tmdb-4 "GET \/gardens"\.$/u,
    );
  });

  it("says that answers are made up where no server is given, and takes one where it is", async () => {
    const made = await load({ split: "tmdb" });
    expect(made.places["tmdb"]).toEqual({ targets: [join(folder, "tmdb_oas.json")], answers: "typed" });
    expect(made.notes[0]).toContain("made up");
    const given = await load({ split: "tmdb", server: "https://plants.example" });
    expect(given.places["tmdb"]?.server).toBe("https://plants.example");
    expect(given.notes[0]).toContain("not measured");
  });

  it("reads the layout of RestGPT's repository", async () => {
    const other = join(root, "repository");
    writeRestbench(join(other, "datasets"));
    mkdirSync(join(other, "specs"));
    for (const api of ["tmdb", "spotify"])
      renameSync(join(other, "datasets", `${api}_oas.json`), join(other, "specs", `${api}_oas.json`));
    expect((await load({ folder: other })).tasks).toHaveLength(6);
  });

  it("refuses what it has not", async () => {
    await expect(load({ split: "github" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ dialect: "mysql" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ server: "https://plants.example" })).rejects.toMatchObject({ code: "usage" });
    await expect(load({ folder: root })).rejects.toMatchObject({ code: "target-not-found" });
    const broken = join(root, "broken");
    writeRestbench(broken, [{ query: "Which?", solution: [] }]);
    await expect(load({ folder: broken })).rejects.toMatchObject({
      code: "data-invalid",
      message: expect.stringContaining("Entry 1: solution"),
    });
  });
});

describe("a run over typed answers", () => {
  const call = (environment: string, operation: string, given: JsonObject) => ({
    environment,
    tool: "call_operation",
    arguments: { operation, arguments: given },
  });

  it("can call what it found by the ids of the answers, and is scored by its path", async () => {
    const set = await load({ split: "tmdb" });
    const target = set.places["tmdb"]?.targets[0] ?? "";
    const signal = new AbortController().signal;
    const warnings: string[] = [];
    const environments = await openTypedApi(target, {
      folders: { cache: root, data: root },
      env: {},
      signal,
      onWarning: (line) => warnings.push(line),
    });
    const id = environments[0]?.id ?? "";
    const artifacts = memoryArtifactStore();
    const ids: unknown[] = [];
    const run = await runTask({
      ...runOptions([]),
      artifacts,
      environments,
      task: { question: "Which pests does the rose have?" },
      policy: scriptedPolicy(async ({ transcript }, context) => {
        const results = transcript.filter(({ type }) => type === "result").length;
        if (results === 0) return { actions: [call(id, "GET /search/plant", { query: "rose" })] };
        if (results === 1) return { actions: [call(id, "GET /plant/popular", {})] };
        const state = context.workspaces.get(id)?.state as { calls?: { body: { sha256: string } }[] };
        const bytes = await artifacts.get(state.calls?.[0]?.body.sha256 ?? "", context.act.principal);
        const first = JSON.parse(new TextDecoder().decode(bytes)).results[0];
        ids.push(first);
        if (results === 2)
          return { actions: [call(id, "GET /plant/{plant_id}/pests", { plant_id: first.id })] };
        return { claim: { claim: { text: "greenfly" } } };
      }),
    });
    await environments[0]?.close();
    expect(warnings).toEqual([]);
    expect(ids[0]).toMatchObject({ name: "rose" });
    expect(run.outcome.type).toBe("answered");
    const [task] = set.tasks;
    if (task === undefined) expect.unreachable();
    const scored = await set.score({ task, run }, { environments, signal, milliseconds: 1000 });
    expect(scored).toEqual({
      scores: { "correct-path": 1, "extra-calls": 1 },
      predicted: "GET /search/plant → GET /plant/popular → GET /plant/{plant_id}/pests",
    });
  });

  it("may call operations that would change something, since none does", async () => {
    const set = await load({ split: "spotify" });
    const environments = await openTypedApi(set.places["spotify"]?.targets[0] ?? "", {
      folders: { cache: root, data: root },
      env: {},
      signal: new AbortController().signal,
      onWarning: () => {},
    });
    const id = environments[0]?.id ?? "";
    const { outcome, events } = await runTask({
      ...runOptions([]),
      environments,
      task: { question: "Take train 7312 away" },
      policy: scriptedPolicy([
        { actions: [call(id, "GET /trains", {})] },
        { actions: [call(id, "DELETE /trains/{number}", { number: 7312 })] },
        { claim: { claim: { text: "done" } } },
      ]),
    });
    await environments[0]?.close();
    expect(outcome.type).toBe("answered");
    expect(events.some(({ type }) => type === "question-asked")).toBe(false);
    const [, task] = set.tasks;
    if (task === undefined) expect.unreachable();
    const context = { environments, signal: new AbortController().signal, milliseconds: 1000 };
    expect((await set.score({ task, run: { outcome, events } }, context)).scores).toEqual({
      "correct-path": 1,
      "extra-calls": 0,
    });
  });
});
