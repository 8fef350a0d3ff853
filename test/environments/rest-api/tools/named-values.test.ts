import { expect, test } from "vitest";
import type { Workspace } from "../../../../src/environment/workspace.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../../src/util/json.ts";
import { loopbackServer, sendJson } from "../../http/loopback-server.ts";
import { apiPaths } from "../api-paths.ts";
import { serverEnvironment } from "../server-environment.ts";

const IDS = { type: "object", properties: { ids: { type: "array", items: { type: "integer" } } } };
const PATHS = apiPaths({
  "GET /films": {},
  "GET /films/{id:integer}": {},
  "DELETE /films/{id:integer}": {},
  "POST /query": { body: IDS },
});

const FILMS = [
  { id: 417, title: "The Ferry, {e2}" },
  { id: 592, title: "The Lock" },
];

/** A workspace with all films as r1, and what expressions read from it. */
async function afterReading(...expressions: readonly string[]) {
  const requests: { readonly url: string; readonly body: string }[] = [];
  const server = await loopbackServer((request, response) => {
    requests.push({ url: request.url, body: request.body.toString() });
    sendJson(response, { results: FILMS });
  });
  const { environment, call } = await serverEnvironment(server.url, PATHS, {
    readOnly: ["POST /query"],
    allow: ["DELETE /films/{id}"],
  });
  const context = testContext();
  let workspace: Workspace = (await call("GET /films")).workspace ?? expect.fail();
  for (const expression of expressions) {
    const action = { environment: "api", tool: "extract", arguments: { response: "r1", expression } };
    workspace = (await environment.act(workspace, action, context)).workspace ?? expect.fail();
  }
  return {
    requests,
    call: (operation: string, given: JsonObject = {}) => call(operation, given, { workspace }),
    conclude: (text: string) => environment.conclude(workspace, { text }, context),
    environment,
  };
}

test("an argument takes what an extraction holds by its name, as the value that it is", async () => {
  const { call, requests } = await afterReading("results[1].id");
  const { workspace } = await call("GET /films/{id}", { id: "{e1}" });
  expect(requests.at(-1)?.url).toBe("/films/592");
  expect(workspace?.state["calls"]).toMatchObject([
    {},
    { name: "r2", arguments: { id: "{e1}" }, url: expect.stringContaining("/films/592") },
  ]);
});

test("a part is named by its path, of an extraction and of a response", async () => {
  const { call, requests } = await afterReading("results");
  await call("GET /films/{id}", { id: "{e1[0].id}" });
  await call("GET /films/{id}", { id: "{r1.results[title='The Lock'].id}" });
  expect(requests.slice(1).map(({ url }) => url)).toEqual(["/films/417", "/films/592"]);
});

test("a list is handed on whole, within a body too", async () => {
  const { call, requests } = await afterReading("results.id");
  await call("POST /query", { ids: "{e1}" });
  expect(requests.at(-1)?.body).toBe('{"ids":[417,592]}');
});

test("a name that names nothing, and a path at which there is nothing, are told, and nothing is sent", async () => {
  const { call, requests } = await afterReading("results.id");
  expect((await call("GET /films/{id}", { id: "{e2}" })).failure).toMatchObject({
    code: "unknown-response",
    message: 'There is no response "e2". There are: r1, e1.',
  });
  expect((await call("GET /films/{id}", { id: "{r1.result.id}" })).failure).toMatchObject({
    code: "unknown-response",
    message: "{r1.result.id} holds nothing. Compare its path with the form of what it is read from.",
  });
  expect(requests).toHaveLength(1);
});

test("what changes something takes no named values: the person would be shown the name alone", async () => {
  const { call, requests } = await afterReading("results[0].id");
  const { failure } = await call("DELETE /films/{id}", { id: "{e1}" });
  expect(failure?.message).toBe(
    "DELETE /films/{id} changes something: its arguments have to be written out, so that the person sees what is sent. Nothing was sent.",
  );
  expect(requests).toHaveLength(1);
});

test("an answer in words has the values of what it names, and what stands in them is not read", async () => {
  const { conclude } = await afterReading("results[0].title", "results.id");
  expect((await conclude("{e1} and {r1.results[1].title}: {e2}")).answer?.text).toBe(
    "The Ferry, {e2} and The Lock: 417, 592",
  );
  expect((await conclude("{E2}")).answer?.value).toEqual([417, 592]);
  expect((await conclude("It is {e3}.")).failure).toMatchObject({
    code: "no-answer",
    message: 'There is no response "e3". There are: r1, e1, e2.',
  });
});
