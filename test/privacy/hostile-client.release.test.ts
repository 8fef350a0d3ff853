import { describe, expect, it } from "vitest";
import type { EgressLevel } from "../../src/environment/egress/egress-level.ts";
import { withEgress } from "../../src/environment/egress/with-egress.ts";
import { createRestApiEnvironment } from "../../src/environments/rest-api/create-rest-api-environment.ts";
import { loadDocument } from "../../src/environments/rest-api/document/load-document.ts";
import { memoryArtifactStore } from "../../src/store/artifacts.ts";
import { loopbackServer } from "../environments/http/loopback-server.ts";
import { apiPaths } from "../environments/rest-api/api-paths.ts";
import { memoryWorkspaceStore } from "../support/stores.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { CANARY, canaryDatabase } from "./canary-database.ts";
import { canaryKnowledgeBase } from "./canary-knowledge-base.ts";
import { modelBehindMcp } from "./model-behind-mcp.ts";

const LEVELS: readonly EgressLevel[] = ["schema", "masked", "all"];

const object = { type: "object" };
const people = { type: "array", items: { ...object, properties: { name: { type: "string" } } } };
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Lists", version: "1" },
  paths: apiPaths({
    "GET /people people ?name": { returns: people },
    "GET /people/{name} person": { returns: object },
    "GET /broken/{name} broken": { returns: object },
    "GET /moved/{name} moved": { returns: object },
    "GET /odd/{name} odd": { returns: object },
    "POST /lists/{name} add": { returns: object },
  }),
};

const PEOPLE = [1, 2].map((n) => ({ name: `Canary ${n}`, id: 770000 + n }));

/** An API whose errors say again what it was asked. */
async function echoingApi() {
  const { url } = await loopbackServer((request, response) => {
    const path = decodeURIComponent(request.url);
    if (path.startsWith("/broken/")) return void response.destroy();
    if (path.startsWith("/moved/")) {
      const to = new URL(`http://127.0.0.1:1${request.url}`);
      return void response.writeHead(302, { location: to.href }).end();
    }
    if (path.startsWith("/odd/")) {
      return void response.writeHead(200, { "content-type": "application/json" }).end(path);
    }
    const isList = path.split("?")[0] === "/people";
    response.writeHead(isList ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify(isList ? PEOPLE : { error: `There is no ${path}` }));
  });
  const document = await loadDocument({ text: JSON.stringify(DOCUMENT) });
  return createRestApiEnvironment({ id: "api", document, server: url });
}

describe("a client of three environments that wants values", () => {
  it.each(LEVELS)(
    "learns none below all from what one hands over to another, what fails there, and what is concluded: %s",
    async (level) => {
      const folder = temporaryFolder();
      const raw = [await canaryDatabase(folder), await canaryKnowledgeBase(folder), await echoingApi()];
      const at = (other: EgressLevel) => ({ environments: raw.map((each) => withEgress(each, other)) });
      const stores = { workspaces: memoryWorkspaceStore(), artifacts: memoryArtifactStore() };
      {
        await using model = await modelBehindMcp({ ...at(level), ...stores });
        let { workspace = "" } = await model.call("open_workspace", { question: "Who is where?" });
        const take = async (name: string, given: object) => {
          const came = await model.call(name, { ...given, workspace });
          workspace = came.workspace ?? workspace;
          return came;
        };
        await take("db__check_query", { query: "SELECT name, code, started, id FROM person" });
        await take("kb__instances", { class: "Ferry" });
        await take("db__use_values", { name: "ferries", values: "kb:#0.labels" });
        await take("db__search_by_SQL", { query: "SELECT * FROM ferries" });
        await take("db__search_by_SQL", { query: "SELECT CAST(label AS integer) FROM ferries" });
        await take("db__use_values", { name: "ferries", values: "kb:#0.nothing" });
        await take("db__use_values", { name: "ferries", values: "db:draft.name" });
        await take("api__call_operation", { operation: "GET /people", arguments: {} });
        await take("api__extract", { response: "r1", program: "data.map(({ name }) => name)" });
        await take("api__extract", { response: "r1", program: "data[0]" });
        await take("api__extract", { response: "r1", program: "throw new Error(JSON.stringify(data))" });
        const broken = ["GET /moved/{name}", "GET /odd/{name}"];
        for (const operation of ["GET /people", "GET /people/{name}", "POST /lists/{name}", ...broken]) {
          for (const name of [
            "{r1[0].name}",
            "{e1[0]}",
            "{e2.name}",
            "{e2}",
            "{e9}",
            { $ref: "kb:#0.labels" },
          ]) {
            await take("api__call_operation", { operation, arguments: { name } });
          }
        }
        await take("api__call_operation", {
          operation: "GET /broken/{name}",
          arguments: { name: "{e1[0]}" },
        });
        await take("api__call_operation", { operation: "GET /people/{e1[0]}" });
        const given = { $ref: "db:draft.name" };
        await take("db__use_values", { name: "said", values: "api:e1" });
        await take("db__use_values", { name: "said", values: "api:e1.name" });
        await take("db__search_by_SQL", { query: "SELECT * FROM said" });
        await take("kb__find_entities", { text: given });
        await take("kb__find_entities", { entities: given });
        for (const [environment, claims] of Object.entries(CLAIMS)) {
          for (const claim of claims) await take("conclude", { environment, claim });
        }
        await take("conclude", { environment: "db" });
        await take("open_workspace", {});
        await model.call("open_workspace", { workspace: workspace.replace(/\.\d+$/u, ".1") });
        await model.call("db__check_query", {
          workspace: workspace.replace(/\.\d+$/u, ".1"),
          query: "SELECT 1",
        });
        expect(model.received.filter((each) => each.includes("Unknown tool"))).toEqual([]);
        const all = model.received.join("\n");
        const leak = model.received.find((each) => CANARY.test(each));
        expect(CANARY.test(all), leak?.slice(0, 1500)).toBe(level === "all");
        if (level !== "all") expect(all).not.toMatch(/fuxi:\/\/results\/[0-9a-f]/u);
      }
      for (const each of raw) await each.close();
    },
    120_000,
  );
});

describe("a client that comes with what it was told where all may be told", () => {
  it.each(["schema", "masked"] as const)("is read no result there: %s", async (level) => {
    const raw = await canaryDatabase(temporaryFolder());
    const artifacts = memoryArtifactStore();
    await using open = await modelBehindMcp({ environments: [raw], artifacts });
    const { workspace = "" } = await open.call("open_workspace", { question: "Who?" });
    const claim = "SELECT a.name FROM person a, person b, person c, person d";
    await open.call("conclude", { workspace, claim });
    const [uri = ""] = /fuxi:\/\/results\/[0-9a-f]+/u.exec(open.received.join("\n")) ?? [];
    expect(await open.read(uri)).toMatch(CANARY);
    await using model = await modelBehindMcp({ environments: [withEgress(raw, level)], artifacts });
    expect(await model.read(uri)).toMatch(/not found/iu);
    await raw.close();
  });
});

const CLAIMS = {
  db: [
    "SELECT name, salary FROM person",
    "SELECT name AS n FROM person WHERE name = (SELECT max(name) FROM person)",
    "SELECT * FROM ferries",
    "SELECT json(name) FROM person",
    "SELECT json_extract('{}', name) FROM person",
    "SELECT nme FROM person",
    "the person with the highest salary",
  ],
  kb: ["#0", "#99", "#0.labels", "SELECT ?x WHERE { ?x a ?y }", "cnary 1", "count(#0)"],
  api: ["e1", "r1", "e9", "{e1[0]}", "There is {e1}", "The names are e1"],
};
