import { describe, expect, it } from "vitest";
import { judgeQuestion } from "../../../src/evaluation/itool/judge-question.ts";
import { itemWith, missingItem } from "./itool-fixture.ts";

const asked = (question: string, words: readonly string[] = []) => ({ question, words });
const needed = { needsQuestion: true };

describe("judging a question that was put to the user", () => {
  it("calls it needed where another understanding leads to another answer", () => {
    expect(judgeQuestion(asked("Which film?"), "agent", missingItem(), needed).needed).toBe("yes");
    expect(judgeQuestion(asked("Which film?"), "agent", missingItem(), { needsQuestion: false }).needed).toBe(
      "no",
    );
  });

  it("leaves it open whether a misspelled name is asked about", () => {
    const item = missingItem({ category: "problematic", level: "character" });
    expect(judgeQuestion(asked("Which film?"), "agent", item, { needsQuestion: false }).needed).toBe(
      "either",
    );
  });

  it.each([
    ["a word that such a question holds", asked("Which FILM do you mean?"), true],
    ["the unclear words", asked('What is "that film"?'), true],
    ["the unclear words given beside the question", asked("Who is meant?", ["that film"]), true],
    ["neither", asked("When was it released?"), false],
    ["a word that only begins like one", asked("Which filming location?"), false],
    ["an id", asked("What is the id of the film?"), false],
    ["several identifiers", asked("Which film identifiers do you have?"), false],
  ])("finds a question with %s relevant: %s", (_, clarification, relevant) => {
    expect(judgeQuestion(clarification, "agent", missingItem(), needed).relevant).toBe(relevant);
  });

  it("finds no question about a clear query relevant", () => {
    const item = itemWith({ about: ["film"] });
    expect(judgeQuestion(asked("Which film?"), "planner", item, { needsQuestion: false })).toEqual({
      role: "planner",
      question: "Which film?",
      needed: "no",
      relevant: false,
    });
  });
});
