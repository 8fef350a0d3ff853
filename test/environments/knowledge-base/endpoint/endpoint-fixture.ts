import { onTestFinished } from "vitest";
import type { EndpointOptions } from "../../../../src/environments/knowledge-base/stores/endpoint/endpoint-options.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { TripleStoreError } from "../../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { type OxigraphServer, type ServerFaults, startOxigraph } from "../../../support/oxigraph-server.ts";
import { FIXTURE_TRIPLES, FIXTURE_VOCABULARY, fixtureText } from "../stores/triple-store-fixture.ts";

/** A server with the fixture and a store over it, both ended with the test. Faults given here are there from the start. */
export async function endpoint(
  options: Partial<EndpointOptions> = {},
  { faults = {}, triples = fixtureText(FIXTURE_TRIPLES) }: { faults?: ServerFaults; triples?: string } = {},
): Promise<{ readonly server: OxigraphServer; readonly store: TripleStore }> {
  const server = await startOxigraph(triples, faults);
  onTestFinished(server.stop);
  const store = await openEndpointStore({
    url: server.url,
    vocabulary: FIXTURE_VOCABULARY,
    signal: new AbortController().signal,
    ...options,
  });
  onTestFinished(() => store.close());
  return { server, store };
}

export async function storeErrorOf(promise: Promise<unknown>): Promise<TripleStoreError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof TripleStoreError) return error;
    throw error;
  }
  throw new Error("It was expected to fail.");
}

/** So many entities of one class, with a name and a number each. */
export function manyTriples(count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < count; at++) {
    const subject = `<http://example.org/e${String(at).padStart(5, "0")}>`;
    lines.push(
      `${subject} <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://example.org/Thing> .`,
      `${subject} <http://example.org/size> "${at % 97}"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
    );
  }
  return lines.join("\n");
}
