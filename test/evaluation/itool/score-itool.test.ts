import { describe, expect, it } from "vitest";
import type { ItoolGold, ItoolItem } from "../../../src/evaluation/itool/itool-item.ts";
import { answerHolds, scoreItool } from "../../../src/evaluation/itool/score-itool.ts";
import type { Outcome } from "../../../src/trajectory/outcome.ts";
import type { RunEventBody } from "../../../src/trajectory/run-event.ts";
import { answering, called, eventsOf, GAVE_UP } from "../../support/run-events.ts";
import { itemWith, missingItem } from "./itool-fixture.ts";

const action = { environment: "api", tool: "call_operation", arguments: {} };
const question = (permission = false): RunEventBody => ({
  type: "question-asked",
  command: "q",
  clarification: {
    ...{ question: "Which film?", words: [], kind: "missing", readings: [] },
    ...(permission ? { permission: { environment: "api", operation: "POST /lists", action } } : {}),
  },
});

const score = (item: ItoolItem, gold: ItoolGold, outcome: Outcome, ...bodies: readonly RunEventBody[]) =>
  scoreItool(item, gold, { outcome, events: eventsOf(bodies) });

const NEEDED: ItoolGold = { answer: 110, needsQuestion: true };
const CLEAR: ItoolGold = { answer: 110, needsQuestion: false };
const UNSUPPORTED = itemWith({ category: "unsupported", solution: [], answer: "" });
const ANSWER = answering("110 minutes");

describe("a run on an item of Itool", () => {
  it.each<[string, ItoolItem, ItoolGold, Outcome, boolean]>([
    ["the right answer", itemWith(), CLEAR, ANSWER, true],
    ["another answer", missingItem(), NEEDED, answering("90 minutes"), false],
    ["giving up where nothing can do it", UNSUPPORTED, { needsQuestion: false }, GAVE_UP, true],
    ["an answer where nothing can do it", UNSUPPORTED, { needsQuestion: false }, ANSWER, false],
    ["giving up where it could be done", itemWith(), CLEAR, GAVE_UP, false],
  ])("succeeds or not with %s", (_, item, gold, outcome, success) => {
    expect(score(item, gold, outcome)).toMatchObject({ success, outcome: outcome.type });
  });

  it.each(["missing", "unclear", "several-meanings"] as const)(
    "misses a question that was needed: %s",
    (category) => {
      const item = missingItem({ category });
      expect(score(item, NEEDED, ANSWER).missed).toBe(true);
      expect(score(item, NEEDED, ANSWER, question()).missed).toBe(false);
      expect(score(item, NEEDED, ANSWER, question(true)).missed).toBe(true);
      expect(score(item, CLEAR, ANSWER).missed).toBe(false);
    },
  );

  it("may ask about a typo or not", () => {
    const typo = missingItem({ category: "problematic", level: "character", words: ["Midnigt Heron"] });
    expect(score(typo, CLEAR, ANSWER)).toMatchObject({ success: true, missed: false });
  });

  it("has the correct path where it calls the solution's operations in their order, and every other call is one too many", () => {
    const [genres, search, film] = [
      called("GET /genres"),
      called("GET /search/films"),
      "GET /films/{film_id}",
    ];
    const path = (...bodies: readonly RunEventBody[]) => score(itemWith(), CLEAR, ANSWER, ...bodies);
    expect(path(genres, search, search, called(film))).toMatchObject({ correctPath: true, extraCalls: 2 });
    expect(path(called(film))).toMatchObject({ correctPath: false, extraCalls: 0 });
    expect(path(search, called(film, "shown")).correctPath).toBe(false);
    const none = score(UNSUPPORTED, { needsQuestion: false }, GAVE_UP, genres);
    expect(none).toMatchObject({ correctPath: true, extraCalls: 1 });
  });
});

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
