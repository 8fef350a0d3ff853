import { describe, expect, it } from "vitest";
import type { ReferencedKind, ReferencedValues } from "../../../src/environment/act-context.ts";
import { TripleStoreError } from "../../../src/environments/knowledge-base/triple-store/triple-store-error.ts";
import { memoryArtifactStore } from "../../../src/store/artifacts.ts";
import { Session } from "./fixture-environment.ts";
import { ex } from "./stores/triple-store-fixture.ts";

const artifacts = memoryArtifactStore();
const principal = { id: "tester" };

async function referring(
  reference: string,
  kind: ReferencedKind,
  values: readonly (string | number | null)[],
) {
  const lines = new TextEncoder().encode(values.map((value) => `${JSON.stringify(value)}\n`).join(""));
  const kept = await artifacts.put(lines, {
    principal,
    mediaType: "application/x-ndjson",
    lifetimeSeconds: 60,
  });
  const referenced: ReferencedValues = { reference, kind, total: values.length, values: kept };
  return Session.open("", { context: { artifacts, references: new Map([[reference, referenced]]) } });
}

describe("query_sparql", () => {
  it("says what the store advises on a query that was too much for it", async () => {
    const refused = new TripleStoreError(
      { kind: "too-large", engineMessage: "It makes a text that is too long." },
      { hint: "Make shorter texts." },
    );
    const session = await Session.open("", { store: { query: () => Promise.reject(refused) } });
    const failure = await session.fails("query_sparql", { query: "SELECT * { ?x ?y ?z }" });
    expect(failure.code).toBe("too-large");
    expect(failure.message).toBe("This is too large: It makes a text that is too long. Make shorter texts.");
  });
});

describe("use_values", () => {
  it("takes keys for the entities whose identifiers end so, and says it", async () => {
    const session = await referring("shop:draft.person_id", "texts", ["lean", "tykwer"]);
    const { text, notes } = await session.take("use_values", { values: "shop:draft.person_id" });
    expect(text).toContain("2 entities");
    expect(notes[0]?.code).toBe("values-taken-as-keys");
  });

  it("links texts to the entities of that label, and names those that nothing or several things have", async () => {
    const session = await referring("shop:draft.title", "texts", ["Heat", "casino", "Nowhere", "Roma", null]);
    const { data, warnings } = await session.take("use_values", { values: "shop:draft.title" });
    expect(data.size).toBe(2);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.code).toBe("values-not-matched");
    expect(warnings[0]?.message).toBe(
      "1 of 4 values name nothing here (Nowhere); 1 name several things and were left out (Roma).",
    );
  });

  it("takes identifiers and numbers as they are", async () => {
    const ids = await referring("other:#0.ids", "entities", ["heat", "http://example.org/casino"]);
    expect((await ids.take("use_values", { values: "other:#0.ids" })).text).toBe(
      "#0: 2 entities (Film): Heat, Casino",
    );
    const numbers = await referring("shop:draft.n", "numbers", [170, 8.5]);
    expect((await numbers.take("use_values", { values: "shop:draft.n" })).data.kind).toBe("numbers");
  });

  it("keeps many values out of the workspace", async () => {
    const names = Array.from({ length: 3000 }, (_, at) => `http://example.org/x${at}`);
    const session = await referring("other:#0.ids", "entities", [...names, "heat"]);
    const { data } = await session.take("use_values", { values: "other:#0.ids" });
    expect(data.size).toBe(3001);
    expect(JSON.stringify(session.workspace).length).toBeLessThan(2000);
    await session.take("instances", { class: "Film" });
    expect((await session.take("intersection", { variable1: "#0", variable2: "#1" })).data.size).toBe(1);
  });

  it("fails where nothing is matched, and for a reference that holds nothing", async () => {
    const session = await referring("shop:draft.title", "texts", ["Nowhere"]);
    expect(await session.fails("use_values", { values: "shop:draft.title" })).toMatchObject({
      code: "unknown-entity",
    });
    expect(await session.fails("use_values", { values: "kb2:#3.labels" })).toMatchObject({
      code: "unknown-reference",
      suggestions: [{ text: "shop:draft.title" }],
    });
  });
});

