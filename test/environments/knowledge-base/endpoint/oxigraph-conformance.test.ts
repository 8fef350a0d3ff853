import { describe } from "vitest";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { closingWith } from "../../../support/closing-with.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { tripleStoreConformance } from "../stores/triple-store-conformance.ts";
import { fixtureText } from "../stores/triple-store-fixture.ts";

describe("an endpoint over Oxigraph", () => {
  tripleStoreConformance(vitestRunner, {
    async open({ triples, vocabulary }) {
      const server = await startOxigraph(fixtureText(triples));
      const { signal } = new AbortController();
      const store = await openEndpointStore({ url: server.url, vocabulary, signal });
      return closingWith(store, server.stop);
    },
    skip: {
      awkward: "Oxigraph keeps numbers by value, not as they were written",
    },
  });
});
