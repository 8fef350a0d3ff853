import { describe, expect, it } from "vitest";
import { Session } from "./fixture-environment.ts";

describe("conclude", () => {
  it("hands in a variable with labels, identifiers and its program in three forms", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    await session.take("get_attributes", { variable: "#0" });
    await session.take("argmax", { variable: "#0", attribute: "runtime" });
    const { answer, evidence } = await session.conclude("Final Answer: #1");
    expect(answer).toEqual({
      text: "Heat",
      members: [{ id: "heat", label: "Heat" }],
      rows: { columns: ["label", "id"], rows: [["Heat", "heat"]], total: 1 },
    });
    expect(evidence).toMatchObject({
      environment: "kb",
      kind: "knowledge-base",
      program: "(ARGMAX (JOIN director mann) runtime)",
    });
    expect(evidence?.sparql).toContain("PREFIX : <http://example.org/>");
    expect(evidence?.sparql).toContain("SELECT DISTINCT ?x WHERE");
    expect(evidence?.sentence).toContain("Michael Mann");
  });

  it("takes the last variable where nothing is said, and the only one that a sentence names", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    await session.follow("heat", "genre");
    expect((await session.conclude()).answer?.text).toBe("Crime, Drama");
    expect((await session.conclude("The films are in #0.")).answer?.text).toBe("Heat, The Insider, Rivers");
  });

  it("hands in a count as a value", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    await session.take("count", { variable: "#0" });
    const { answer } = await session.conclude("#1");
    expect(answer).toMatchObject({ text: "8", value: 8, members: [{ value: 8, datatype: "xsd:integer" }] });
  });

  it("hands in an entity by its name", async () => {
    const session = await Session.open();
    const { answer, evidence } = await session.conclude("Michael Mann");
    expect(answer?.members).toEqual([{ id: "mann", label: "Michael Mann" }]);
    expect(evidence?.program).toBe("mann");
  });

  it("shows a bounded part of a large set with its number, and keeps all of it", async () => {
    const limits = { rows: 3, characters: 20_000, milliseconds: 10_000 };
    const session = await Session.open("", { context: { limits } });
    await session.take("instances", { class: "Film" });
    const { answer } = await session.conclude("#0");
    expect(answer?.members).toHaveLength(3);
    expect(answer?.rows).toMatchObject({ total: 8 });
    const bytes = await session.context.artifacts.get(
      answer?.rows?.full?.sha256 ?? "",
      session.context.principal,
    );
    expect(new TextDecoder().decode(bytes).trim().split("\n")).toHaveLength(8);
  });

  it("takes an empty set for an answer", async () => {
    const session = await Session.open();
    await session.take("instances", { class: "Film" });
    await session.take("get_attributes", { variable: "#0" });
    await session.take("filter", { variable: "#0", attribute: "runtime", comparison: ">", value: "500" });
    const { answer } = await session.conclude("#1");
    expect(answer).toMatchObject({ text: "nothing (an empty set)", members: [], rows: { total: 0 } });
  });

  it("refuses a claim that names nothing, with the variables there are", async () => {
    const session = await Session.open();
    await session.follow("mann", "^director");
    const { failure } = await session.conclude("I do not know.");
    expect(failure).toMatchObject({
      code: "no-answer",
      suggestions: [{ text: "#0", reason: "3 entities (Film 2, Documentary 1)" }],
    });
    expect((await session.conclude("#7")).failure?.code).toBe("no-answer");
    expect((await session.conclude("Roma")).failure?.code).toBe("ambiguous-entity");
  });
});
