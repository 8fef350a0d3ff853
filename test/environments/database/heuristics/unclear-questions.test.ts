import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Settled } from "../../../../src/environment/glossary.ts";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { testContext } from "../../../../src/testing/environment-under-test.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { openNamedLibrary } from "../readings/open-named-library.ts";
import { askRules } from "./ask-rules.ts";

const token = { table: "town", column: "name", value: "Porto", how: "cell" };
const IN_PORTO = { words: "Ried", meaning: 'town "Porto" (town.name)', token };

describe("questions with unclear words", () => {
  let environment: DatabaseEnvironment;
  beforeAll(async () => {
    environment = await openNamedLibrary(temporaryFolder());
  });
  afterAll(() => environment.close());
  const asked = (question: string, reply?: string) => askRules(environment, question, reply);

  it.each([
    ["names that hold the words", "How many shelves does Green have?", "Green", "several-meanings"],
    ["names that are as near", "What is the price of The Copper Lamm?", "The Copper Lamm", "problematic"],
  ])("are asked about where %s lead to different answers: %s", async (_, question, words, kind) => {
    const [clarification, more] = (await asked(question)).asked;
    expect(more).toBeUndefined();
    expect(clarification).toMatchObject({ words: [words], kind });
    expect(clarification?.readings.length).toBeGreaterThanOrEqual(2);
    expect(question).toContain(words);
  });

  it.each([
    ["What is the price of The Copper Lamm?", "The Copper Lamb", "7,00"],
    ["What is the price of The Copper Lamm?", "the copper LAMP", "6,00"],
    ["How many shelves does Green have?", "green yard", "77"],
    ["How many pages does that book have?", "Small Hours", "230"],
  ])("are answered as the person says: %s %s", async (question, reply, row) => {
    const dialogue = await asked(question, reply);
    expect(dialogue.asked).toHaveLength(1);
    expect(dialogue.rows, JSON.stringify(dialogue)).toEqual([row]);
  });

  it("are answered for all rows of one name", async () => {
    expect(await asked("What is the price of Blue Rain?")).toMatchObject({
      asked: [],
      rows: ["12,50", "14,00"],
    });
  });

  it.each(["What is the price of The Lost Kay?", "How many pages does Orchard have?"])(
    "are asked about where a single name is near, or has these words: %s",
    async (question) => {
      const dialogue = await asked(question);
      expect(dialogue.asked).toHaveLength(1);
      expect(dialogue.rows).toBeUndefined();
    },
  );

  it.each([
    ["How many pages does that book have?", "that book"],
    ["Who wrote it?", "it"],
    ["What is his nationality?", "his"],
    ["And how many shelves does that one have?", "that one"],
  ])("lack what nobody has spoken of: %s", async (question, words) => {
    const [clarification] = (await asked(question)).asked;
    expect(clarification).toMatchObject({ kind: "missing", words: [words], readings: [] });
  });

  it.each([
    "List the readers and their age",
    "Which books are in branches that have a cafe?",
    "What are the names of authors and how many books they have written?",
    "How many readers are there?",
  ])("are not seen in words that refer to what the question says: %s", async (question) => {
    expect((await asked(question)).asked).toEqual([]);
  });

  it.each([
    "Who won the Silver Quill?",
    "Would Green tea sell well?",
    "How many parrots does Ada Brandt keep?",
  ])("are not asked about where what is asked for is not there anyway: %s", async (question) => {
    const dialogue = await asked(question);
    expect(dialogue.asked).toEqual([]);
    expect(dialogue.rows).toBeUndefined();
    expect(dialogue.words).not.toEqual([]);
  });

  it("are not asked about where the rules could not answer with any of the meanings", async () => {
    const dialogue = await asked("How many shelves books Green price?");
    expect(dialogue).toMatchObject({ asked: [], reason: expect.stringContaining("add --model") });
  });

  it.each<readonly [string, string, Settled, boolean]>([
    [
      "the name of a cell",
      "How many shelves does the big house have?",
      { words: "the big house", meaning: "Green Yard" },
      true,
    ],
    ["other words", "How many it are there?", { words: "it", meaning: "readers" }, true],
    [
      "words within others",
      "How many readers are there within it?",
      { words: "in", meaning: "readers" },
      false,
    ],
    [
      "the mark of a reading",
      "How many branches are in Ried?",
      { ...IN_PORTO, environment: "library" },
      true,
    ],
    [
      "the mark of another environment",
      "How many branches are in Ried?",
      { ...IN_PORTO, environment: "elsewhere" },
      false,
    ],
  ])("are settled by %s: %s", async (_, question, settled, understood) => {
    const task = { question, settled: [settled] };
    expect(await environment.capabilities.heuristics?.interpret(task, testContext())).toMatchObject({
      understood,
    });
  });
});
