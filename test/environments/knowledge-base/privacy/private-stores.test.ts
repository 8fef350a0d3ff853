import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openEmbeddedStore } from "../../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { termText } from "../../../../src/environments/knowledge-base/term/term.ts";
import type {
  QueryResult,
  TripleStore,
} from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { type OxigraphServer, startOxigraph } from "../../../support/oxigraph-server.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { ANSWERED, CANARY, DECLARED, LEFT, REFUSED, RULES, STORED } from "./private-graph.ts";

const bounds = { milliseconds: 30_000, signal: new AbortController().signal };
const folder = temporaryFolder();
const { signal } = bounds;
const stores: Record<string, TripleStore> = {};
const servers: OxigraphServer[] = [];

async function served(triples: string): Promise<string> {
  const server = await startOxigraph(triples);
  servers.push(server);
  return server.url;
}

beforeAll(async () => {
  const path = join(folder, "people.nt");
  writeFileSync(path, STORED);
  stores.file = await openEmbeddedStore({ path, cacheFolder: join(folder, "cache"), signal, privacy: RULES });
  stores.endpoint = await openEndpointStore({ url: await served(STORED), signal, privacy: RULES });
  stores.left = await openEndpointStore({ url: await served(LEFT), signal });
  stores.whole = await openEndpointStore({ url: await served(STORED), signal });
}, 60_000);

afterAll(async () => {
  for (const store of Object.values(stores)) await store.close();
  for (const server of servers) await server.stop();
});

const solutions = ({ variables, rows }: QueryResult): readonly string[] =>
  rows
    .map((row) =>
      row
        .map((term, at) => `${variables[at]}=${term === undefined ? "" : termText(term)}`)
        .sort()
        .join(" "),
    )
    .sort();

const ask = (store: string, query: string): Promise<QueryResult> =>
  (stores[store] as TripleStore).query(`${DECLARED} ${query}`, { maxRows: 1000 }, bounds);

describe.each(["file", "endpoint"])("Under privacy rules, over a graph in a %s,", (store) => {
  test.each(ANSWERED)("%s has the solutions that it has where nothing else was stored", async (query) => {
    const found = await ask(store, query);
    expect(solutions(found)).toEqual(solutions(await ask("left", query)));
  });

  test("the overview is that of what is left", async () => {
    const of = async (name: string) => {
      const { predicates, classes, triples } = await (stores[name] as TripleStore).schema(bounds);
      return {
        triples,
        predicates: predicates.map(({ predicate, triples: count }) => `${predicate} ${count}`).sort(),
        classes: classes.map((each) => `${each.class} ${each.count}`).sort(),
      };
    };
    expect(await of(store)).toEqual(await of("left"));
  });

  test("no name of what is hidden is found", async () => {
    const { labelSearch } = stores[store] as TripleStore;
    for (const text of [
      "Canary Bond",
      "canary spy",
      "canary monthly pay",
      "canaryspy",
      "http://example.org/canaryspy",
    ]) {
      for (const among of ["entities", "classes"] as const) {
        const { matches } = await labelSearch.find(text, { limit: 10, among }, bounds);
        expect(JSON.stringify(matches)).not.toMatch(CANARY);
      }
    }
    const { matches } = await labelSearch.find("Anna", { limit: 10, among: "entities" }, bounds);
    expect(matches).toMatchObject([{ name: "Anna" }]);
  });

  test("it has another key and says under which rules it stands", () => {
    const { target, policyKey } = stores[store] as TripleStore;
    expect(policyKey).toBeDefined();
    expect(target.key).not.toBe((stores.whole as TripleStore).target.key);
  });
});

test.each(REFUSED)("Under privacy rules an endpoint is not sent %s", async (query) => {
  const before = servers[0]?.requests.length;
  await expect(ask("endpoint", query)).rejects.toMatchObject({
    facts: { engineMessage: expect.any(String) },
  });
  expect(servers[0]?.requests.length).toBe(before);
});

test("Without rules the same queries find what is hidden", async () => {
  const found = await Promise.all(ANSWERED.map((query) => ask("whole", query)));
  const telling = found.filter((result) => CANARY.test(JSON.stringify(result)));
  expect(telling.length).toBeGreaterThan(ANSWERED.length / 4);
});
