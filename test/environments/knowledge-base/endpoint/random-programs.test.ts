import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import {
  attributesOf,
  FIXTURE_TRIPLES,
  FIXTURE_VOCABULARY,
  fixtureText,
  relationsOf,
  shown,
  storeBounds,
} from "../../../../src/testing/triple-store-fixture.ts";
import { naiveStore } from "../../../support/naive-store.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import { randomPrograms, sampledGraph } from "../../../support/random-programs.ts";
import { startVirtuoso, virtuosoIsMissing } from "../../../support/virtuoso-server.ts";

interface Server {
  readonly url: string;
  readonly graph?: string;
  stop(): Promise<void>;
}

const text = fixtureText(FIXTURE_TRIPLES);
const missing = virtuosoIsMissing();
const engines: readonly (readonly [string, () => Promise<Server | undefined>])[] = [
  ["Oxigraph", () => startOxigraph(text)],
  [
    "Virtuoso",
    async () => {
      const server = await startVirtuoso();
      await server?.load(text);
      return server;
    },
  ],
];

const programs = randomPrograms({
  seed: 20_251_121,
  count: 400,
  graph: sampledGraph(FIXTURE_TRIPLES, FIXTURE_VOCABULARY),
  blankNodes: false,
});

describe.each(engines.filter(([name]) => name !== "Virtuoso" || missing === undefined))(
  "random programs over an endpoint of %s",
  (_, start) => {
    let server: Server | undefined;
    let store: TripleStore;
    const plain = naiveStore(FIXTURE_TRIPLES, FIXTURE_VOCABULARY);

    beforeAll(async () => {
      server = await start();
      store = await openEndpointStore({
        url: server?.url ?? "",
        vocabulary: FIXTURE_VOCABULARY,
        ...(server?.graph === undefined ? {} : { defaultGraphs: [server.graph] }),
        signal: new AbortController().signal,
      });
    }, 60_000);
    afterAll(async () => {
      await store?.close();
      await server?.stop();
    });

    it("have the members that they have on plain arrays", async () => {
      let found = 0;
      for (const program of programs) {
        const [own, expected] = await Promise.all(
          [store, plain].map((each) => each.members(program, { limit: 1_000 }, storeBounds())),
        );
        const names = (all: typeof own) => all?.terms.map(shown).sort();
        expect(names(own), JSON.stringify(program)).toEqual(names(expected));
        if ((expected?.terms.length ?? 0) > 0) found++;
      }
      expect(found).toBeGreaterThan(programs.length / 3);
    }, 60_000);

    it("are summed up as on plain arrays", async () => {
      for (const program of programs.slice(0, 150)) {
        const { sample: _own, ...own } = await store.summarize(program, { sample: 0 }, storeBounds());
        const { sample: _plain, ...expected } = await plain.summarize(program, { sample: 0 }, storeBounds());
        expect(own, JSON.stringify(program)).toEqual(expected);
      }
    }, 60_000);

    it("have the relations and attributes that they have on plain arrays", async () => {
      const ofNodes = programs.filter(({ op }) => op === "follow" || op === "instances").slice(0, 25);
      for (const program of ofNodes) {
        const { kind } = await plain.summarize(program, { sample: 0 }, storeBounds());
        if (kind !== "entities") continue;
        const name = JSON.stringify(program);
        expect(await relationsOf(store, program), name).toEqual(await relationsOf(plain, program));
        expect(await attributesOf(store, program), name).toEqual(await attributesOf(plain, program));
      }
    }, 60_000);
  },
);

describe.runIf(missing !== undefined)("random programs over an endpoint of Virtuoso", () => {
  it.skip(`are not run (${missing ?? ""})`, () => {});
});
