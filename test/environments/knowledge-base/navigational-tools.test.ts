import { describe, expect, it } from "vitest";
import { Session } from "./fixture-environment.ts";

describe("get_relations", () => {
  it("lists both directions, inverse ones marked, those near the question first, with what they lead to", async () => {
    const session = await Session.open("Which films were directed by Michael Mann?");
    const text = await session.text("get_relations", { variable: "Michael Mann" });
    expect(text.split("\n")[0]).toBe("Relations of Michael Mann [mann]:");
    expect(text).toContain("^director → Film");
    expect(text).toContain("born → date");
    const lines = text.split("\n");
    expect(lines.indexOf("^director → Film")).toBeLessThan(lines.indexOf("bornIn → City"));
  });

  it("lists a relation through a mediator as one of two steps", async () => {
    const session = await Session.open();
    const text = await session.text("get_relations", { variable: "mann" });
    expect(text).toContain("won/award → Award");
    expect(text).not.toMatch(/^won → /m);
  });

  it("counts the members of a variable that have a relation, where not all do", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    const text = await session.text("get_relations", { variable: "#0" });
    expect(text).toContain("genre → Genre (7 of 8)");
    expect(text).toContain("director → Director\n");
  });

  it("shows what a bound left out on request, all of it once", async () => {
    const many = Array.from({ length: 60 }, (_, at) => ({
      path: [{ predicate: `http://example.org/r${at}`, inverse: false }],
      members: 1,
      end: { kind: "texts" as const },
    }));
    const session = await Session.open("", { store: { relations: async () => many } });
    const first = await session.take("get_relations", { variable: "heat" });
    expect(first.truncation).toMatchObject({ shown: 25, total: 60 });
    const rest = await session.take("get_relations", { variable: "heat", more: true });
    expect(rest.truncation).toBeUndefined();
    const shown = [first, rest].flatMap(
      ({ data }) => data.relations as readonly { readonly relation: string }[],
    );
    expect(new Set(shown.map(({ relation }) => relation)).size).toBe(60);
    const like = await session.text("get_relations", { variable: "heat", like: "r42" });
    expect(like.split("\n").slice(1)).toEqual(["r42 → text"]);
  });
});

describe("get_neighbors", () => {
  it("makes a variable with type, size and a few members", async () => {
    const session = await Session.open();
    await session.take("get_relations", { variable: "mann" });
    const { text, data } = await session.take("get_neighbors", { variable: "mann", relation: "^director" });
    expect(text).toBe("#0: 3 entities (Film 2, Documentary 1): Heat, The Insider, Rivers");
    expect(data).toMatchObject({ variable: "#0", size: 3, kind: "entities" });
  });

  it.each([
    "^director",
    "R(director)",
    "(R director)",
    "^ director",
    "http://example.org/genre",
    "Genre",
    "won / award",
  ])("takes %s, which can only be meant in one way", async (relation) => {
    const session = await Session.open();
    const variable = relation.endsWith("enre") ? "heat" : "mann";
    await session.take("get_relations", { variable });
    const { data } = await session.take("get_neighbors", { variable, relation });
    expect(data.variable).toBe("#0");
  });

  it("hands back the variable that is this very set already", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    const again = await session.take("get_neighbors", { variable: "Michael Mann", relation: "^director" });
    expect(again.notes.map(({ code }) => code)).toEqual(["repeated-action"]);
    expect(again.data.variable).toBe("#0");
    await session.follow("pacino", "^cast");
    await session.take("intersection", { variable1: "#0", variable2: "#1" });
    const turned = await session.take("intersection", { variable1: "#1", variable2: "#0" });
    expect(turned.data.variable).toBe("#2");
  });

  it("also stops at a mediator, so that several conditions can be put on one and the same", async () => {
    const session = await Session.open();
    await session.take("get_relations", { variable: "stone" });
    const stopped = await session.take("get_neighbors", { variable: "stone", relation: "spouse" });
    expect(stopped.data).toMatchObject({ size: 2 });
    await session.take("get_relations", { variable: "#0" });
    await session.take("get_neighbors", { variable: "#0", relation: "^spouse" });
  });

  it("starts from a value that is written in quotes", async () => {
    const session = await Session.open();
    await session.take("get_relations", { variable: '"1995"^^xsd:gYear' });
    const films = await session.take("get_neighbors", { variable: '"1995"^^xsd:gYear', relation: "^year" });
    expect(films.data).toMatchObject({ size: 4 });
  });

  it("takes a relation that was not listed, and for one that is not there says how to list them", async () => {
    const session = await Session.open();
    const given = { variable: "casino", relation: "director" };
    expect(await session.text("get_neighbors", given)).toContain("Martin Scorsese");
    const failure = await session.fails("get_neighbors", { ...given, relation: "wrote" });
    expect(failure.code).toBe("unknown-relation");
    expect(failure.suggestions.at(-1)?.text).toBe('get_relations("casino")');
  });

  it("says that a relation leads the other way", async () => {
    const session = await Session.open();
    await session.take("get_relations", { variable: "mann" });
    const turned = await session.fails("get_neighbors", { variable: "mann", relation: "director" });
    expect(turned.code).toBe("unknown-relation");
    expect(turned.suggestions[0]?.text).toBe("^director");
    expect(turned.message).toContain("the other way");
  });
});

