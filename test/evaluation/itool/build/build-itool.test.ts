import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEnvironments } from "../../../../src/config/open-environments.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import { buildItool } from "../../../../src/evaluation/itool/build/build-itool.ts";
import type { BuildEntry } from "../../../../src/evaluation/itool/build/build-journal.ts";
import { reviewedSet } from "../../../../src/evaluation/itool/build/build-journal.ts";
import { callThroughEnvironment } from "../../../../src/evaluation/itool/call-through-environment.ts";
import { scriptedModel } from "../../../../src/testing/scripted-model.ts";
import type { Json } from "../../../../src/util/json.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { itemWith, missingItem } from "../itool-fixture.ts";
import { act, GOOD } from "./builder-fixture.ts";

const folder = temporaryFolder();
let api: Environment;

beforeAll(async () => {
  const [opened] = await openEnvironments(["sample:cinema-api"], {
    folders: { cache: folder, data: folder },
    env: {},
    signal: new AbortController().signal,
    onWarning: () => {},
  });
  if (opened !== undefined) api = opened;
});
afterAll(() => api.close());

const model = (...replies: readonly object[]) =>
  scriptedModel(replies.map((reply) => ({ text: JSON.stringify(reply) })));

describe("calls through an environment", () => {
  it("bring the whole of a response, however large", async () => {
    const call = callThroughEnvironment(api, act());
    const page = (await call("GET /films/popular", {})) as { readonly results: readonly Json[] };
    expect(page.results).toHaveLength(20);
    const studios = (await call("GET /studios", { limit: 50 })) as readonly Json[];
    expect(studios).toHaveLength(50);
    expect(JSON.stringify(studios).length).toBeGreaterThan(4000);
  });

  it("are only those that read", async () => {
    const call = callThroughEnvironment(api, act());
    await expect(call("POST /lists", { name: "mine" })).rejects.toMatchObject({
      code: "engine-error",
      message: expect.stringContaining("only GET"),
    });
  });

  it("tell a server that is gone from a call that was refused", async () => {
    const gone = {
      environment: {
        ...api,
        act: async () => ({
          failure: { code: "server-unreachable" as const, message: "Nobody answers.", suggestions: [] },
        }),
      },
    };
    await expect(callThroughEnvironment(gone.environment, act())("GET /genres", {})).rejects.toMatchObject({
      code: "target-not-found",
    });
  });
});

describe("a build", () => {
  const options = { kinds: ["missing", "unsupported"] as const, seed: 1 };

  it("makes each kind of each clear item on the API, and of no other", async () => {
    const made: BuildEntry[] = [];
    const told: string[] = [];
    const entries = await buildItool({
      ...options,
      items: [itemWith(), missingItem({ id: "i2" })],
      environment: api,
      act: act(),
      model: model(GOOD.missing, GOOD.unsupported),
      onEntry: (entry) => made.push(entry),
      onProgress: (text, share) => told.push(`${text} ${share}`),
    });
    expect(entries.map(({ item }) => item?.id)).toEqual(["i1-missing", "i1-unsupported"]);
    expect(made).toEqual(entries);
    expect(told).toEqual(["1 of 2: i1, missing 0.5", "2 of 2: i1, unsupported 1"]);
    expect(reviewedSet(entries).review).toMatchObject({
      items: [
        { id: "i1-missing", source: "i1", confirmed: false, needsQuestion: true },
        { id: "i1-unsupported", confirmed: false, notes: [expect.stringContaining("buy a disc")] },
      ],
      rejected: [],
    });
  });

  it("does not make again what was made before", async () => {
    const done: BuildEntry = { source: "i1", kind: "missing", notes: [], rejected: ["no"] };
    const made: BuildEntry[] = [];
    const entries = await buildItool({
      ...options,
      items: [itemWith()],
      environment: api,
      act: act(),
      model: model(GOOD.unsupported),
      done: [done],
      onEntry: (entry) => made.push(entry),
    });
    expect(entries[0]).toEqual(done);
    expect(made.map(({ kind }) => kind)).toEqual(["unsupported"]);
    expect(reviewedSet(entries).review.rejected).toEqual([
      { source: "i1", kind: "missing", rejected: ["no"] },
    ]);
  });

  it("keeps what was made before the model failed", async () => {
    const made: BuildEntry[] = [];
    const failing = scriptedModel([
      { text: JSON.stringify(GOOD.missing) },
      { failure: { status: 401, message: "Incorrect API key" } },
    ]);
    const building = buildItool({
      ...options,
      items: [itemWith()],
      environment: api,
      act: act(),
      model: failing,
      onEntry: (entry) => made.push(entry),
    });
    await expect(building).rejects.toMatchObject({ code: "model-refused" });
    expect(made.map(({ kind }) => kind)).toEqual(["missing"]);
  });

  it("refuses a set without clear items, and what is no API", async () => {
    const common = { ...options, act: act(), model: model() };
    await expect(buildItool({ ...common, items: [missingItem()], environment: api })).rejects.toMatchObject({
      code: "data-invalid",
    });
    const database = { ...api, capabilities: {} };
    await expect(buildItool({ ...common, items: [itemWith()], environment: database })).rejects.toMatchObject(
      { code: "target-not-supported" },
    );
  });
});
