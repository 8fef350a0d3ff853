import { describe } from "vitest";
import { tripleStoreConformance } from "../../src/testing/triple-store-conformance.ts";
import { naiveStore } from "../support/naive-store.ts";
import { vitestRunner } from "../support/vitest-runner.ts";

describe("the triple-store suite on plain arrays", () => {
  tripleStoreConformance(vitestRunner, {
    open: async ({ triples, vocabulary }) => naiveStore(triples, vocabulary),
    skip: { query: "arrays have no SPARQL" },
  });
});
