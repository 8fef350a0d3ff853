import { expect, test } from "vitest";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { cinemaApiEnvironment } from "./cinema-api-environment.ts";
import { serverEnvironment } from "./server-environment.ts";

const SERVER = "http://127.0.0.1:1";
const operation = (summary: string, tag?: string) => ({
  summary,
  ...(tag === undefined ? {} : { tags: [tag] }),
  responses: { 200: { description: "ok" } },
});

test("a small API is described by all of its operations", async () => {
  const { environment } = await serverEnvironment(SERVER, {
    "/films": { get: operation("All <b>films</b>"), post: operation("") },
  });
  const described = await environment.describe("schema", undefined, testContext());
  expect(described).toEqual({
    text: `API 1 at ${SERVER}: 2 operations\nGET /films: All films\nPOST /films`,
  });
});

test("an operation that sorts is told with what it filters by, and found for a step that wants an order", async () => {
  const query = (name: string) => ({ name, in: "query", schema: { type: "string" } });
  const { environment } = await serverEnvironment(SERVER, {
    "/discover": {
      get: {
        ...operation("Things that pass filters, people among them"),
        parameters: ["page", "with_person", "sort_by"].map(query),
      },
    },
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`/people/films${at}`, { get: operation("Films of a person") }]),
    ),
  });
  const context = testContext();
  const described = await environment.describe("schema", undefined, context);
  expect(described.text).toContain(
    "\nGET /discover: Things that pass filters, people among them [sort_by, with_person]\n",
  );
  const found = async (text: string) => {
    const workspace = await environment.openWorkspace({ question: text }, context);
    const action = { environment: environment.id, tool: "find_operations", arguments: { text } };
    return (await environment.act(workspace, action, context)).observation?.text;
  };
  expect(await found("films of a person with the highest revenue")).toContain("GET /discover");
  expect(await found("films of a person")).not.toContain("GET /discover");
});

test("one of some dozens by its paths, those that differ in their end on one line", async () => {
  const kinds = Array.from({ length: 12 }, (_, at) => `kind${at}`);
  const more = ["images", "credits", "releases"];
  const { environment } = await serverEnvironment(
    SERVER,
    Object.fromEntries(
      kinds.flatMap((kind) => [
        [`/${kind}/{id}`, { get: operation(`Details of a ${kind}`) }],
        ...more.map((each) => [`/${kind}/{id}/${each}`, { get: operation(`${each} of a ${kind}`) }]),
        [`/${kind}/{id}/cast`, { get: operation("Who plays in it") }],
      ]),
    ),
  );
  const { text, truncation } = await environment.describe("schema", undefined, testContext());
  expect(text).toContain(
    "\nGET /kind3/{id}\nGET /kind3/{id}/ ..images; ..credits; ..releases; ..cast: Who plays in it\n",
  );
  expect(truncation).toBeUndefined();
});

test("a large one by its parts, of which as many are shown as there is room for", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [
      `/part${at % 600}/things/${at}`,
      { get: operation(`Gives the things of number ${at}`, `Part number ${at % 600}`) },
    ]),
  );
  const { environment } = await serverEnvironment(SERVER, paths);
  const context = testContext();
  const described = await environment.describe("schema", undefined, context);
  expect(described.text).toContain("Its parts, with the number of operations:\nPart number 0 (5)");
  expect(described.text.length).toBeLessThanOrEqual(6100);
  expect(described.truncation).toMatchObject({ what: "rows", total: 3000 });
  const task = await environment.describe("task", { question: "What are the things of number 77?" }, context);
  expect(task.text.split("\n").length).toBeLessThanOrEqual(12);
  expect(task.text).toContain("things of number");
});

test("the instructions name the API and say when requests are only shown", async () => {
  const paths = { "/films": { get: operation("All films") } };
  const { environment } = await serverEnvironment(SERVER, paths);
  expect(environment.instructions).toContain('the REST API "API"');
  expect(environment.instructions).not.toContain("only shown");
  const { environment: dry } = await serverEnvironment(SERVER, paths, { dryRun: true });
  expect(dry.instructions).toContain("Requests are only shown here, not sent.");
});

test("credentials of the sample API are in nothing that a model reads", async () => {
  const environment = await cinemaApiEnvironment({ allow: ["*"] });
  try {
    const context = testContext();
    const shown = [environment.instructions, await environment.describe("schema", undefined, context)];
    const workspace = await environment.openWorkspace(undefined, context);
    const call = { operation: "createList", arguments: { name: `my token is ${environment.api.token}` } };
    const action = { environment: "api", tool: "call_operation", arguments: call };
    const { observation } = await environment.act(workspace, action, context);
    expect(observation?.text).toContain("my token is ***");
    expect(JSON.stringify([shown, observation])).not.toContain(environment.api.token);
  } finally {
    await environment.close();
  }
});
