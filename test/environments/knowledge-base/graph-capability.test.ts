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

  const answers = async (program: string) => {
    const session = await Session.open();
    const parts = await session.environment.capabilities.graph?.takeApart(program, session.context);
    for (const { tool, arguments: given } of parts?.actions ?? []) await session.take(tool, given);
    const { answer } = await session.conclude(parts?.claim.text);
    return answer?.members?.map(({ label }) => label).sort();
  };

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
    expect(await answers('(AND Film (JOIN director (NAMED "Michael Mann")))')).toEqual(
      await answers("(AND Film (JOIN director mann))"),
    );
    expect(await answers('(JOIN sold "1200")')).toEqual(["Heat"]);
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
