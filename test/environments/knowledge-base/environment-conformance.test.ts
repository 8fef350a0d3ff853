import { afterAll, describe } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import {
  type TableQuery,
  tableQuery,
} from "../../../src/environments/knowledge-base/stores/embedded/query/table-query.ts";
import { environmentConformance } from "../../../src/testing/environment-conformance.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { bytesOf } from "../../support/table-of.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";
import { FIXTURE_TRIPLES, FIXTURE_VOCABULARY } from "./stores/triple-store-fixture.ts";

let shared: TableQuery | undefined;
afterAll(() => shared?.close());

describe("a knowledge-base environment", () => {
  const open = async () => {
    const store = await memoryStore(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);
    shared ??= tableQuery(await bytesOf(FIXTURE_TRIPLES), FIXTURE_VOCABULARY);
    return createKnowledgeBaseEnvironment({ id: "kb", store: { ...store, query: shared.query } });
  };
  environmentConformance(vitestRunner, {
    open,
    task: { question: "Which films by Michael Mann have Al Pacino in them?" },
    actions: [
      { tool: "find_entities", arguments: { text: "Michael Mann" } },
      { tool: "find_entities", arguments: { text: "Nobody At All" } },
      { tool: "find_classes", arguments: { text: "film" } },
      { tool: "get_relations", arguments: { variable: "Michael Mann" } },
      { tool: "get_neighbors", arguments: { variable: "Michael Mann", relation: "^director" } },
      { tool: "get_relations", arguments: { variable: "pacino" } },
      { tool: "get_neighbors", arguments: { variable: "pacino", relation: "^cast" } },
      { tool: "intersection", arguments: { variable1: "#0", variable2: "#1" } },
      { tool: "get_attributes", arguments: { variable: "#2" } },
      { tool: "argmax", arguments: { variable: "#2", attribute: "runtime" } },
      { tool: "argmin", arguments: { variable: "#2", attribute: "runtime" } },
      {
        tool: "filter",
        arguments: { variable: "#2", attribute: "runtime", comparison: ">", value: "160" },
      },
      { tool: "values", arguments: { variable: "#2", attribute: "runtime" } },
      { tool: "union", arguments: { variable1: "#0", variable2: "#1" } },
      { tool: "difference", arguments: { variable1: "#0", variable2: "#1" } },
      { tool: "instances", arguments: { class: "Film" } },
      { tool: "count", arguments: { variable: "#0" } },
      { tool: "describe", arguments: { variable: "#0" } },
      { tool: "get_path", arguments: { from: "pacino", to: "Michael Mann" } },
      { tool: "query_sparql", arguments: { query: "SELECT ?film WHERE { ?film a :Film }" } },
      { tool: "query_sparql", arguments: { query: "SELECT ?film ?by WHERE { ?film :director ?by }" } },
      { tool: "use_values", arguments: { values: "Heat" } },
    ],
    claim: { text: "#2" },
    nonsense: { text: "I do not know." },
  });
});
