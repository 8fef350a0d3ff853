import { describe } from "vitest";
import { tripleStoreConformance } from "../../../../../src/testing/triple-store-conformance.ts";
import { memoryStore } from "../../../../support/memory-store.ts";
import { vitestRunner } from "../../../../support/vitest-runner.ts";

describe("the embedded store over a table made in memory", () => {
  tripleStoreConformance(vitestRunner, {
    open: ({ triples, vocabulary }) => memoryStore(triples, vocabulary),
    skip: { query: "this store was made without SPARQL" },
  });
});