describe("names of entities", () => {
  it("offers all entities of an ambiguous name with their classes", async () => {
    const session = await Session.open();
    const failure = await session.fails("get_relations", { variable: "Roma" });
    expect(failure.code).toBe("ambiguous-entity");
    expect(failure.suggestions).toEqual([
      { text: "roma", replaces: "Roma", reason: "Roma, Film" },
      { text: "rome", replaces: "Roma", reason: "Rome, Capital" },
    ]);
  });

  it("takes a name in another case, an alias, quotation marks, and the form in which candidates are shown", async () => {
    const session = await Session.open();
    for (const variable of ["michael mann", "M. Mann", '"Michael Mann"', "Michael Mann [mann]"]) {
      expect(await session.text("get_relations", { variable })).toContain("[mann]");
    }
  });

  it("takes the identifier behind a name, as candidates are shown", async () => {
    const session = await Session.open();
    expect(await session.text("get_relations", { variable: "Michael [Mann] [mann]" })).toContain("[mann]");
    for (const variable of ["[]", "mann]", "Mann [ma nn]"])
      expect((await session.fails("get_relations", { variable })).code, variable).toBe("unknown-entity");
  });

  it("says of a name that nothing has what the search cannot do", async () => {
    const session = await Session.open();
    const failure = await session.fails("get_relations", { variable: "Micheal Mann" });
    expect(failure.code).toBe("unknown-entity");
    expect(failure.message).toContain("misspelt ones are not");
  });

  it("finds entities with tier, classes and weight, aliases said so", async () => {
    const session = await Session.open();
    expect(await session.text("find_entities", { text: "Oscar" })).toBe(
      'oscar "Academy Award": Award; 5 facts (also called "Oscar")',
    );
    const none = await session.text("find_entities", { text: "Heet" });
    expect(none).toContain("misspelt ones are not");
  });
});

describe("classes", () => {
  it("are found by label, plural, alias and misspelt", async () => {
    const session = await Session.open();
    expect(await session.text("find_classes", { text: "films" })).toContain("Film: 7 instances");
    expect(await session.text("find_classes", { text: "movie" })).toContain("Film: 7 instances");
    expect(await session.text("find_classes", { text: "Persn" })).toMatch(/nearest:\nPerson/);
  });

  it("give their instances, those of subclasses included", async () => {
    const session = await Session.open();
    const { data } = await session.take("instances", { class: "film" });
    expect(data.size).toBe(8);
    const failure = await session.fails("instances", { class: "Filmz" });
    expect(failure).toMatchObject({ code: "unknown-class", suggestions: [{ text: "Film" }] });
  });
});

describe("describe and get_path", () => {
  it("tells members with identifiers and facts, and says how to see the rest", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    const { text, truncation } = await session.take("describe", { variable: "#0", limit: 2 });
    expect(text).toContain("[casino]: ");
    expect(text).toContain("director Martin Scorsese");
    expect(truncation).toMatchObject({ shown: 2, total: 8 });
  });

  it("tells chains of relations between two entities", async () => {
    const session = await Session.open();
    expect(await session.text("get_path", { from: "Al Pacino", to: "mann" })).toContain(
      "Al Pacino -^cast→ Heat -director→ Michael Mann",
    );
    await session.take("instances", { class: "Film" });
    const failure = await session.fails("get_path", { from: "#0", to: "mann" });
    expect(failure).toMatchObject({ code: "invalid-arguments", part: { argument: "from" } });
  });
});
