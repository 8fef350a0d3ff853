import { describe, expect, it } from "vitest";
import { answerHolds } from "../../../src/evaluation/itool/score-itool.ts";

describe("whether an answer says what the gold is", () => {
  it.each([
    ["a number with thousands separators", "It grossed 16,469,911 dollars.", 16469911],
    ["a number with thin spaces", "16\u202f469\u202f911", 16469911],
    ["a gold text with separators", "16469911", "16,469,911"],
    ["a number at the end of a sentence", "It is 110.", 110],
    ["a decimal number", "Rated 6.3 by readers.", 6.3],
    ["a text in other case and without accents", "it was inês xavier.", "Inês Xavier"],
    ["a text over a line break", "Inês\n Xavier", "Inês Xavier"],
    ["all items of a list in any order", "Drama, then Comedy", ["Comedy", "Drama"]],
    ["the values of an object", "Drama is number 1", { id: 1, name: "Drama" }],
    ["an empty list as none", "There are none.", []],
    ["nothing that is kept", "The date of birth is not recorded.", null],
    ["nothing that is handed over", "null", null],
    ["true", "That is true.", true],
  ])("holds for %s", (_, text, gold) => {
    expect(answerHolds({ text }, gold)).toBe(true);
  });

  it.each([
    ["a number within another", "It runs 1105 minutes.", 110],
    ["a number that goes on behind its point", "110.5 minutes", 110],
    ["a number that others continue by separators", "1,110 minutes", 110],
    ["a text within a word", "the Dramatic Society", "Drama"],
    ["a list of which one is absent", "Drama", ["Drama", "Comedy"]],
    ["something for an empty list", "Drama and Comedy", []],
    ["something where nothing is kept", "It was 1958-09-05.", null],
    ["another answer", "It runs 90 minutes.", 110],
  ])("does not hold for %s", (_, text, gold) => {
    expect(answerHolds({ text }, gold)).toBe(false);
  });

  it("takes a list that was handed over only where it is the same set", () => {
    const gold = ["Drama", "Comedy"];
    expect(answerHolds({ text: "", value: ["Comedy", "Drama", "Drama"] }, gold)).toBe(true);
    expect(answerHolds({ text: "", value: ["Comedy", "Drama", "Horror"] }, gold)).toBe(false);
    expect(answerHolds({ text: "", value: ["Comedy"] }, gold)).toBe(false);
  });

  it("is not satisfied by a number among many others", () => {
    expect(answerHolds({ text: "There are 3 (of 41, since 1998)." }, 3)).toBe(true);
    const counts = Array.from({ length: 12 }, (_, at) => `Screen ${at + 1}: ${20 + at}`);
    expect(answerHolds({ text: counts.join(", ") }, 3)).toBe(false);
  });

  it("is not satisfied by everything ever seen, handed over as values", () => {
    const everything = Array.from({ length: 500 }, (_, at) => `Film ${at}`);
    expect(answerHolds({ text: everything.join(", "), value: everything }, ["Film 7"])).toBe(false);
  });

  it("looks into members that were handed over", () => {
    expect(
      answerHolds({ text: "2 rows", members: [{ name: "Drama" }, { name: "Comedy" }] }, ["Comedy"]),
    ).toBe(true);
  });
});
