import type { JsonObject } from "../../src/util/json.ts";
import { ANSWERED, DECLARED, REFUSED, STORED } from "../environments/knowledge-base/privacy/private-graph.ts";
import { DENIED, MASKED } from "./private-api.ts";

/** As N-Triples, with values that no call below has in it. */
export const GRAPH = STORED.replaceAll(/canary-[a-z]+@x/gu, (text) => `${MASKED}${text.length}`)
  .replaceAll("canarydoctor", MASKED)
  .replaceAll(/"77100(\d)"/gu, `"${DENIED}-$1"`)
  .replaceAll(/canary(?:spy|mole|earner)/gu, (text) => `${DENIED}${text.length}`)
  .replaceAll("Canary Bond", `${DENIED} name`)
  .replaceAll("canary spy", `${DENIED} class`);

export const GRAPH_FLAGS: readonly string[] = [
  ...["--deny", "canary monthly pay", "--deny", "<http://example.org/Spy>"],
  ...["--mask", "e-mail", "--mask", "http://example.org/doctor"],
];

type Call = readonly [tool: string, given: JsonObject];

export const GRAPH_CALLS: readonly Call[] = [
  ["find_entities", { text: "NUMBAT" }],
  ["find_entities", { text: "WOMBAT" }],
  ["find_classes", { text: "class" }],
  ["find_classes", { text: "Spy" }],
  ["instances", { class: "Spy" }],
  ["instances", { class: "Person" }],
  ["get_relations", { variable: "#0" }],
  ["get_relations", { variable: "Anna" }],
  ["get_neighbors", { variable: "#0", relation: "email" }],
  ["get_neighbors", { variable: "#0", relation: "salary" }],
  ["get_neighbors", { variable: "#0", relation: "doctor" }],
  ["get_neighbors", { variable: "#0", relation: "knows" }],
  ["get_attributes", { variable: "#0" }],
  ["values", { variable: "#0", attribute: "email" }],
  ["values", { variable: "#0", attribute: "salary" }],
  ["filter", { variable: "#0", attribute: "email", comparison: "contains", value: "WOMBAT" }],
  ["filter", { variable: "#0", attribute: "email", comparison: "=", value: "wombat" }],
  ["filter", { variable: "#0", attribute: "salary", comparison: ">", value: "1" }],
  ["argmax", { variable: "#0", attribute: "salary" }],
  ["argmax", { variable: "#0", attribute: "email" }],
  ["describe", { variable: "#0" }],
  ["describe", { variable: "Anna" }],
  ["get_path", { from: "Anna", to: "Ben" }],
  ...[...ANSWERED, ...REFUSED].map((query): Call => ["query_sparql", { query: `${DECLARED} ${query}` }]),
];
