import { describe } from "vitest";
import type { TripleStore } from "../../../../src/environments/knowledge-base/store/triple-store.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { tripleStoreConformance } from "../../../../src/testing/triple-store-conformance.ts";
import { fixtureText } from "../../../../src/testing/triple-store-fixture.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";

describe("an endpoint over Oxigraph", () => {
  tripleStoreConformance(vitestRunner, {
    async open({ triples, vocabulary }) {
      const server = await startOxigraph(fixtureText(triples));
      const store = await openEndpointStore({
        url: server.url,
        vocabulary,
        signal: new AbortController().signal,
      });
      return stoppingWith(store, server);
    },
    skip: { awkward: "Oxigraph keeps numbers by value, not as they were written." },
  });
});

function stoppingWith(store: TripleStore, server: { stop(): Promise<void> }): TripleStore {
  const { close } = store;
  store.close = async () => {
    await close.call(store);
    await server.stop();
  };
  return store;
}
