import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openEnvironments } from "../../../src/config/open-environments.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import type { JsonObject } from "../../../src/util/json.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ZOO = `@prefix z: <http://example.org/zoo/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
z:leo a z:Mammal ; rdfs:label "Leo" ; z:eats z:meat ; z:keeper z:ann ; z:weight 190 .
z:tweety a z:Bird ; rdfs:label "Tweety" ; z:eats z:seeds ; z:keeper z:bob ; z:weight 1 .
z:meat a z:Food ; rdfs:label "Meat" . z:seeds a z:Food ; rdfs:label "Seeds" .
z:ann a z:Person ; rdfs:label "Ann" . z:bob a z:Person ; rdfs:label "Bob" .
`;

const folder = temporaryFolder();
let zoo: Environment;
beforeAll(async () => {
  const path = join(folder, "zoo.ttl");
  writeFileSync(path, ZOO);
  const [opened] = await openEnvironments([path], {
    folders: { cache: folder, data: folder },
    env: {},
    signal: new AbortController().signal,
    onWarning: () => {},
  });
  if (opened === undefined) expect.fail("Nothing was opened.");
  zoo = opened;
});
afterAll(() => zoo.close());

/** The failure of the last action; those before it succeed. */
async function failureOf(...actions: readonly (readonly [string, JsonObject])[]) {
  const context = testContext({ artifacts: memoryArtifactStore() });
  let workspace = await zoo.openWorkspace(undefined, context);
  for (const [at, [tool, given]] of actions.entries()) {
    const result = await zoo.act(workspace, { environment: zoo.id, tool, arguments: given }, context);
    if (at === actions.length - 1) return result.failure;
    if (result.failure !== undefined) expect.fail(result.failure.message);
    workspace = result.workspace;
  }
  return undefined;
}

const MAMMALS = ["instances", { class: "zoo:Mammal" }] as const;
const ATTRIBUTES = ["get_attributes", { variable: "#0" }] as const;
const filterBy = (attribute: string) =>
  ["filter", { variable: "#0", attribute, comparison: "=", value: "Meat" }] as const;

it("a relation that was not listed yet is not there, and how to list it is said", async () => {
  const failure = await failureOf(MAMMALS, ATTRIBUTES, filterBy("zoo:eats"));
  expect(failure?.suggestions.at(-1)?.text).toContain("get_relations");
});

it("what is in neither list is", async () => {
  expect((await failureOf(MAMMALS, ATTRIBUTES, filterBy("zoo:colour")))?.code).toBe("unknown-attribute");
});

async function notesOf(query: string) {
  const context = testContext();
  const workspace = await zoo.openWorkspace(undefined, context);
  const action = { environment: zoo.id, tool: "query_sparql", arguments: { query } };
  const { observation, failure } = await zoo.act(workspace, action, context);
  if (failure !== undefined) expect.fail(failure.message);
  return observation.notes;
}

it("names a relation that the graph does not have, with the nearest one", async () => {
  expect(await notesOf("SELECT ?y WHERE { ?x zoo:keper ?y }")).toMatchObject([
    {
      code: "no-match",
      message: "zoo:keper is nowhere in this knowledge base.",
      suggestions: [{ text: "zoo:keeper", replaces: "zoo:keper" }],
    },
  ]);
});

it("does so under a prefix of the query's own, and for a full IRI", async () => {
  const own = "PREFIX q: <http://example.org/zoo/> SELECT ?y WHERE { ?x q:keper ?y }";
  expect(await notesOf(own)).toMatchObject([{ suggestions: [{ text: "zoo:keeper", replaces: "q:keper" }] }]);
  const full = "SELECT ?y WHERE { ?x <http://example.org/zoo/keper> ?y }";
  expect(await notesOf(full)).toMatchObject([{ suggestions: [{ text: "zoo:keeper" }] }]);
});

it.each([
  ["conditions that nothing meets together", "SELECT ?x WHERE { ?x zoo:eats zoo:meat ; zoo:keeper zoo:bob }"],
  ["a class, a type and a label", 'SELECT ?x WHERE { ?x a zoo:Food ; rdfs:label "Fish" }'],
  ["a number with its datatype", 'SELECT ?x WHERE { ?x zoo:weight "7"^^xsd:integer }'],
  [
    "rdf:type, which is not among the listed relations",
    "SELECT ?x WHERE { ?x rdf:type zoo:Bird ; zoo:eats zoo:meat }",
  ],
])("says nothing of what is there: %s", async (_, query) => {
  expect(await notesOf(query)).toEqual([]);
});
