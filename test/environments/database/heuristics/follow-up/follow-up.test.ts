import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../../src/environments/database/create-database-environment.ts";
import { temporaryFolder } from "../../../../support/temporary-folder.ts";
import { openNamedLibrary } from "../../readings/open-named-library.ts";
import { askPerson } from "../ask-person.ts";

describe("questions that follow up on another", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());
  const follow = (first: string, second: string, answer?: string) =>
    askPerson(environment, second, undefined, {
      question: first,
      ...(answer === undefined ? {} : { answer }),
    });

  it.each([
    ["another value of the column", "Which branches are in Graz?", "And in Porto?", ["Old Mill"]],
    ["another value of the column", "How many books are in German?", "what about Danish", ["1"]],
    ["another country by its name", "How many branches are in Austria?", "and in Portugal?", ["1"]],
    ["another year", "How many readers joined in 2022?", "and in 2021?", ["1"]],
    ["one more condition", "How many readers are there?", "only those who joined in 2023", ["2"]],
    [
      "one more condition",
      "List the titles of books in German.",
      "just the ones with more than 400 pages",
      ["Night Ferry"],
    ],
    ["how many there were", "Which branches have a cafe?", "How many is that?", ["3"]],
    ["how many of them", "Which branches are in Graz?", "and how many of them have a cafe?", ["2"]],
    [
      "each of something",
      "How many books are there?",
      "and by language?",
      ["Danish | 1", "English | 4", "German | 2", "Portuguese | 2"],
    ],
    ["the other end", "Which book has the most pages?", "and the fewest?", ["Winter Orchard Songs"]],
  ])("ask for %s: %s %s", async (_, first, second, rows) => {
    const dialogue = await follow(first, second);
    expect(dialogue.rows, JSON.stringify(dialogue)).toEqual(rows);
    expect(dialogue.assumptions?.[0]).toMatch(/^Read as a follow-up: ".+"$/u);
  });

  it.each([
    ["the answer", "Which book has the most pages?", "What is its price?", "Night Ferry", ["21,90"]],
    [
      "the thing that was named",
      "What is the price of Small Hours?",
      "and how many pages does it have?",
      "101,00",
      ["230"],
    ],
  ])("speak of %s: %s %s", async (_, first, second, answer, rows) => {
    const dialogue = await follow(first, second, answer);
    expect(dialogue.rows, JSON.stringify(dialogue)).toEqual(rows);
  });

  it("are read alone where they say everything themselves", async () => {
    const dialogue = await follow("Which branches are in Graz?", "How many readers are there?");
    expect(dialogue.rows).toEqual(["5"]);
    expect(dialogue.assumptions?.join(" ")).not.toContain("follow-up");
  });

  it("ask about a name of theirs that is unclear, and take the answer", async () => {
    const dialogue = await askPerson(
      environment,
      "and of Blue Rain?",
      ({ readings }) => readings.find(({ token }) => JSON.stringify(token).includes('"6"'))?.text ?? "",
      { question: "What is the price of Small Hours?", answer: "101,00" },
    );
    expect(dialogue.asked.map(({ words }) => words)).toEqual([["Blue Rain"]]);
    expect(dialogue.rows).toEqual(["14,00"]);
  });

  it.each([
    ["and by weather?", "How many books are there?", ["weather"]],
    ["and the purple ones?", "Which branches are in Graz?", ["purple"]],
    ["and of The Copper Lump?", "What is the price of Small Hours?", ["Copper", "Lump"]],
    ["Who wrote them?", "Which books are in German?", ["wrote"]],
  ])("are not guessed at: %s", async (second, first, words) => {
    const dialogue = await follow(first, second, "Blue Rain, Night Ferry");
    expect(dialogue.rows).toBeUndefined();
    expect(dialogue.asked).toEqual([]);
    expect(dialogue.words).toEqual(expect.arrayContaining(words));
  });

  it("do not choose between two values of the column in the question before", async () => {
    const dialogue = await follow("How many books are in German or Danish?", "and in English?");
    expect(dialogue.rows).toBeUndefined();
    expect(dialogue.words).toContain("English");
  });
});
