import { beforeAll, describe, expect, it } from "vitest";
import { asker, type Heard } from "./ask-graph.ts";
import { FAMILY, GEOGRAPHY, LIBRARY } from "./worlds.ts";

type Ask = (question: string) => Promise<Heard>;

describe("what is not answered", () => {
  let geography: Ask;
  let library: Ask;
  let family: Ask;
  beforeAll(async () => {
    [geography, library, family] = await Promise.all([asker(GEOGRAPHY), asker(LIBRARY), asker(FAMILY)]);
  });

  it.each([
    ["Who is the president of Arland?", ["president"]],
    ["Which singers live in Lund?", ["singers", "live"]],
    ["What is the best restaurant in Vik?", ["restaurant"]],
    ["what is the capital of Francia?", ["francia"]],
    ["What is the capitol of Arland?", ["capitol"]],
    ["What is the colour of the flag of Bergia?", ["colour", "flag"]],
  ])("%s names the words that mean nothing here", async (question, words) => {
    const heard = await geography(question);
    expect(heard.answer).toBeUndefined();
    expect(heard.words).toEqual(words);
  });

  it.each([
    "Who translated Harbour?",
    "What is the price of Harbour?",
    "How many employees does Lamp House have?",
    "Which customers bought Harbour?",
    "What is the average number of pages?",
    "Is Harbour longer than Quiet Rooms?",
    "books that were illustrated by their author",
    "Who wrote it?",
    "What?",
    "Nora Quist",
    "Who wrote Harbour or not?",
  ])("%s is left alone by the rules of a library", async (question) => {
    const heard = await library(question);
    expect(heard.answer).toBeUndefined();
    expect(heard.reason).not.toBe("");
  });

  it("an empty question is no question", async () => {
    expect((await library(" ? ")).reason).toMatch(/^There is no question\./u);
  });

  it("of a name that two cities have it is asked which one is meant", async () => {
    const { answer, asked, words, choices } = await geography("Which country is Springfield in?");
    expect(answer).toBeUndefined();
    expect(asked).toBe('Which "Springfield" do you mean?');
    expect(words).toEqual(["Springfield"]);
    expect(choices).toEqual([
      'city "Springfield" (country: Arland)',
      'city "Springfield" (country: Cestria)',
    ]);
  });

  it("a name that several have is taken where only one of them has what is asked for", async () => {
    const ask = await asker(`
      Mercury a Planet
      Mercury@2 a Singer
      Mercury | diameter | 4879
      Mercury@2 | place of birth | Zanz
    `);
    expect((await ask("Where was Mercury born?")).answer).toEqual(["Zanz"]);
    expect((await ask("What is the diameter of Mercury?")).answer).toEqual(["4879"]);
  });

  it("of two relations that fit a verb equally and lead apart it is asked which one is meant", async () => {
    const ask = await asker(`
      Lake Fen | drains into | Orm
      Lake Fen | empties into | Tarn
    `);
    const { answer, words, choices } = await ask("Where does Lake Fen flow?");
    expect(answer).toBeUndefined();
    expect(words).toEqual(["flow"]);
    expect(choices).toEqual(['the relation "drains into"', 'the relation "empties into"']);
  });

  it("conditions that nothing meets are told instead of an empty answer", async () => {
    const { answer, reason } = await library(
      "Which books were written by Sara Lind and published by Northway Press?",
    );
    expect(answer).toBeUndefined();
    expect(reason).toContain("Nothing fits");
  });

  it("a word of the grammar in lower case is no name, though something is called so", async () => {
    const ask = await asker(`
      It | author | Sam Hill
      Who | author | Ann Hill
      Moor | author | Bea Hill
    `);
    expect((await ask("who wrote it")).answer).toBeUndefined();
    expect((await ask("Who wrote It?")).answer).toEqual(["Sam Hill"]);
    expect((await ask("who wrote moor")).answer).toEqual(["Bea Hill"]);
  });

  it("a mother is not taken for a father", async () => {
    const ask = await asker("Ben | father | Carl\nDora | mother | Edda");
    expect((await ask("Who is the mother of Ben?")).answer).toBeUndefined();
    expect((await ask("Who is the mother of Dora?")).answer).toEqual(["Edda"]);
  });

  it("of parents of whom the data says the sex, the others are left out", async () => {
    const ask = await asker(`
      Ben | parents | Carl, Dora
      Carl | gender | male
      Dora | gender | female
    `);
    expect((await ask("Who is the mother of Ben?")).answer).toEqual(["Dora"]);
    expect((await ask("Who are the parents of Ben?")).answer).toEqual(["Carl", "Dora"]);
  });

  it("of parents of whom the data does not say the sex, none is taken for the mother", async () => {
    const ask = await asker("Ben | parents | Carl, Dora\nCarl | gender | x");
    expect((await family("Who is the grandfather of Mia Berg?")).answer).toBeUndefined();
    const { answer } = await (await asker("Ben | parents | Carl, Dora"))("Who is the mother of Ben?");
    expect(answer).toBeUndefined();
    expect((await ask("Who are the parents of Ben?")).answer).toEqual(["Carl", "Dora"]);
  });
});
