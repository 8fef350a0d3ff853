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

  it("refuses a text that is no program", async () => {
    const session = await Session.open();
    const taken = session.environment.capabilities.graph?.takeApart("(JOIN", session.context);
    await expect(taken).rejects.toMatchObject({ code: "data-invalid" });
  });
});
