import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Settled } from "../../../../../src/environment/glossary.ts";
import type { DatabaseEnvironment } from "../../../../../src/environments/database/create-database-environment.ts";
import { settledQuestion } from "../../../../../src/environments/database/heuristics/settled/settled-question.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { openNamedLibrary } from "../../readings/open-named-library.ts";

describe("what the person has said of words", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());
  const said = (question: string, ...settled: Settled[]) =>
    settledQuestion("library", { question, settled }, environment.services, new AbortController().signal);

  it("stands in their place where nothing here is called so, and only where they stand by themselves", async () => {
    const { question, settled } = await said("With what price was it sold within 2024?", {
      words: "it",
      meaning: "the purple one",
    });
    expect(question).toBe("With what price was the purple one sold within 2024?");
    expect(settled).toEqual([]);
  });

  it("is the reading that was chosen, by its mark", async () => {
    const token = { table: "town", column: "name", value: "Porto", how: "cell" };
    const chosen = { words: "Porto", meaning: 'town "Porto" (town.name)', environment: "library", token };
    const { question, settled } = await said("Which branches are in Porto?", chosen);
    expect(question).toBe("Which branches are in Porto?");
    expect(settled).toMatchObject([
      { words: "Porto", link: { kind: "value", column: { name: "name" }, values: ["Porto"] } },
    ]);
  });

  it("is not read by a mark that another environment made", async () => {
    const token = { table: "town", column: "name", value: "Graz", how: "cell" };
    const { settled } = await said("Which branches are in Ried?", {
      words: "Ried",
      meaning: "nothing known here",
      environment: "elsewhere",
      token,
    });
    expect(settled).toEqual([]);
  });
});
