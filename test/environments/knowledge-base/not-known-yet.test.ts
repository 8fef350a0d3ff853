import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { memoryArtifactStore } from "../../../src/artifact-store/sqlite-artifact-store.ts";
import { openEnvironments } from "../../../src/config/open-environments.ts";
import type { Environment } from "../../../src/environment/environment.ts";
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

it("a prefix of the file's own is answered with the name that the relation has here", async () => {
  const failure = await failureOf(["query_sparql", { query: "SELECT ?y WHERE { ?x z:keeper ?y }" }]);
  expect(failure).toMatchObject({
    code: "syntax-error",
    message: expect.stringContaining('The prefix "z:" is not declared.'),
    suggestions: [{ text: "zoo:keeper", replaces: "z:keeper" }],
  });
});

it("a relation that was not listed yet is not said to be missing", async () => {
  expect(await failureOf(MAMMALS, ATTRIBUTES, filterBy("zoo:eats"))).toMatchObject({
    code: "prerequisite-missing",
    suggestions: [{ text: expect.stringContaining("get_relations") }],
  });
});

it("what is in neither list is", async () => {
  expect((await failureOf(MAMMALS, ATTRIBUTES, filterBy("zoo:colour")))?.code).toBe("unknown-attribute");
});
