import { describe, expect, it } from "vitest";
import type { IntendedReading } from "../../../src/evaluation/benchmark/benchmark-task.ts";
import { asksForAnId } from "../../../src/evaluation/questions/asked-words.ts";
import { judgeAsked } from "../../../src/evaluation/questions/judge-asked.ts";
import { simulatedAsker } from "../../../src/evaluation/run/simulated-asker.ts";
import type { Clarification, Reading } from "../../../src/trajectory/clarification.ts";

const reading = (text: string, replacement?: string): Reading => ({
  environment: "shop",
  text,
  ...(replacement === undefined ? {} : { replacement }),
});

const question = (parts: Partial<Clarification> = {}): Clarification => ({
  question: 'What do you mean by "paris"?',
  words: ["paris"],
  kind: "several-meanings",
  readings: [],
  ...parts,
});

const CITY = reading('city.name "Paris"', "the city Paris");
const PERSON = reading('customer.first_name "Paris"', "the customer Paris");
const GOLD: IntendedReading = { names: ["customer", "first_name", "Paris"] };

const say = (clarification: Clarification, intended?: IntendedReading) =>
  simulatedAsker({
    task: { question: "How much did paris spend?", ...(intended === undefined ? {} : { intended }) },
  }).ask(clarification, new AbortController().signal);

describe("the simulated person", () => {
  it("chooses the reading that names most of what the gold names", async () => {
    expect(await say(question({ readings: [CITY, PERSON] }), GOLD)).toEqual({
      type: "answered",
      text: "the customer Paris",
      choice: 1,
    });
  });

  it("chooses the reading that says the data's own answer, whatever else others name", async () => {
    const readings = [reading("Midnight Heron (1950), film"), reading("Midnight Ravens, film, film")];
    const intended = { names: ["film", "Ravens"], answer: "Midnight Heron" };
    expect(
      await say(question({ readings: [readings[1] ?? CITY, readings[0] ?? CITY] }), intended),
    ).toMatchObject({
      choice: 1,
    });
  });

  it("does not know which, where two readings name as much or none names anything", async () => {
    expect(await say(question({ readings: [CITY, CITY] }), GOLD)).toEqual({ type: "declined" });
    expect(await say(question({ readings: [reading("a street"), reading("a ship")] }), GOLD)).toEqual({
      type: "declined",
    });
  });

  it("says the data's words to a question about what they explain, and to no other", async () => {
    const intended = { names: ["account"], answer: "regulars are customers with 5 orders" };
    const about = question({ question: "Who are the regulars?", words: ["regulars"] });
    expect(await say(about, intended)).toEqual({
      type: "answered",
      text: "regulars are customers with 5 orders",
    });
    expect(await say(question({ question: "Which year?", words: ["last year"] }), intended)).toEqual({
      type: "declined",
    });
  });

  it("takes the words that the data say are unclear, where they do", async () => {
    const intended = { names: [], answer: "Midnight Heron", words: ["that film", "title"] };
    expect(await say(question({ question: "What is its title?", words: [] }), intended)).toMatchObject({
      text: "Midnight Heron",
    });
    expect(await say(question({ question: "Shall I go on?", words: [] }), intended)).toEqual({
      type: "declined",
    });
  });

  it("never gives leave for an effect, and knows nothing where the data say nothing", async () => {
    const permission = {
      environment: "shop",
      operation: "POST /orders",
      action: { environment: "shop", tool: "call_operation", arguments: {} },
    };
    expect(await say(question({ permission, readings: [CITY, PERSON] }), GOLD)).toEqual({ type: "declined" });
    expect(await say(question({ readings: [CITY, PERSON] }))).toEqual({ type: "declined" });
  });
});

describe("judging a question", () => {
  it("needs it where one reading was meant and another leads elsewhere, without a word of the data on it", () => {
    expect(judgeAsked(question({ readings: [CITY, PERSON] }), GOLD)).toEqual({
      needed: true,
      relevant: true,
    });
    expect(judgeAsked(question({ readings: [PERSON] }), GOLD).needed).toBe(false);
    expect(
      judgeAsked(question({ readings: [reading("a street"), reading("a ship")] }), { names: ["moon"] }),
    ).toEqual({ needed: false, relevant: false });
  });

  it("believes the data where they say what is unclear", () => {
    const words = ["paris"];
    expect(judgeAsked(question(), { names: [], words, needed: "Which?" })).toEqual({
      needed: true,
      relevant: true,
    });
    expect(judgeAsked(question(), { names: [], words }).needed).toBe(false);
    expect(judgeAsked(question(), { names: [], words, mayAsk: true }).needed).toBe(true);
    expect(judgeAsked(question(), { names: [], words: [] }).relevant).toBe(false);
  });

  it("takes none for relevant that wants an id", () => {
    const wantsId = question({ question: "What is the id of paris?" });
    expect(asksForAnId(wantsId)).toBe(true);
    expect(judgeAsked(wantsId, { names: [], words: ["paris"], needed: "Which?" }).relevant).toBe(false);
  });
});
