import { expect, test } from "vitest";
import type { ActContext } from "../../../../src/environment/act-context.ts";
import type { Workspace } from "../../../../src/environment/workspace.ts";
import type { RestApiEnvironmentOptions } from "../../../../src/environments/rest-api/create-rest-api-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const IDS = {
  name: "with",
  in: "query",
  schema: { type: "string" },
  description: "Comma-separated list of ids",
};
const PATHS = apiPaths({
  "GET /cast": {},
  "GET /people ?name ?ids ?page:integer": { parameters: [IDS] },
  "GET /people/{id:integer} ?lang": {},
  "DELETE /people/{id:integer}": {},
  "GET /roles/{key}": {},
});

const CAST = [
  { id: 417, name: "Ada", role: "r/1" },
  { id: 592, name: "Ben", role: "r/2" },
  { id: 417, name: "Ada", role: "r/1" },
  { id: 608, name: "Cid", role: null },
];
const CREDITS = { cast: CAST };

type Handler = Parameters<typeof loopbackServer>[0];

function sendStatus(response: Parameters<Handler>[1], status: number, value: JsonObject): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}

interface Setting extends Partial<RestApiEnvironmentOptions> {
  readonly cast?: JsonObject;
  readonly answer?: Handler;
}

/** A workspace with the cast as r1, and requests counted from there. */
async function afterTheCast({ cast = CREDITS, answer, ...options }: Setting = {}) {
  const asked: string[] = [];
  const server = await loopbackServer((request, response) => {
    if (request.url === "/cast") return sendJson(response, cast);
    asked.push(request.url);
    if (answer !== undefined) return answer(request, response, []);
    const id = Number(/\d+/u.exec(request.url)?.[0]);
    sendJson(response, { id, born: 1900 + (id % 100) });
  });
  const { environment, call } = await serverEnvironment(server.url, PATHS, {
    http: { requestsPerSecond: 1000, attempts: 1 },
    ...options,
  });
  const workspace: Workspace = (await call("GET /cast")).workspace ?? expect.fail();
  return {
    asked,
    environment,
    workspace,
    call: (operation: string, given: JsonObject, context: Partial<ActContext> = {}) =>
      call(operation, given, { workspace, context }),
  };
}

const readOf = async (
  { environment }: Awaited<ReturnType<typeof afterTheCast>>,
  workspace: Workspace | undefined,
  expression: string,
) => {
  const action = { environment: "api", tool: "extract", arguments: { response: "r2", expression } };
  return (await environment.act(workspace ?? expect.fail(), action, testContext())).observation?.text;
};

test("a name of many values makes one call for each, once, and one response of them all", async () => {
  const setting = await afterTheCast();
  const { observation, workspace } = await setting.call("GET /people/{id}", {
    id: "{r1.cast.id}",
    lang: "en",
  });
  expect(setting.asked.toSorted()).toEqual(["417", "592", "608"].map((id) => `/people/${id}?lang=en`));
  expect(observation?.text).toContain("r2 = GET /people/{id} for 3 values of {r1.cast.id} (200): JSON");
  expect(observation?.data).toMatchObject({ response: "r2", status: 200, calls: 3 });
  expect(observation?.warnings).toEqual([]);
  expect(await readOf(setting, workspace, '$.{"id": id, "born": response.born}')).toContain(
    "e1 = 3 rows:\nid | born\n417 | 1917\n592 | 1992\n608 | 1908",
  );
  expect(workspace?.state["calls"]).toMatchObject([
    {},
    { name: "r2", arguments: { id: "{r1.cast.id}", lang: "en" }, times: 3, complete: true },
  ]);
});

test("evidence and the workspace's text say how many calls one response is of", async () => {
  const { environment, call } = await afterTheCast();
  const { workspace = expect.fail() } = await call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(environment.workspaceText?.(workspace)).toContain(
    'r2 = GET /people/{id} {"id":"{r1.cast.id}"} (200, 3 calls)',
  );
  const { evidence } = await environment.conclude(workspace, { text: "All." }, testContext());
  expect(evidence?.calls).toMatchObject([{ name: "r1" }, { name: "r2", times: 3 }]);
});

test("an argument that takes several in one text has them all in one call", async () => {
  const { asked, call } = await afterTheCast();
  await call("GET /people", { ids: "{r1.cast.id}" });
  await call("GET /people", { with: "{r1.cast.id}" });
  expect(asked).toEqual(["/people?ids=417%2C592%2C417%2C608", "/people?with=417%2C592%2C417%2C608"]);
});

test("a single value is a single call, whose response is no list", async () => {
  const { asked, call } = await afterTheCast({ cast: { cast: [CAST[0] ?? {}] } });
  const { observation } = await call("GET /people/{id}", { id: "{r1.cast[].id}" });
  expect(asked).toEqual(["/people/417"]);
  expect(observation?.text).toContain("r2 = GET /people/{id} (200): JSON");
});

test("more than the bound are left, and told", async () => {
  const cast = { cast: Array.from({ length: 70 }, (_, at) => ({ id: 100 + at })) };
  const { asked, call } = await afterTheCast({ cast });
  const { observation, workspace } = await call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(asked).toHaveLength(50);
  expect(observation?.notes).toEqual([
    {
      code: "values-left",
      message: "Called for 50 of the 70 values of {r1.cast.id}: one action makes at most 50 calls.",
      suggestions: [],
    },
  ]);
  expect(workspace?.state["calls"]).toMatchObject([{}, { times: 50, complete: false }]);
  await call("GET /people/{id}", { id: "{r1.cast[[50..69]].id}" });
  expect(asked.slice(50).toSorted()).toEqual(cast.cast.slice(50).map(({ id }) => `/people/${id}`));
});

