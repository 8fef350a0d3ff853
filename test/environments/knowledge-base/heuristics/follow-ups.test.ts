import { beforeAll, describe, expect, it } from "vitest";
import { type AskedAfter, asker, type Heard } from "./ask-graph.ts";
import { GEOGRAPHY, LIBRARY } from "./worlds.ts";

type Ask = (question: string, more?: AskedAfter) => Promise<Heard>;

describe("follow-up questions", () => {
  let library: Ask;
  let geography: Ask;
  beforeAll(async () => {
    [library, geography] = await Promise.all([asker(LIBRARY), asker(GEOGRAPHY)]);
  });

  it.each([
    ["How many rivers flow through Lund?", "And through Vik?", ["1"]],
    ["Which cities are in Bergia?", "what about Cestria?", ["Olm", "Springfield"]],
    ["What is the capital of Arland?", "and Bergia?", ["Vik"]],
    ["What is the capital of Arland?", "What is its population?", ["600000"]],
    ["What is the population of Lund?", "Which country is it in?", ["Arland"]],
    ["Which cities are in Arland?", "only those founded after 1600", ["Mora"]],
    ["Which cities are in Arland?", "how many are there?", ["3"]],
    ["Which cities are in Arland?", "Which of them have more than 100000 inhabitants?", ["Lund"]],
    ["What is the capital of Arland?", "And what is the population of Vik?", ["250000"]],
  ])("%s %s", async (first, question, answer) => {
    const heard = await geography(question, { after: [first] });
    expect({ answer: heard.answer, reason: heard.reason }).toEqual({ answer, reason: undefined });
  });

  it.each([
    ["Who wrote Harbour?", "Where was she born?", ["Millford"]],
    ["Who wrote Harbour?", "When was it published?", ["1999"]],
    [
      "Who wrote The Salt Road?",
      "What are her books?",
      ["The Ninth Bell", "The Salt Road", "Winter Letters"],
    ],
    [
      "Who wrote The Salt Road?",
      "And which other books did that person write?",
      ["The Ninth Bell", "Winter Letters"],
    ],
    ["Which books were published in 1974?", "and in 1961?", ["The Salt Road"]],
    ["Which books were published in 1961?", "and in 1999?", ["Harbour"]],
    ["Which books were published in 1961?", "And how many of them?", ["1"]],
  ])("%s %s", async (first, question, answer) => {
    expect((await library(question, { after: [first] })).answer).toEqual(answer);
  });

  it("says how the question was read", async () => {
    const { assumptions } = await geography("And in Cestria?", { after: ["Which cities are in Bergia?"] });
    expect(assumptions).toContain('The question was read as: "Which cities are in Cestria?"');
    const other = await library("Where was she born?", { after: ["Who wrote Harbour?"] });
    expect(other.assumptions).toContain('"she" was read as "Sara Lind".');
  });

  it("the year after the one in a name is that of another thing", async () => {
    const ask = await asker(`
      Heron Prize 2010 | winner | Ida Holm
      Heron Prize 2011 | winner | Ann Reed
    `);
    const after = ["Who is the winner of Heron Prize 2010?"];
    expect((await ask("And the year after?", { after })).answer).toEqual(["Ann Reed"]);
    expect((await ask("And the year before?", { after })).answer).toBeUndefined();
  });

  it.each([
    ["Which cities are in Bergia?", "and by month?", ["by month"]],
    ["Which cities are in Bergia?", "And by Nora Quist?", ["by Nora Quist"]],
  ])("%s %s is not understood, and its words are named", async (first, question, words) => {
    const heard = await geography(question, { after: [first] });
    expect(heard.answer).toBeUndefined();
    expect(heard.words).toEqual(words);
  });

  it("a word for several things is not taken for one of them", async () => {
    const heard = await library("Where were they born?", { after: ["Who wrote Winter Letters?"] });
    expect(heard.answer).toBeUndefined();
  });
});
