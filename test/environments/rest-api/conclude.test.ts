import { expect, test } from "vitest";
import type { Workspace } from "../../../src/environment/workspace.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { loopbackServer, sendJson } from "../http/loopback-server.ts";
import { apiPaths } from "./api-paths.ts";
import { serverEnvironment } from "./server-environment.ts";

const FILMS = [
  { id: 1, title: "The Ferry", released: "1961-03-01" },
  { id: 2, title: "The Lock", released: "1970-01-20" },
  { id: 2, title: "The Lock", released: "1970-01-20" },
];

const PATHS = apiPaths({ "GET /films": {} });

/** A workspace with one call and what some expressions read from it. */
async function workspaceWith(...expressions: readonly string[]) {
  const server = await loopbackServer((_, response) => sendJson(response, { results: FILMS }));
  const { environment, call } = await serverEnvironment(server.url, PATHS);
  const context = testContext();
  const first = await call("GET /films");
  if (first.failure) throw new TypeError(first.failure.message);
  let workspace: Workspace = first.workspace;
  for (const expression of expressions) {
    const action = { environment: "api", tool: "extract", arguments: { response: "r1", expression } };
    const read = await environment.act(workspace, action, context);
    if (read.failure) throw new TypeError(read.failure.message);
    workspace = read.workspace;
  }
  const { references } = environment.capabilities;
  if (references === undefined) throw new TypeError("no references");
  return { environment, workspace, context, references, server };
}

test("an answer in words rests on the calls and on what was read", async () => {
  const { environment, workspace, context, server } = await workspaceWith("results[0].title");
  expect(await environment.conclude(workspace, { text: "The Ferry" }, context)).toMatchObject({
    answer: { text: "The Ferry" },
    evidence: {
      environment: "api",
      kind: "rest-api",
      calls: [{ name: "r1", operation: "GET /films", url: `${server.url}/films`, status: 200 }],
      preview: [{ name: "e1", from: "r1", by: "results[0].title" }],
    },
  });
});

test("the name of an extraction is an answer with its value, and the last one is where nothing is said", async () => {
  const { environment, workspace, context } = await workspaceWith("results.title", "$count(results)");
  const named = await environment.conclude(workspace, { text: "E1" }, context);
  expect(named.answer?.value).toEqual(["The Ferry", "The Lock", "The Lock"]);
  const last = await environment.conclude(workspace, {}, context);
  expect(last.answer).toMatchObject({ text: "3", value: 3 });
});

test("a list of objects is an answer with members", async () => {
  const { environment, workspace, context } = await workspaceWith("results");
  const { answer } = await environment.conclude(workspace, { text: "e1" }, context);
  expect(answer?.members).toEqual(FILMS);
});

test("a list of more than 100 is shown in part, and names where all of it is kept", async () => {
  const { environment, workspace, context } = await workspaceWith("[1..250]", "[1..250].{ 'n': $ }");
  const { answer } = await environment.conclude(workspace, { text: "e1" }, context);
  expect(answer?.value).toHaveLength(100);
  expect(answer?.list?.total).toBe(250);
  const kept = await context.artifacts.get(answer?.list?.full.sha256 ?? "", context.principal);
  expect(JSON.parse(new TextDecoder().decode(kept))).toHaveLength(250);
  const objects = await environment.conclude(workspace, { text: "e2" }, context);
  expect(objects.answer?.members).toHaveLength(100);
  expect(objects.answer?.list?.total).toBe(250);
});

test("an extraction that does not exist, and an answer without a call, are refused with what to do", async () => {
  const { environment, workspace, context } = await workspaceWith("results[0].title");
  expect((await environment.conclude(workspace, { text: "e7" }, context)).failure).toMatchObject({
    code: "no-answer",
    message: '"e7" names no extraction. Say the answer in words, or name what was extracted (e1).',
    suggestions: [{ text: "e1" }],
  });
  const empty = await environment.openWorkspace(undefined, context);
  expect((await environment.conclude(empty, { text: "The Ferry" }, context)).failure).toMatchObject({
    code: "no-answer",
    message: expect.stringContaining("Nothing was called yet"),
  });
});

test("lists of values, and members of lists of objects, are columns for other environments", async () => {
  const { references, workspace, context } = await workspaceWith("results.title", "results");
  expect(await references.list(workspace, context)).toEqual([
    { name: "e2.id", kind: "numbers", total: 2 },
    { name: "e2.title", kind: "texts", total: 2 },
    { name: "e2.released", kind: "dates", total: 2 },
    { name: "e1", kind: "texts", total: 2 },
  ]);
  const { values } = await references.read(workspace, "e2.title", context);
  const kept = await context.artifacts.get(values?.values.sha256 ?? "", context.principal);
  expect(new TextDecoder().decode(kept)).toBe('"The Ferry"\n"The Lock"\n');
  expect((await references.read(workspace, "e2", context)).values).toMatchObject({ kind: "numbers" });
});
