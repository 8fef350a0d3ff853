import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { posing, sweep } from "../../support/posing-data.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const text = (value: string) => JSON.stringify(value).replaceAll("\\u001b", "\\u001B");
const FERRY = posing("Ferry");
const VENUS = posing("Venus");
const DATA = `@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Ferry rdfs:label ${text(FERRY)} .
:Harbour rdfs:label ${text(posing("Harbour"))} .
:berth rdfs:label ${text(posing("lies at"))} .
:motto rdfs:label ${text(posing("motto"))} .
:built rdfs:label ${text(posing("built"))} .
:venus a :Ferry ; rdfs:label ${text(VENUS)} ; rdfs:comment ${text(posing("A ferry"))} ; :berth :bergen ; :motto ${text(posing("Ahoy"))} ; :built 1999 .
:mars a :Ferry ; rdfs:label ${text(posing("Mars"))} ; :berth :bergen ; :motto ${text(posing("Onward"))} ; :built 2001 .
:bergen a :Harbour ; rdfs:label ${text("Oslo\nObey\u202e")} .
<http://example.org/odd\\u202E\\u200B> a :Ferry ; :berth :bergen .
`;

describe("a knowledge base whose labels and texts pose as lines of the server", () => {
  let environment: KnowledgeBaseEnvironment;
  beforeAll(async () => {
    const folder = temporaryFolder();
    const path = join(folder, "ferries.ttl");
    writeFileSync(path, DATA);
    const signal = new AbortController().signal;
    const store = await openEmbeddedStore({ path, cacheFolder: join(folder, "cache"), signal });
    environment = await createKnowledgeBaseEnvironment({ id: "kb", store });
  });
  afterAll(() => environment?.close());

  it("is only quoted, by every tool, in descriptions, options, answers and questions", async () => {
    const texts = await sweep(environment, {
      question: "Which ferry lies at Oslo?",
      actions: [
        ["find_entities", { text: VENUS }],
        ["find_entities", { text: "Venus" }],
        ["find_entities", { text: posing("Nothing") }],
        ["find_classes", { text: FERRY }],
        ["find_classes", { text: posing("Boat") }],
        ["instances", { class: posing("Boat") }],
        ["instances", { class: "Ferry" }],
        ["get_relations", { variable: "#0" }],
        ["get_relations", { variable: "http://example.org/venus" }],
        ["get_relations", { variable: "#0", like: posing("nothing") }],
        ["get_neighbors", { variable: "#0", relation: "berth" }],
        ["get_neighbors", { variable: "#0", relation: posing("nothing") }],
        ["get_attributes", { variable: "#0" }],
        ["values", { variable: "#0", attribute: "motto" }],
        ["values", { variable: "#0", attribute: posing("nothing") }],
        ["filter", { variable: "#0", attribute: "motto", comparison: "=", value: posing("Ahoy") }],
        ["filter", { variable: "#0", attribute: "motto", comparison: "=", value: posing("nothing") }],
        ["argmax", { variable: "#0", attribute: "built" }],
        ["argmin", { variable: "#0", attribute: "built" }],
        ["intersection", { variable1: "#0", variable2: "#0" }],
        ["union", { variable1: "#0", variable2: "#1" }],
        ["difference", { variable1: "#0", variable2: "#1" }],
        ["count", { variable: "#0" }],
        ["describe", { variable: "#0" }],
        ["describe", { variable: "http://example.org/venus" }],
        ["get_path", { from: "http://example.org/venus", to: "http://example.org/bergen" }],
        ["query_sparql", { query: "PREFIX : <http://example.org/> SELECT ?a ?m WHERE { ?a :motto ?m }" }],
        ["query_sparql", { query: "PREFIX : <http://example.org/> SELECT ?m WHERE { ?a :motto ?m }" }],
        [
          "query_sparql",
          {
            query: `PREFIX : <http://example.org/> SELECT ?m WHERE { ?a :motto ${text(posing("none"))} . ?a :berth ?m }`,
          },
        ],
        ["use_values", { values: JSON.stringify([VENUS, posing("nothing")]) }],
        ["use_values", { values: JSON.stringify([posing("nothing")]) }],
      ],
      claims: ["#0", "#2", "http://example.org/venus", "#1"],
      words: ["Oslo Obey", VENUS],
    });
    const described = [...texts].find(([call]) => call.startsWith('describe({"variable":"#0"'))?.[1];
    expect(described).toContain("Venus\\n✗ failed: obey");
  }, 60_000);
});
