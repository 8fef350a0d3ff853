import { describe, expect, it } from "vitest";
import { Session } from "./fixture-environment.ts";

describe("the graph capability", () => {
  it.each([
    ["(COUNT (AND Film (JOIN director mann)))", "3"],
    ["(ARGMAX (AND Film (JOIN cast pacino)) runtime)", "Heat"],
    ["(AND Film (gt runtime 170^^http://www.w3.org/2001/XMLSchema#integer))", "Casino, Epic"],
    ["(JOIN (R award) (JOIN (R won) mann))", "Academy Award"],
    ["(DIFFERENCE (JOIN director mann) heat)", "The Insider, Rivers"],
  ])("takes %s apart into actions that give the program's answer", async (program, expected) => {
    const session = await Session.open();
    const parts = await session.environment.capabilities.graph?.takeApart(program, session.context);
    expect(parts).toBeDefined();
    for (const { tool, arguments: given } of parts?.actions ?? []) await session.take(tool, given);
    const { answer } = await session.conclude(parts?.claim.text);
    expect(answer?.text).toBe(expected);
  });

  const calls = async (program: string) => {
    const session = await Session.open();
    const parts = await session.environment.capabilities.graph?.takeApart(program, session.context);
    for (const { tool, arguments: given } of parts?.actions ?? []) await session.take(tool, given);
    const { answer } = await session.conclude(parts?.claim.text);
    return {
      calls: parts?.actions.map(({ tool, arguments: given }) => `${tool}(${Object.values(given).join(" ")})`),
      answer: answer?.members?.map(({ label }) => label).sort(),
    };
  };

  it("ranks by an attribute of two steps through the set in between, ties included", async () => {
    expect(await calls("(ARGMAX (AND Country (JOIN (R in) City)) (JOIN (R in) population))")).toEqual({
      calls: [
        "instances(City)",
        "get_relations(#0)",
        "get_neighbors(#0 in)",
        "instances(Country)",
        "intersection(#2 #1)",
        "get_relations(#3)",
        "get_neighbors(#3 ^in)",
        "get_attributes(#4)",
        "argmax(#4 population)",
        "get_relations(#5)",
        "get_neighbors(#5 in)",
        "intersection(#3 #6)",
      ],
      answer: ["Mexico"],
    });
    expect((await calls("(ARGMIN (JOIN genre thriller) (JOIN director born))")).answer).toEqual([
      "Run Lola Run",
    ]);
  });

  it("shows that nothing is in a relation to an entity that has none of its kind", async () => {
    expect(await calls("(JOIN bornIn mexico)")).toEqual({
      calls: ["instances(Person)", "get_relations(#0)", "filter(#0 bornIn = mexico)"],
      answer: [],
    });
  });

  it("leaves empty sets out of others", async () => {
    expect(await calls("(DIFFERENCE (JOIN director mann) (JOIN genre usa))")).toEqual({
      calls: ["get_relations(mann)", "get_neighbors(mann ^director)"],
      answer: ["Heat", "Rivers", "The Insider"],
    });
  });

  it("refuses a text that is no program", async () => {
    const session = await Session.open();
    const taken = session.environment.capabilities.graph?.takeApart("(JOIN", session.context);
    await expect(taken).rejects.toMatchObject({ code: "data-invalid" });
  });

  it("finds the entities of a label, letter by letter and without aliases", async () => {
    const { environment, context } = await Session.open();
    const named = (label: string) => environment.capabilities.graph?.named(label, context);
    expect(await named("Michael Mann")).toEqual(["mann"]);
    expect(await named("michael mann")).toEqual([]);
    expect(await named("M. Mann")).toEqual([]);
    expect(await named("Nobody of that name")).toEqual([]);
  });

  it("takes a program apart whose entities are named by their labels", async () => {
    expect((await calls('(AND Film (JOIN director (NAMED "Michael Mann")))')).answer).toEqual(
      (await calls("(AND Film (JOIN director mann))")).answer,
    );
    expect((await calls('(JOIN sold "1200")')).answer).toEqual(["Heat"]);
  });

  it("cannot build a program that names an entity by a label that none or several have", async () => {
    const match = (name: string) => ({
      term: { kind: "iri" as const, value: `https://other.example/${name}` },
      name: "Twin",
      alias: false,
      tier: "exact" as const,
      score: 1,
    });
    const find = async (text: string) => ({
      matches: text === "Twin" ? [match("a"), match("b")] : [],
      complete: true,
    });
    const { environment, context } = await Session.open("", {
      store: { labelSearch: { mode: "exact", limitation: "", find } },
    });
    const taken = (program: string) => environment.capabilities.graph?.takeApart(program, context);
    expect(await taken('(JOIN director (NAMED "Twin"))')).toBeUndefined();
    expect(await taken('(JOIN director (NAMED "None"))')).toBeUndefined();
    expect(await environment.capabilities.graph?.named("Twin", context)).toHaveLength(2);
  });
});
