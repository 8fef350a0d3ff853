import { afterEach, describe, expect, it } from "vitest";
import { renderFailure, renderObservation } from "../../src/agent/render-result.ts";
import { toldAnswer, toldEvidence } from "../../src/environment/egress/told-answer.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../src/environment/environment.ts";
import type { Workspace } from "../../src/environment/workspace.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { testContext } from "../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../src/util/json.ts";
import { loopbackServer } from "../environments/http/loopback-server.ts";
import { cinemaApiEnvironment } from "../environments/rest-api/cinema-api-environment.ts";
import { canaryApi } from "./canary-api.ts";

const LEVELS = ["schema", "masked"] as const;
type Level = (typeof LEVELS)[number];

const opened: Environment[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

/** A workspace that actions are taken in one after another. */
async function begun(raw: Environment, level: Level) {
  opened.push(raw);
  const environment = withEgress(raw, level);
  const context = testContext();
  let workspace: Workspace = await environment.openWorkspace(
    { question: "Which cinemas are there?" },
    context,
  );
  return {
    environment,
    context,
    workspace: () => workspace,
    async take(tool: string, given: JsonObject) {
      const action = { environment: environment.id, tool, arguments: given };
      const result = await environment.act(workspace, action, context);
      if (result.failure !== undefined) return { text: renderFailure(result.failure), data: {} };
      workspace = result.workspace;
      return { text: renderObservation(result.observation), data: result.observation.data };
    },
  };
}

const overCinemas = async (level: Level) => begun(await cinemaApiEnvironment(), level);

describe.each(LEVELS)("names of an API that say nothing of its content, at the level %s", (level) => {
  it("stay: of a response, of its operation and of its status", async () => {
    const { take } = await overCinemas(level);
    const { text, data } = await take("call_operation", { operation: "GET /cinemas" });
    expect(text).toMatch(/^r1 = GET \/cinemas \(200\): JSON/u);
    expect(text).toContain("country_code: string");
    expect(data).toMatchObject({ response: "r1", operation: "GET /cinemas", status: 200 });
  });

  it("stay in an answer that a model hands in for somebody else; its values and addresses do not", async () => {
    const { take, environment, workspace, context } = await overCinemas(level);
    await take("call_operation", { operation: "GET /cinemas", arguments: { country: "IE" } });
    await take("extract", { response: "r1", program: "data.results.map(({ id, name }) => ({ id, name }))" });
    const { answer, evidence, failure } = await environment.conclude(workspace(), { text: "e1" }, context);
    if (failure !== undefined) throw new Error(failure.message);
    const names = await environment.egressWords?.names(context);
    const shown = toldAnswer(answer, level, names);
    expect(Object.keys(shown.members?.[0] ?? {})).toEqual(["id", "name"]);
    const rests = toldEvidence(evidence, environment.egressWords?.written(workspace()) ?? [], level);
    expect(rests.calls).toMatchObject([
      { name: "r1", operation: "GET /cinemas", status: 200, arguments: { country: "IE" } },
    ]);
    expect(JSON.stringify([shown, rests])).not.toMatch(/Lanterna|127\.0\.0\.1/u);
    expect(JSON.stringify([answer, evidence])).toMatch(/Lanterna/u);
  });

  it("do not stay where they are members that the document does not have: a dictionary's keys are data", async () => {
    const { take } = await begun(await canaryApi(), level);
    const { text } = await take("call_operation", { operation: "GET /json" });
    expect(text).toContain("name: string");
    expect(text).not.toMatch(/built|canary|weight/iu);
  });
});

const integer = { type: "integer" };
const QUAYS = {
  openapi: "3.1.0",
  info: { title: "Quays", version: "1" },
  paths: {
    "/quays": { get: { responses: { 200: { description: "All" } } } },
    "/quays/{id}": {
      get: {
        parameters: [{ name: "id", in: "path", required: true, schema: integer }],
        responses: { 200: { description: "One" } },
      },
    },
  },
};

describe.each(LEVELS)("a value that was named and not seen, at the level %s", (level) => {
  /** An API with a value that is a word of its document, and with an id that it has nothing under. */
  async function overQuays() {
    const { url } = await loopbackServer((request, response) => {
      const found = request.url === "/quays";
      response.writeHead(found ? 200 : 404, { "content-type": "application/json" });
      response.end(found ? '{"id":"Quays","code":88317}' : '{"error":"no 88317"}');
    });
    const document = await loadDocument({ text: JSON.stringify(QUAYS) });
    const place = await begun(createRestApiEnvironment({ id: "api", document, server: url }), level);
    await place.take("call_operation", { operation: "GET /quays" });
    return place;
  }

  it("is told by its kind where it does not fit, even where it is a word that may be told", async () => {
    const { take } = await overQuays();
    const { text } = await take("call_operation", {
      operation: "GET /quays/{id}",
      arguments: { id: "{r1.id}" },
    });
    expect(text).toMatch(/The arguments do not fit GET \/quays\/\{id\}: \{r1\.id\} is a text\./u);
    expect(text).not.toContain("Quays");
  });

  it("stays unseen where the server has nothing under it", async () => {
    const { take } = await overQuays();
    const { text } = await take("call_operation", {
      operation: "GET /quays/{id}",
      arguments: { id: "{r1.code}" },
    });
    expect(text).toContain("GET /quays/{id} was answered with 404");
    expect(text).not.toContain("88317");
  });

  it("stays unseen in a failure of what reads a part of it", async () => {
    const { take, environment, workspace, context } = await overQuays();
    const given = { operation: "GET /quays/{id}", arguments: { id: "{r1.code.$error($string())}" } };
    const { text } = await take("call_operation", given);
    expect(text).toContain("error program-failed: {r1.code.$error($string())} cannot be read");
    expect(text).not.toContain("88317");
    const claim = { text: "It is {r1.code.$error($string($))}." };
    const { failure } = await environment.conclude(workspace(), claim, context);
    expect(failure?.message).toContain("cannot be read");
    expect(failure?.message).not.toContain("88317");
  });
});

it("an argument's value that nobody has written is withheld in what an answer rests on", () => {
  const calls = [
    { name: "r1", operation: "GET /films", arguments: { page: 2, query: "Zquorl" }, status: 200 },
  ];
  const evidence = { environment: "api", kind: "rest-api", calls };
  expect(toldEvidence(evidence, ["page 2"], "schema").calls).toEqual([
    { name: "r1", operation: "GET /films", arguments: { page: 2, query: "•" }, status: 200 },
  ]);
});
