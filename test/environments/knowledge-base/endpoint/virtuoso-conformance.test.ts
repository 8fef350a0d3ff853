import { afterAll, beforeAll, describe, it } from "vitest";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { startVirtuoso, type VirtuosoServer, virtuosoIsMissing } from "../../../support/virtuoso-server.ts";
import { vitestRunner } from "../../../support/vitest-runner.ts";
import { tripleStoreConformance } from "../stores/triple-store-conformance.ts";
import { fixtureText } from "../stores/triple-store-fixture.ts";

const missing = virtuosoIsMissing();

describe.skipIf(missing !== undefined)("an endpoint over Virtuoso", () => {
  let server: VirtuosoServer | undefined;
  let loaded = "";

  beforeAll(async () => {
    server = await startVirtuoso();
  }, 60_000);
  afterAll(() => server?.stop());

  tripleStoreConformance(vitestRunner, {
    async open({ triples, vocabulary }) {
      if (server === undefined) throw new Error("Virtuoso did not start");
      const text = fixtureText(triples);
      if (text !== loaded) await server.load(text);
      loaded = text;
      return openEndpointStore({
        url: server.url,
        vocabulary,
        defaultGraphs: [server.graph],
        signal: new AbortController().signal,
      });
    },
    skip: {
      awkward: "Virtuoso keeps numbers and dates by value, not as they were written",
    },
  });
});

describe.runIf(missing !== undefined)("an endpoint over Virtuoso", () => {
  it.skip(`is not tested (${missing ?? ""})`, () => {});
});
