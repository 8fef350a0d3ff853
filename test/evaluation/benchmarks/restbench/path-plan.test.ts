import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { oraclePolicy } from "../../../../src/agent/policies/oracle-policy.ts";
import { runTask } from "../../../../src/agent/run-loop.ts";
import type { RunResult } from "../../../../src/agent/run-options.ts";
import { openTypedApi } from "../../../../src/config/evaluation/typed-answers/open-typed-api.ts";
import { restbenchBenchmark } from "../../../../src/evaluation/benchmarks/restbench/restbench-benchmark.ts";
import { operationsCalled } from "../../../../src/evaluation/scores/api/path-score.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { runOptions } from "../../../support/run-fixture.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { writeRestbench } from "./restbench-fixture.ts";

const root = temporaryFolder();
const { signal } = new AbortController();

/** What the oracle comes to on each path, in one set of queries. */
async function followed(api: "tmdb" | "spotify", ...solutions: string[][]): Promise<readonly RunResult[]> {
  const folder = join(root, `${api}-${solutions.flat().length}`);
  mkdirSync(folder);
  writeRestbench(folder);
  const queries = solutions.map((solution) => ({ query: "Do it", solution }));
  writeFileSync(join(folder, `${api}.json`), JSON.stringify(queries));
  const set = await restbenchBenchmark.load({ folder, cacheFolder: root, split: api });
  const environments = await openTypedApi(set.places[api]?.targets[0] ?? "", {
    folders: { cache: root, data: root },
    env: {},
    signal,
    onWarning: () => {},
  });
  const runs: RunResult[] = [];
  for (const { question, oracle } of set.tasks) {
    const options = {
      ...runOptions([]),
      artifacts: memoryArtifactStore(),
      policy: oraclePolicy(() => oracle),
    };
    runs.push(await runTask({ ...options, environments, task: { question } }));
  }
  await environments[0]?.close();
  return runs;
}

const actionsOf = ({ events }: RunResult) =>
  events.flatMap((event) => (event.type === "action-observed" ? [event.action.arguments["arguments"]] : []));

it("follows a path with identifiers of the responses before, and with what else must be given", async () => {
  const [named, unnamed, made] = await followed(
    "tmdb",
    ["GET /search/plant", "GET /plant/{plant_id}", "GET /plant/{plant_id}/pests"],
    ["GET /plant/popular", "GET /plant/{plant_id}"],
  ).then(async (runs) => [...runs, ...(await followed("spotify", ["POST /trains", "GET /trains"]))]);
  if (named === undefined || unnamed === undefined || made === undefined) expect.unreachable();
  expect([named, unnamed, made].map(({ outcome }) => outcome.type)).toEqual([
    "answered",
    "answered",
    "answered",
  ]);
  expect(operationsCalled(named.events)).toEqual([
    "GET /search/plant",
    "GET /plant/{plant_id}",
    "GET /plant/{plant_id}/pests",
  ]);
  const [search, plant] = actionsOf(named);
  expect(search).toEqual({ query: "word" });
  expect(plant).toEqual({ plant_id: expect.any(Number) });
  expect(actionsOf(made)).toEqual([{ name: "word" }, {}]);
});

it("makes no identifier up: without one in a response the tools say what is missing", async () => {
  const [run] = await followed("tmdb", ["GET /plant/{plant_id}"]);
  expect(run?.outcome).toMatchObject({
    type: "unanswerable",
    reason: expect.stringContaining('lacks its argument "plant_id"'),
  });
});

it("has no made-up arguments for an API that answers itself", async () => {
  const folder = join(root, "served");
  writeRestbench(folder);
  const load = (server?: string) =>
    restbenchBenchmark.load({
      folder,
      cacheFolder: root,
      split: "tmdb",
      ...(server === undefined ? {} : { server }),
    });
  expect((await load()).tasks.every(({ oracle }) => oracle !== undefined && "plan" in oracle)).toBe(true);
  expect((await load("https://plants.example")).tasks.every(({ oracle }) => oracle === undefined)).toBe(true);
});
