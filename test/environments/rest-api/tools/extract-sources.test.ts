import { afterAll, beforeAll, expect, it } from "vitest";
import type { ArtifactStore } from "../../../../src/environment/artifact-store.ts";
import type { Environment } from "../../../../src/environment/environment.ts";
import type { Workspace } from "../../../../src/environment/workspace.ts";
import { memoryArtifactStore } from "../../../../src/store/artifacts.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { cinemaApiEnvironment } from "../cinema-api-environment.ts";

let environment: Environment;
let workspace: Workspace;
let reads: number;
const store = memoryArtifactStore();
const artifacts: ArtifactStore = {
  ...store,
  get: (...given) => {
    reads++;
    return store.get(...given);
  },
};
const context = testContext({ artifacts });

beforeAll(async () => {
  environment = await cinemaApiEnvironment();
  workspace = await environment.openWorkspace({ question: "Which films are there?" }, context);
  const call = {
    environment: "api",
    tool: "call_operation",
    arguments: { operation: "GET /search/films", arguments: { query: "ferryman bargate" } },
  };
  for (let at = 0; at < 2; at++)
    workspace = (await environment.act(workspace, call, context)).workspace ?? workspace;
});
afterAll(() => environment?.close());

const extract = (response: string, signal = context.signal) => {
  reads = 0;
  const action = {
    environment: "api",
    tool: "extract",
    arguments: { response, program: "Object.keys(data).length" },
  };
  return environment.act(workspace, action, { ...context, signal });
};

it("reads a response that is named again and again once", async () => {
  const { observation } = await extract("r1, R1 ".repeat(2800));
  expect(observation?.text).toMatch(/^e1 = \d+/u);
  expect(reads).toBe(1);
  expect((await extract("r1 and r2, r1")).observation?.text).toBe("e1 = 2");
  expect(reads).toBe(2);
});

it("refuses more responses than it reads at once, and reads none of them", async () => {
  const { failure } = await extract(Array.from({ length: 21 }, (_, at) => `r${at + 1}`).join(", "));
  expect(failure).toMatchObject({ code: "too-large", part: { argument: "response" } });
  expect(failure?.message).toContain("at most 20 responses at once; 21 are named");
  expect(reads).toBe(0);
});

it("reads no further where the caller has gone", async () => {
  await expect(extract("r1, r2", AbortSignal.abort())).rejects.toMatchObject({ code: "cancelled" });
  expect(reads).toBe(0);
});