test("a call that fails is told with its value, and ends no other", async () => {
  const setting = await afterTheCast({
    answer: (request, response) => {
      if (request.url.endsWith("592")) return sendStatus(response, 404, { message: "gone" });
      sendJson(response, { born: 1917 });
    },
  });
  const { observation, workspace } = await setting.call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(setting.asked).toHaveLength(3);
  expect(observation?.warnings).toMatchObject([
    {
      code: "calls-failed",
      message: expect.stringMatching(
        /^1 of the 3 calls failed \(id 592\)\. The first: GET \/people\/\{id\} was answered with 404: \{"message":"gone"\}/u,
      ),
    },
  ]);
  expect(await readOf(setting, workspace, "id")).toContain("e1 = 2 values: 417, 608");
});

test("a value that does not fit is not sent, and the others are", async () => {
  const cast = { cast: [{ id: 417 }, { id: "x" }, { id: 608 }] };
  const { asked, call } = await afterTheCast({ cast });
  const { observation } = await call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(asked.toSorted()).toEqual(["/people/417", "/people/608"]);
  expect(observation?.warnings[0]?.message).toContain("1 of the 3 calls failed (id x). The first:");
});

test("where every call fails, the failure is that of the first, and nothing is kept", async () => {
  const { asked, call } = await afterTheCast({
    answer: (_, response) => sendStatus(response, 404, { message: "no such person" }),
  });
  const { failure } = await call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(asked).toHaveLength(3);
  expect(failure).toMatchObject({
    code: "response-error",
    message: expect.stringMatching(/^GET \/people\/\{id\} was answered with 404.*All 3 calls failed\.$/u),
  });
});

test("a server that asks for patience is not asked further", async () => {
  const cast = { cast: Array.from({ length: 20 }, (_, at) => ({ id: 100 + at })) };
  const { asked, call } = await afterTheCast({
    cast,
    answer: ({ url }, response) => sendStatus(response, Number(url.split("/").at(-1)) < 104 ? 200 : 429, {}),
  });
  const { observation } = await call("GET /people/{id}", { id: "{r1.cast.id}" });
  expect(asked.length).toBeLessThan(20);
  expect(observation?.data["calls"]).toBe(4);
  expect(observation?.warnings[0]?.message).toContain("429");
  expect(observation?.notes.find(({ code }) => code === "values-left")?.message).toContain(
    "further calls would fail as well",
  );
});

test("cancelled, no further call is begun", async () => {
  const cast = { cast: Array.from({ length: 20 }, (_, at) => ({ id: 100 + at })) };
  const cancelled = new AbortController();
  const { asked, call } = await afterTheCast({ cast, answer: () => cancelled.abort() });
  await expect(
    call("GET /people/{id}", { id: "{r1.cast.id}" }, { signal: cancelled.signal }),
  ).rejects.toMatchObject({ code: "cancelled" });
  expect(asked.length).toBeLessThanOrEqual(4);
});

test("an operation that changes something is called for no list", async () => {
  const { asked, call } = await afterTheCast({ allow: ["DELETE /people/{id}"] });
  const { failure } = await call("DELETE /people/{id}", { id: "{r1.cast.id}" });
  expect(failure?.message).toContain("its arguments have to be written out");
  expect(asked).toEqual([]);
});

test("two lists in one call are refused, as which go together is not said", async () => {
  const { asked, call } = await afterTheCast();
  const { failure } = await call("GET /people/{id}", { id: "{r1.cast.id}", lang: "{r1.cast.name}" });
  expect(failure).toMatchObject({
    code: "invalid-arguments",
    message:
      "{r1.cast.id} and {r1.cast.name} hold many values each, and calls are made for each value of one. Name one value of the others. Nothing was sent.",
  });
  expect(asked).toEqual([]);
});

test("shown only, the requests are listed and none is sent", async () => {
  const setting = await afterTheCast();
  const { environment } = await serverEnvironment("http://127.0.0.1:9", PATHS, { dryRun: true });
  const { observation } = await environment.act(
    setting.workspace,
    {
      environment: "api",
      tool: "call_operation",
      arguments: { operation: "GET /people/{id}", arguments: { id: "{r1.cast.id}" } },
    },
    testContext(),
  );
  expect(observation?.text).toBe(
    ["417", "592", "608"].map((id) => `GET http://127.0.0.1:9/people/${id}`).join("\n"),
  );
  expect(observation?.notes).toMatchObject([{ code: "sent-nothing" }]);
});

test("values that another environment hands over are called for one by one", async () => {
  const { asked, call } = await afterTheCast();
  const { artifacts, principal } = testContext();
  const lines = new TextEncoder().encode('"Ada"\nnull\n"Ben"\n');
  const values = await artifacts.put(lines, {
    principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: 60,
  });
  const reference = "kb:#3.labels";
  const references = new Map([[reference, { reference, kind: "texts" as const, total: 3, values }]]);
  const context = { artifacts, references, seen: () => false };
  const { workspace } = await call("GET /roles/{key}", { key: { $ref: reference } }, context);
  expect(asked.toSorted()).toEqual(["/roles/Ada", "/roles/Ben"]);
  expect(workspace?.state["calls"]).toMatchObject([
    {},
    { arguments: { key: { $ref: reference } }, times: 2 },
  ]);
});
