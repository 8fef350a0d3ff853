import { describe, expect, it } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { openEndpointStore } from "../../../../src/environments/knowledge-base/stores/endpoint/open-endpoint-store.ts";
import { iri } from "../../../../src/environments/knowledge-base/term/term.ts";
import type { TripleStore } from "../../../../src/environments/knowledge-base/triple-store/triple-store.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { closingWith } from "../../../support/closing-with.ts";
import { memoryStore } from "../../../support/memory-store.ts";
import { startOxigraph } from "../../../support/oxigraph-server.ts";
import {
  EX,
  ex,
  FIXTURE_VOCABULARY,
  type FixtureTriple,
  fixtureText,
  storeBounds,
} from "./triple-store-fixture.ts";

const a = iri("http://www.w3.org/1999/02/22-rdf-syntax-ns#type");
const below = iri("http://www.w3.org/2000/01/rdf-schema#subClassOf");
const of = (subject: string, predicate: string, object: string): FixtureTriple => [
  ex(subject),
  ex(predicate),
  ex(object),
];

/** Shops in towns, villages and three more kinds of places; every shop is a Business, most are something more. */
const TRIPLES: readonly FixtureTriple[] = [
  ...["Town", "Village", "Island", "Lake", "Hill"].flatMap((kind, at): FixtureTriple[] => [
    [ex(kind), below, ex("Place")],
    ...Array.from({ length: 6 - at }, (_, i): FixtureTriple[] => [
      [ex(`${kind}${i}`), a, ex(kind)],
      of(`shop${at}${i}`, "in", `${kind}${i}`),
      [ex(`shop${at}${i}`), a, ex("Business")],
      ...(i % 2 === 0 ? [[ex(`shop${at}${i}`), a, ex("Bakery")] as const] : []),
      of(`shop${at}${i}`, "next", i % 2 === 0 ? `Town${i}` : `shop${at}1`),
    ]).flat(),
  ]),
  [ex("Bakery"), below, ex("Business")],
  [ex("Bakery"), below, ex("Thing")],
  [ex("Business"), below, ex("Thing")],
  [ex("Business"), below, iri("http://www.w3.org/2002/07/owl#Thing")],
  [ex("Business"), below, ex("Business")],
];

const stores: readonly (readonly [string, () => Promise<TripleStore>])[] = [
  ["a file", async () => memoryStore(TRIPLES, FIXTURE_VOCABULARY)],
  [
    "an endpoint",
    async () => {
      const server = await startOxigraph(fixtureText(TRIPLES));
      const { signal } = new AbortController();
      const store = await openEndpointStore({ url: server.url, vocabulary: FIXTURE_VOCABULARY, signal });
      return closingWith(store, server.stop);
    },
  ],
];

describe.each(stores)("the classes in the schema of %s", (_, open) => {
  async function withStore<T>(use: (store: TripleStore) => Promise<T>): Promise<T> {
    const store = await open();
    try {
      return await use(store);
    } finally {
      await store.close();
    }
  }

  it("are those that it takes for a side, most frequent first, three of them and how many more", async () => {
    const { predicates } = await withStore((store) => store.schema(storeBounds()));
    const inside = predicates.find((each) => each.predicate === `${EX}in`);
    expect(inside?.objectClasses).toEqual({
      first: ["Town", "Village", "Island"].map((name) => EX + name),
      more: 2,
    });
  });

  it("say what is right above them", async () => {
    const { classes } = await withStore((store) => store.schema(storeBounds()));
    const above = new Map(classes.map((each) => [each.class.replace(EX, ""), each.above]));
    expect(above.get("Town")).toEqual([`${EX}Place`]);
    expect(above.get("Bakery")).toEqual([`${EX}Business`]);
    expect(above.get("Business")).toEqual([`${EX}Thing`, "http://www.w3.org/2002/07/owl#Thing"]);
  });

  it("stand in the overview that a model gets", async () => {
    const text = await withStore(async (store) => {
      const environment = await createKnowledgeBaseEnvironment({ id: "kb", store });
      return (await environment.describe("schema", { question: "" }, testContext())).text;
    });
    expect(text).toContain("Classes (< superclass):");
    expect(text).toContain("Town: 6 < Place\n");
    expect(text).toContain("Business: 20 < Thing\n");
    expect(text).toContain("in: Business → Town, Village, Island and 2 more (20)");
  });
});
