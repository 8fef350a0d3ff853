import { describe, expect, it } from "vitest";
import { createKnowledgeBaseEnvironment } from "../../../src/environments/knowledge-base/create-knowledge-base-environment.ts";
import { iri } from "../../../src/environments/knowledge-base/term/term.ts";
import { testContext } from "../../../src/testing/environment-under-test.ts";
import { memoryStore } from "../../support/memory-store.ts";
import { fixtureStore, Session } from "./fixture-environment.ts";
import { ex, FIXTURE_TRIPLES, FIXTURE_VOCABULARY } from "./stores/triple-store-fixture.ts";

const task = { question: "Which director won an award?" };

async function described(part: "schema" | "task", schemaTokens: number) {
  const environment = await createKnowledgeBaseEnvironment({ id: "kb", store: fixtureStore(), schemaTokens });
  return environment.describe(part, task, testContext());
}

describe("the schema in the prompt", () => {
  it("lists classes with their instances and relations with their ends", async () => {
    const { text, truncation } = await described("schema", 2000);
    expect(text).toContain("Film: 7");
    expect(text).toContain("director: Film, Documentary → Director (8)");
    expect(text).toContain("homepage: Director (1)");
    expect(text).toMatch(/^Relations \(\^\S+: backwards\):$/mu);
    expect(truncation).toBeUndefined();
  });

  it("is of what the data are about: classes of RDF itself are found only when asked for by name", async () => {
    const rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";
    const triples = [...FIXTURE_TRIPLES, [ex("director"), iri(`${rdf}type`), iri(`${rdf}Property`)] as const];
    const session = await Session.open("", { store: await memoryStore(triples, FIXTURE_VOCABULARY) });
    const { text } = await session.environment.describe("schema", task, session.context);
    expect(text).toContain("Film: 7");
    expect(text).not.toContain("rdf:Property");
    expect(await session.permitted("", 1000)).not.toContain("instances(rdf:Property)");
    expect(await session.text("find_classes", { text: "film" })).not.toContain("rdf:Property");
    expect(await session.text("find_classes", { text: "rdf:Property" })).toContain("rdf:Property");
  });

  it("keeps to its budget and says what was left out and how to see it", async () => {
    const { text, truncation } = await described("schema", 80);
    expect(text.length).toBeLessThan(80 * 4 + 200);
    expect(truncation?.total).toBeGreaterThan(truncation?.shown ?? 0);
    expect(text).toContain("find_classes and get_relations");
  });

  it("is pruned to the question where it does not all fit", async () => {
    const { text } = await described("task", 80);
    expect(text).toContain("won: Director → Honor");
    expect(text).not.toContain("K1");
    expect((await described("task", 2000)).text).toBe("The schema shows everything that there is.");
  });
});
