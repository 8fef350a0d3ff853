import { describe, expect, it } from "vitest";
import { termText } from "../../../../../src/environments/knowledge-base/term/term.ts";
import {
  AWKWARD_TRIPLES,
  attributesOf,
  FIXTURE_TRIPLES,
  FIXTURE_VOCABULARY,
  relationsOf,
  storeBounds,
} from "../../../../../src/testing/triple-store-fixture.ts";
import { memoryStore } from "../../../../support/memory-store.ts";
import { naiveStore } from "../../../../support/naive-store.ts";
import { randomPrograms, sampledGraph } from "../../../../support/random-programs.ts";

const triples = [...FIXTURE_TRIPLES, ...AWKWARD_TRIPLES];
const programs = randomPrograms({
  seed: 20_251_121,
  count: 800,
  graph: sampledGraph(triples, FIXTURE_VOCABULARY),
});

describe("the embedded store beside plain arrays, on random programs", () => {
  it.each([
    ["with a cache", 1_000_000],
    ["with a cache that holds next to nothing", 300],
  ])("has the same members and sums them up alike, %s", async (_, cacheBytes) => {
    const plain = naiveStore(triples, FIXTURE_VOCABULARY);
    const store = await memoryStore(triples, FIXTURE_VOCABULARY, { cacheBytes });
    let notEmpty = 0;
    for (const program of programs) {
      const text = JSON.stringify(program);
      const expected = await plain.members(program, { limit: 1_000 }, storeBounds());
      const found = await store.members(program, { limit: 1_000 }, storeBounds());
      expect(found.terms.map(termText), text).toEqual(expected.terms.map(termText));
      const { sample: _a, ...summary } = await plain.summarize(program, { sample: 0 }, storeBounds());
      const { sample: _b, ...own } = await store.summarize(program, { sample: 0 }, storeBounds());
      expect(own, text).toEqual(summary);
      if (expected.terms.length > 0) notEmpty++;
    }
    expect(notEmpty).toBeGreaterThan(programs.length / 3);
  });

  it("lists the same relations and attributes", async () => {
    const plain = naiveStore(triples, FIXTURE_VOCABULARY);
    const store = await memoryStore(triples, FIXTURE_VOCABULARY);
    for (const program of programs.slice(0, 200)) {
      const text = JSON.stringify(program);
      expect(await relationsOf(store, program), text).toEqual(await relationsOf(plain, program));
      expect(await attributesOf(store, program), text).toEqual(await attributesOf(plain, program));
    }
  });

  it("finds the same ways between nodes", async () => {
    const plain = naiveStore(triples, FIXTURE_VOCABULARY);
    const store = await memoryStore(triples, FIXTURE_VOCABULARY);
    const nodes = [...new Map(triples.map(([subject]) => [termText(subject), subject])).values()].filter(
      ({ kind }) => kind === "iri",
    );
    for (const [i, from] of nodes.entries()) {
      const to = nodes[(i * 7 + 3) % nodes.length] ?? from;
      const maxSteps = 1 + (i % 5);
      const ways = await store.paths(from, to, { maxSteps }, storeBounds());
      expect(ways).toEqual(await plain.paths(from, to, { maxSteps }, storeBounds()));
    }
  });
});
