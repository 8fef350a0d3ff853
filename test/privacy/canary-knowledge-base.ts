import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createKnowledgeBaseEnvironment,
  type KnowledgeBaseEnvironment,
} from "../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import type { JsonObject } from "../../src/util/json.ts";

const ferry = (n: number) =>
  `:canary${n} a :Ferry ; rdfs:label "Canary ${n}" ; rdfs:comment "A canary text ${n}" ; :berth :canaryport${n % 2} ; :motto "Canary motto ${n}" ; :built 295${n} ; :weight 77000${n} .`;

const DATA = `@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Ferry rdfs:label "ferry boat" .
:Harbour rdfs:label "harbour" .
:berth rdfs:label "lies at" .
${[1, 2, 3, 4].map(ferry).join("\n")}
:canary5 a :Ferry ; rdfs:label "Canary 1" ; :berth :canaryport0 .
:canaryport0 a :Harbour ; rdfs:label "Canary Port 0" .
:canaryport1 a :Harbour ; rdfs:label "Canary Port 1" .
`;

/** A knowledge base in which every label, literal and identifier of an entity is a canary. */
export async function canaryKnowledgeBase(folder: string): Promise<KnowledgeBaseEnvironment> {
  const path = join(folder, "ferries.ttl");
  writeFileSync(path, DATA);
  const { signal } = new AbortController();
  const store = await openEmbeddedStore({ path, cacheFolder: join(folder, "cache"), signal });
  return createKnowledgeBaseEnvironment({ id: "kb", store });
}

const PREFIX = "PREFIX : <http://example.org/>";

export const ACTIONS: readonly (readonly [tool: string, given: JsonObject])[] = [
  ["find_entities", { text: "cnary 1" }],
  ["find_entities", { text: "motto 1" }],
  ["find_entities", { text: "nowhere" }],
  ["find_classes", { text: "ferry" }],
  ["find_classes", { text: "boat" }],
  ["find_classes", { text: "cnary" }],
  ["instances", { class: "Ferry" }],
  ["instances", { class: "cnary" }],
  ["get_relations", { variable: "#0" }],
  ["get_relations", { variable: "cnary 1" }],
  ["get_neighbors", { variable: "#0", relation: "berth" }],
  ["get_neighbors", { variable: "#0", relation: "berths" }],
  ["get_attributes", { variable: "#0" }],
  ["values", { variable: "#0", attribute: "motto" }],
  ["values", { variable: "#0", attribute: "built" }],
  ["filter", { variable: "#0", attribute: "motto", comparison: "=", value: "cnary motto 1" }],
  ["filter", { variable: "#0", attribute: "built", comparison: ">", value: "2000" }],
  ["filter", { variable: "#0", attribute: "built", comparison: ">", value: "9000" }],
  ["filter", { variable: "#0", attribute: "berth", comparison: "=", value: "cnary port" }],
  ["argmax", { variable: "#0", attribute: "built" }],
  ["argmin", { variable: "#0", attribute: "weight" }],
  ["intersection", { variable1: "#0", variable2: "#1" }],
  ["union", { variable1: "#0", variable2: "#1" }],
  ["difference", { variable1: "#0", variable2: "#1" }],
  ["count", { variable: "#0" }],
  ["describe", { variable: "#0" }],
  ["describe", { variable: "cnary 1" }],
  ["get_path", { from: "#4", to: "#1" }],
  ["get_path", { from: "#5", to: "#5" }],
  ["query_sparql", { query: `${PREFIX} SELECT ?a ?m WHERE { ?a :motto ?m }` }],
  ["query_sparql", { query: `${PREFIX} SELECT ?m WHERE { ?a :motto ?m }` }],
  ["query_sparql", { query: `${PREFIX} SELECT ?m WHERE { ?a :mottos ?m }` }],
  ["query_sparql", { query: `${PREFIX} SELECT ?m WHERE { ?m :motto "cnary" }` }],
  ["query_sparql", { query: "SELECT nothing" }],
  ["use_values", { values: JSON.stringify(["cnary 1", "port 0"]) }],
];
