import { describe, expect, it, onTestFinished } from "vitest";
import type { EndpointOptions } from "../../../../src/environments/knowledge-base/stores/endpoint/endpoint-options.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { type ScriptedReply, startScriptedServer } from "../../../support/scripted-sparql-server.ts";
import { EX, ex, FIXTURE_VOCABULARY, storeBounds } from "../stores/triple-store-fixture.ts";
import { endpoint, storeErrorOf } from "./endpoint-fixture.ts";

const LABEL = "http://www.w3.org/2000/01/rdf-schema#label";
const row = (name: string, label: string) => ({
  x: { type: "uri", value: EX + name },
  p: { type: "uri", value: LABEL },
  l: { type: "literal", value: label, "xml:lang": "en" },
});
/** What the store asks to learn how many rows the engine gives. */
const COUNTED: ScriptedReply = {
  when: /COUNT\(\*\) AS \?rows/u,
  rows: [{ rows: { type: "literal", value: "2" } }],
};
const PROBED: ScriptedReply = { when: /LIMIT 2000$/u, rows: [row("a", "a"), row("b", "b")] };
const options = { limit: 5, among: "entities" } as const;

async function scripted(
  server: string,
  replies: readonly ScriptedReply[],
  more: Partial<EndpointOptions> = {},
) {
  const engine = await startScriptedServer(server, [COUNTED, PROBED, ...replies]);
  onTestFinished(engine.stop);
  const { signal } = new AbortController();
  const store = await openEndpointStore({ url: engine.url, vocabulary: FIXTURE_VOCABULARY, signal, ...more });
  onTestFinished(() => store.close());
  return { engine, store };
}

describe("the search for names on an endpoint", () => {
  it("looks whole names up where nothing better is known, and says so", async () => {
    const { store } = await endpoint();
    expect(store.labelSearch.mode).toBe("exact");
    expect(store.labelSearch.limitation).toMatch(/Only whole names/u);
    const found = async (text: string) =>
      (await store.labelSearch.find(text, options, storeBounds())).matches;
    expect(await found("run lola run")).toMatchObject([{ term: ex("lola"), tier: "folded", alias: false }]);
    expect(await found("NYC")).toMatchObject([{ term: ex("newyork"), tier: "exact", alias: true }]);
    expect(await found("Lola")).toEqual([]);
    expect(await found("  ")).toEqual([]);
  });

  it("asks the text index of Virtuoso for all words", async () => {
    const rows = [row("lola", "Run Lola Run"), row("x", "Running")];
    const { store } = await scripted("Virtuoso/07.20", [
      { when: /\?l <bif:contains> "'run' AND 'lola'"/u, rows },
    ]);
    expect(store.labelSearch.mode).toBe("words");
    const { matches, complete } = await store.labelSearch.find("run lola", options, storeBounds());
    expect(matches).toMatchObject([{ term: ex("lola"), name: "Run Lola Run", tier: "words" }]);
    expect(complete).toBe(true);
  });

  it.each([
    ["Apache Jena Fuseki (4.9)", "Jena"],
    ["GraphDB/10.2 RDF4J/4.2", "GraphDB"],
    ["QLever", "QLever"],
    ["Virtuoso/07.20", "Virtuoso"],
    ["nginx", "SPARQL"],
  ])("knows the engine by its header: %s", async (server, engine) => {
    const { store } = await scripted(server, [{ when: /bif/u, status: 400, body: "unknown function" }]);
    expect(store.target.engine).toBe(engine);
  });

  it("knows Virtuoso behind a proxy by a function that it alone has", async () => {
    const rows = [{ n: { type: "literal", value: "1" } }];
    const { store } = await scripted("nginx", [{ when: /bif:isnumeric/u, rows }]);
    expect(store.target.engine).toBe("Virtuoso");
  });

  it("still finds whole names where the text index is missing, and says that this is not all", async () => {
    const replies = [
      { when: /bif:contains/u, status: 400, body: "no text index" },
      { when: /VALUES \?l/u, rows: [row("heat", "Heat")] },
    ];
    const { store } = await scripted("Virtuoso/07.20", replies);
    const { matches, complete } = await store.labelSearch.find("Heat", options, storeBounds());
    expect(matches).toMatchObject([{ term: ex("heat"), tier: "exact" }]);
    expect(complete).toBe(false);
  });

  it("asks Wikidata's search in the languages of the vocabulary", async () => {
    const found = [
      {
        id: "Q42",
        concepturi: "http://www.wikidata.org/entity/Q42",
        label: "Douglas Adams",
        match: { type: "label", text: "Douglas Adams" },
      },
      {
        id: "Q7",
        concepturi: "http://www.wikidata.org/entity/Q7",
        label: "Other",
        match: { type: "alias", text: "Douglas Adams Smith" },
      },
    ];
    const api = await startScriptedServer("api", [
      { when: /language=en/u, json: { search: found } },
      { when: /language=de/u, json: { search: [] } },
    ]);
    onTestFinished(api.stop);
    const { store } = await scripted("nginx", [{ when: /bif/u, status: 400 }], {
      labelSearch: "wikidata",
      searchUrl: api.url,
    });
    const { matches } = await store.labelSearch.find("douglas adams", options, storeBounds());
    expect(matches).toMatchObject([
      { term: { kind: "iri", value: "http://www.wikidata.org/entity/Q42" }, alias: false, tier: "folded" },
      { name: "Douglas Adams Smith", alias: true, tier: "words" },
    ]);
    expect(
      api.asked.every((each) => /action=wbsearchentities/u.test(each) && /search=douglas/u.test(each)),
    ).toBe(true);
    await api.stop();
    const error = await storeErrorOf(store.labelSearch.find("x", options, storeBounds()));
    expect(error.facts.kind).toBe("unavailable");
  });

  it("takes a search that somebody brings along", async () => {
    const own = {
      mode: "fuzzy",
      limitation: "",
      find: async () => ({ matches: [], complete: true }),
    } as const;
    const { store } = await endpoint({ labelSearch: own });
    expect(store.labelSearch).toBe(own);
  });
});