describe("references", () => {
  it("hand out labels and identifiers of entities and values of everything else, complete", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    await session.take("get_attributes", { variable: "#0" });
    await session.take("values", { variable: "#0", attribute: "runtime" });
    const { references } = session.environment.capabilities;
    const listed = await references?.list(session.workspace, session.context);
    expect(listed).toEqual([
      { name: "#1.values", kind: "numbers", total: 3 },
      { name: "#0.labels", kind: "texts", total: 3 },
      { name: "#0.ids", kind: "entities", total: 3 },
      { name: "#0.keys", kind: "texts", total: 3 },
    ]);
    const read = async (name: string) => {
      const result = await references?.read(session.workspace, name, session.context);
      if (result?.values === undefined) return result?.failure.code;
      const bytes = await session.context.artifacts.get(
        result.values.values.sha256,
        session.context.principal,
      );
      return new TextDecoder()
        .decode(bytes)
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown);
    };
    expect(await read("#0.labels")).toEqual(["Heat", "The Insider", "Rivers"]);
    expect(await read("#0.ids")).toEqual(["heat", "insider", "rivers"]);
    expect(await read("#0.keys")).toEqual(["heat", "insider", "rivers"]);
    expect(await read("#1.values")).toEqual([-5, 157, 170]);
    expect(await read("#0.values")).toBe("unknown-reference");
    expect(await read("#9.labels")).toBe("unknown-reference");
  });

  it("fail rather than hand over a part", async () => {
    const session = await Session.open("", {
      store: { members: async () => ({ terms: [ex("heat")], complete: false }) },
    });
    await session.take("instances", { class: "Film" });
    const { references } = session.environment.capabilities;
    const result = await references?.read(session.workspace, "#0.labels", session.context);
    expect(result?.failure?.code).toBe("too-large");
  });
});

describe("query_sparql", () => {
  it("makes a variable of a complete result of one column, whose query is the evidence", async () => {
    const session = await Session.open();
    const query = "SELECT ?film WHERE { ?film a :Film }";
    const { data, text } = await session.take("query_sparql", { query: `\`\`\`sparql\n${query}\n\`\`\`` });
    expect(text).toBe("#0: 2 entities (Film): Heat, Casino");
    expect(data.rows).toEqual([["Heat [heat]"], ["Casino [casino]"]]);
    const result = await session.conclude("#0");
    expect(result.evidence?.sparql).toBe(query);
  });

  it("shows several columns as a table, a part as a part, and makes no variable of them", async () => {
    const several = { variables: ["f", "n"], rows: [[ex("heat"), undefined]], truncated: false };
    const two = await Session.open("", { store: { query: async () => several } });
    expect(await two.text("query_sparql", { query: "SELECT ?f ?n {}" })).toBe(
      "1 row:\nf | n\nHeat [heat] | ",
    );
    const part = { variables: ["f"], rows: [[ex("heat")]], truncated: true };
    const cut = await Session.open("", { store: { query: async () => part } });
    const { data, truncation } = await cut.take("query_sparql", { query: "SELECT ?f {}" });
    expect(data.truncated).toBe(true);
    expect(truncation?.shown).toBe(1);
    expect(await cut.fails("count", { variable: "#0" })).toMatchObject({ code: "prerequisite-missing" });
  });

  it("points into the query as it was given", async () => {
    const session = await Session.open("", {
      store: {
        query: async (sparql) => {
          throw new TripleStoreError({ kind: "syntax", engineMessage: "Expected }", offset: sparql.length });
        },
      },
    });
    const query = 'SELECT ?x WHERE { ?x rdfs:label "a:b" ; :genre ?g';
    const failure = await session.fails("query_sparql", { query });
    expect(failure).toMatchObject({ code: "syntax-error", part: { argument: "query", start: query.length } });
  });
});

describe("what a store refuses", () => {
  it.each([
    ["time-limit", "time-limit"],
    ["refused", "engine-refused"],
    ["unsupported", "engine-refused"],
    ["truncated", "incomplete-result"],
    ["too-large", "too-large"],
    ["syntax", "syntax-error"],
    ["not-read-only", "not-read-only"],
  ] as const)("is told to the model: %s as %s", async (kind, code) => {
    const refuse = async () => {
      throw new TripleStoreError({ kind, engineMessage: "No." });
    };
    const session = await Session.open("", { store: { query: refuse, relations: refuse } });
    expect(await session.fails("query_sparql", { query: "SELECT * {}" })).toMatchObject({ code });
    expect(await session.fails("get_relations", { variable: "heat" })).toMatchObject({ code });
  });

  it.each(["unavailable", "malformed"] as const)("ends the run: %s", async (kind) => {
    const lost = async () => {
      throw new TripleStoreError({ kind, engineMessage: "Gone." });
    };
    const session = await Session.open("", { store: { query: lost } });
    await expect(session.take("query_sparql", { query: "SELECT * {}" })).rejects.toMatchObject({
      facts: { kind },
    });
  });
});
