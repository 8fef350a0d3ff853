import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Neighbourhood } from "../../../src/environment/capabilities.ts";
import { withEgress } from "../../../src/environment/egress/with-egress.ts";
import type { Environment } from "../../../src/environment/environment.ts";
import { createKnowledgeBaseEnvironment } from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEmbeddedStore } from "../../../src/environments/knowledge-base/stores/embedded/open-embedded-store.ts";
import { openEndpointStore } from "../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import type { TripleStore } from "../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { TripleStoreError } from "../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { type OxigraphServer, startOxigraph } from "../../support/oxigraph-server.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { fixtureStore } from "./fixture-environment.ts";
import { EX, FIXTURE_TRIPLES, FIXTURE_VOCABULARY, fixtureText } from "./stores/triple-store-fixture.ts";

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
let server: OxigraphServer;

const environmentOver = (store: TripleStore) => createKnowledgeBaseEnvironment({ id: "kb", store });
const lineOf = (...parts: readonly string[]): string => parts.join(" | ");
const lines = (found: Neighbourhood): readonly string[] =>
  found.triples.map(({ subject, predicate, object }) => lineOf(subject.text, predicate, object.text));

describe.each([
  {
    where: "a file",
    begin: async () => async () => {},
    store: () => {
      const cacheFolder = join(folder, "cache");
      return openEmbeddedStore({ path, vocabulary: FIXTURE_VOCABULARY, cacheFolder, signal });
    },
  },
  {
    where: "an endpoint",
    begin: async () => {
      server = await startOxigraph(text);
      return () => server.stop();
    },
    store: () => openEndpointStore({ url: server.url, vocabulary: FIXTURE_VOCABULARY, signal }),
  },
])("the triples around entities of $where", ({ begin, store }) => {
  let end: () => Promise<void> | void;
  let base: Environment;
  beforeAll(async () => {
    end = await begin();
    base = await environmentOver(await store());
  });
  afterAll(async () => {
    await base?.close();
    await end?.();
  });
  const around = async (
    what: { readonly entities: readonly string[] } | { readonly question: string },
    hops: number,
    { most = 100_000, environment = base, context = testContext() } = {},
  ): Promise<Neighbourhood> =>
    (await environment.capabilities.graph?.triplesAround?.(what, { hops, most }, context)) as Neighbourhood;
  const CHICAGO = { entities: ["chicago"] };

  it("are what is said of an entity and what names it within one step", async () => {
    const found = await around(CHICAGO, 1);
    expect(lines(found).toSorted()).toEqual([
      lineOf("Chicago", "in", "United States"),
      lineOf("Chicago", "population", "2700000"),
      lineOf("Michael Mann", "bornIn", "Chicago"),
    ]);
    expect(found.cut).toBe(false);
    expect(found.entities.map((each) => [each.text, each.id])).toEqual([["Chicago", "chicago"]]);
    expect(await around({ question: "Who was born in Chicago?" }, 1)).toEqual(found);
  });

  it("go as many steps as is told, in either direction, the nearest first, the same each time", async () => {
    const [second, third] = [lineOf("Heat", "director", "Michael Mann"), lineOf("Heat", "cast", "Al Pacino")];
    const [one, two, three] = [await around(CHICAGO, 1), await around(CHICAGO, 2), await around(CHICAGO, 3)];
    expect(lines(one)).not.toContain(second);
    expect(lines(two)).toContain(second);
    expect(lines(two)).not.toContain(third);
    expect(lines(three)).toContain(third);
    expect(lines(two).slice(0, one.triples.length)).toEqual(lines(one));
    expect(new Set(lines(three)).size).toBe(three.triples.length);
    expect(await around(CHICAGO, 3)).toEqual(three);
  });

  it("say what names nothing, and are found of the rest", async () => {
    const unknown = ["no such thing at all"];
    const found = await around({ entities: [...unknown, "chicago"] }, 1);
    expect([found.unknown, found.entities.length]).toEqual([unknown, 1]);
    const none = { entities: [], unknown, triples: [], cut: false };
    expect(await around({ entities: unknown }, 3)).toEqual(none);
  });

  it("are no more than was asked for, and only some of very many, and that is said", async () => {
    const few = await around(CHICAGO, 3, { most: 3 });
    expect([few.triples.length, few.cut]).toEqual([3, true]);
    const hub = await around({ entities: ["hub"] }, 3);
    expect(hub.cut).toBe(true);
    expect(hub.triples.length).toBeGreaterThan(0);
    expect(hub.triples.length).toBeLessThan(20_000);
  });

  it.each(["schema", "masked"] as const)("tell a model no name that may not reach it (%s)", async (level) => {
    const ends = ({ triples }: Neighbourhood) => triples.flatMap(({ subject, object }) => [subject, object]);
    const predicates = ({ triples }: Neighbourhood) => triples.map(({ predicate }) => predicate);
    const open = await around(CHICAGO, 2);
    const told = await around(CHICAGO, 2, { environment: withEgress(base, level) });
    expect(predicates(told)).toEqual(predicates(open));
    const names = new Set(ends(open).flatMap((each) => [each.text, each.id ?? each.text]));
    const shown = ends(told).flatMap((each) => [each.text, each.id ?? ""]);
    expect(shown.filter((each) => names.has(each) && /\p{L}/u.test(each))).toEqual([]);
  });

  it("stop when they are cancelled", async () => {
    const context = testContext({ signal: AbortSignal.abort() });
    await expect(around(CHICAGO, 3, { context })).rejects.toMatchObject({ code: "cancelled" });
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
