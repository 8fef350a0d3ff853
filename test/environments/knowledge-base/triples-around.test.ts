import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { openEndpointStore } from "../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { TripleStore } from "../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { TripleStoreError } from "../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { graphCapabilityConformance } from "../../../src/testing/graph-capability-conformance.ts";
import {
  EX,
  FIXTURE_TRIPLES,
  FIXTURE_VOCABULARY,
  fixtureText,
} from "../../../src/testing/triple-store-fixture.ts";
import { type OxigraphServer, startOxigraph } from "../../support/oxigraph-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { vitestRunner } from "../../support/vitest-runner.ts";
import { fixtureStore } from "./fixture-environment.ts";

const signal = new AbortController().signal;
const NEIGHBOURS = 100_000;

/** The fixture, and a node that very many others name and that names many. */
function textWithHub(): string {
  const lines = [`<${EX}hub> <http://www.w3.org/2000/01/rdf-schema#label> "Hub" .`];
  for (let at = 0; at < NEIGHBOURS; at++) {
    lines.push(`<${EX}spoke${at}> <${EX}partOf> <${EX}hub> .`);
    if (at % 5 === 0) lines.push(`<${EX}hub> <${EX}lists> <${EX}spoke${at}> .`);
  }
  return `${fixtureText(FIXTURE_TRIPLES)}${lines.join("\n")}\n`;
}

const text = textWithHub();
const folder = temporaryFolder();
const path = join(folder, "hub.nt");
writeFileSync(path, text);

const SUITE = {
  entity: {
    id: "chicago",
    name: "Chicago",
    outwards: [
      ["in", "United States"],
      ["population", "2700000"],
    ],
    backwards: [["Michael Mann", "bornIn"]],
  },
  second: ["Heat", "director", "Michael Mann"],
  third: ["Heat", "cast", "Al Pacino"],
  question: "Who was born in Chicago?",
  hub: "hub",
} as const;

const environmentOver = (store: TripleStore) => createKnowledgeBaseEnvironment({ id: "kb", store });

describe("the triples around entities of a file", () => {
  graphCapabilityConformance(vitestRunner, {
    ...SUITE,
    open: async () =>
      environmentOver(
        await openEmbeddedStore({
          path,
          vocabulary: FIXTURE_VOCABULARY,
          cacheFolder: join(folder, "cache"),
          signal,
        }),
      ),
  });
});

describe("the triples around entities of an endpoint", () => {
  let server: OxigraphServer;
  beforeAll(async () => {
    server = await startOxigraph(text);
  });
  afterAll(() => server.stop());

  graphCapabilityConformance(vitestRunner, {
    ...SUITE,
    open: async () =>
      environmentOver(await openEndpointStore({ url: server.url, vocabulary: FIXTURE_VOCABULARY, signal })),
  });
});

describe("the triples around entities", () => {
  const around = async (store: Partial<TripleStore>) => {
    const environment = await environmentOver(fixtureStore(store));
    const options = { hops: 3, most: 1000 };
    return await environment.capabilities.graph?.triplesAround?.(
      { entities: ["chicago"] },
      options,
      testContext(),
    );
  };

  it("are those that were found where the store is too slow for the rest, and are told to be cut", async () => {
    const late = async (): Promise<never> => {
      throw new TripleStoreError({ kind: "time-limit", engineMessage: "too slow" });
    };
    const whole = await around({});
    const part = await around({ relations: late });
    expect(whole?.cut).toBe(false);
    expect(part?.cut).toBe(true);
    expect(part?.triples.length).toBeGreaterThan(0);
    expect(part?.triples.length).toBeLessThan(whole?.triples.length ?? 0);
  });

  it("leave out nodes without a name that a store cannot be asked about", async () => {
    const whole = fixtureStore();
    const found = await around({
      async facts(terms, options, bounds) {
        if (terms.some(({ kind }) => kind === "blank")) {
          throw new TripleStoreError({ kind: "unsupported", engineMessage: "blank" });
        }
        return whole.facts(terms, options, bounds);
      },
    });
    expect(found?.triples.length).toBeGreaterThan(20);
  });

  it("fail with the store where it is gone", async () => {
    const gone = async (): Promise<never> => {
      throw new TripleStoreError({ kind: "unavailable", engineMessage: "gone" });
    };
    await expect(around({ facts: gone })).rejects.toThrow("gone");
  });
});
