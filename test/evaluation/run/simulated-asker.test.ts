import { describe, expect, it } from "vitest";
import type { IntendedReading } from "../../../src/evaluation/benchmark/benchmark.ts";
import { intendedByQuery } from "../../../src/evaluation/benchmarks/intended-by-query.ts";
import { asksForAnId, judgeAsked, simulatedAsker } from "../../../src/evaluation/questions/asking.ts";
import { scriptedModel } from "../../../src/testing/scripted-model.ts";
import type { Clarification, Reading } from "../../../src/trajectory/clarification.ts";
import type { JsonObject } from "../../../src/util/json.ts";

const reading = (text: string, replacement?: string): Reading => ({
  environment: "shop",
  text,
  ...(replacement === undefined ? {} : { replacement }),
});

const marked = (text: string, token: JsonObject): Reading => ({ ...reading(text), token });

const question = (parts: Partial<Clarification> = {}): Clarification => ({
  question: 'What do you mean by "paris"?',
  words: ["paris"],
  kind: "several-meanings",
  readings: [],
  ...parts,
});

const CITY = marked('city.name "Paris"', { table: "city", column: "name", value: "Paris" });
const PERSON = {
  ...marked('customer.first_name "Paris"', { table: "customer", column: "first_name", value: "Paris" }),
  replacement: "the customer Paris",
};
const GOLD: IntendedReading = { names: ["customer", "first_name", "Paris"] };

const say = (clarification: Clarification, intended?: IntendedReading) =>
  simulatedAsker({
    task: { question: "How much did paris spend?", ...(intended === undefined ? {} : { intended }) },
  }).ask(clarification, new AbortController().signal);

const judged = (asked: Clarification, intended: IntendedReading) => judgeAsked(asked, { intended });

describe("the simulated person", () => {
  it("chooses the reading that is what the gold names", async () => {
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

  it("takes no choice for its own that only repeats the unclear words, and says what it meant", async () => {
    const readings = [reading("all of them together"), reading("each of the Awards")];
    const intended = { names: [], answer: "Silver Heron Awards", words: ["the Awards"] };
    expect(await say(question({ words: ["the Awards"], readings }), intended)).toEqual({
      type: "answered",
      text: "Silver Heron Awards",
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

  it("says of what the data explain only what is asked about, and nothing on articles and the like", async () => {
    const explanations = [
      "regulars are customers with 5 orders",
      "full name refers to first_name, last_name",
    ];
    const intended = { names: ["account", "first_name"], explanations };
    const about = (words: string) =>
      say(question({ question: `What is "${words}"?`, words: [words] }), intended);
    expect(await about("the full name")).toEqual({ type: "answered", text: explanations[1] });
    expect(await about("regular")).toMatchObject({ text: explanations[0] });
    expect(await about("are")).toEqual({ type: "declined" });
    expect(await about("customers")).toEqual({ type: "declined" });
    expect(
      await say(question({ question: "Whom do you call regulars?", words: [] }), intended),
    ).toMatchObject({
      text: explanations[0],
    });
  });

  it("tells things that are marked apart by their table, column and value, the narrowest first", async () => {
    const member = marked("a member", { table: "Person", column: "position", value: "Member" });
    const people = marked("the table person", { table: "Person" });
    const position = marked("the column person.position", { table: "Person", column: "position" });
    const city = marked("the column person.city", { table: "Person", column: "city" });
    const choice = async (readings: readonly Reading[], names: readonly string[]) => {
      const reply = await say(question({ readings }), { names });
      return reply.type === "answered" ? reply.choice : reply.type;
    };
    expect(await choice([member, people, position], ["person"])).toBe(1);
    expect(await choice([member, people, position], ["person", "club", "position"])).toBe(2);
    expect(await choice([member, people], ["person", "position", "member"])).toBe(0);
    expect(await choice([member, position], ["club", "position"])).toBe("declined");
    expect(await choice([city, position], ["person", "position", "city"])).toBe("declined");
  });

  it("takes names as a whole, in the case that they are written in if there is such a one", async () => {
    const intended = { names: ["Up", "starred_actors"] };
    const iri = (end: string) => ({ is: "entity", iri: `http://kb.example/e/${end}` });
    const relations = [reading("Starred Up", "Starred Up"), reading("the relation", "starred actors")];
    expect(await say(question({ readings: relations }), intended)).toMatchObject({ choice: 1 });
    const readings = [marked("up [e:up]", iri("up")), marked("Up [e:Up]", iri("Up"))];
    expect(await say(question({ readings }), intended)).toMatchObject({ choice: 1 });
    const others = [reading("Fed Up"), reading("Lock Up")];
    expect(await say(question({ readings: others }), intended)).toEqual({ type: "declined" });
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

  it.each([
    [
      "columns",
      ["critical rating", "age rating"],
      { explanations: ["best rated refers to MAX(criticalRating)"] },
      0,
    ],
    [
      "scope",
      ["each member's own", "common to all of them"],
      { answer: "all of them together", words: ["every member"] },
      1,
    ],
    [
      "attachment",
      ["both rated over 9", "only the plays rated over 9"],
      { answer: "only the plays", words: ["over 9"] },
      1,
    ],
    [
      "two named alike",
      ["critical rating", "age rating"],
      { explanations: ["best rated refers to MAX(rating)"] },
      undefined,
    ],
    [
      "words on something else",
      ["each member's own", "common to all"],
      { answer: "all of them", words: ["year"] },
      undefined,
    ],
  ])("chooses what the data's words say, of readings that differ in %s", async (_, texts, told, choice) => {
    const asked = question({
      question: `For every member, or over 9: ${texts.join(" or ")}?`,
      words: [],
      readings: texts.map((text) => reading(text)),
    });
    const expected = choice === undefined ? { type: "declined" } : { type: "answered", choice };
    expect(await say(asked, { names: [], ...told })).toMatchObject(expected);
  });

  it("says a statement whose subject the question holds, be its unclear words others", async () => {
    const intended = { names: [], explanations: ["best rated refers to the critics' rating"] };
    const asked = question({ question: 'By "best rated", which rating is meant?', words: ["rating"] });
    expect(await say(asked, intended)).toMatchObject({ text: intended.explanations[0] });
  });

  it("lets a model look through all statements, and says the words of a pattern", async () => {
    const model = scriptedModel([{ text: '{"answer": "all of them"}' }]);
    const intended = {
      ...intendedByQuery("SELECT COUNT(*) FROM customer WHERE name LIKE '%Weber%' AND city = '100 %'"),
      explanations: ["regulars are customers with 5 orders"],
    };
    expect(intended.values).toEqual(["Weber", "100 %"]);
    const user = simulatedAsker({ task: { question: "How much did they spend?", intended }, model });
    const asked = question({ question: "Who are they?", words: ["they"] });
    expect(await user.ask(asked, new AbortController().signal)).toMatchObject({ text: "all of them" });
    const prompt = JSON.stringify(model.requests[0]?.prompt);
    expect(prompt).toContain("You meant: regulars are customers with 5 orders; Weber; 100 %");
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
    expect(judged(question({ readings: [CITY, PERSON] }), GOLD)).toEqual({
      needed: true,
      relevant: true,
    });
    expect(judged(question({ readings: [PERSON] }), GOLD).needed).toBe(false);
    expect(
      judged(question({ readings: [reading("a street"), reading("a ship")] }), { names: ["moon"] }),
    ).toEqual({ needed: false, relevant: false });
  });

  it("believes the data where they say what is unclear", () => {
    const words = ["paris"];
    expect(judged(question(), { names: [], words, needed: "Which?" })).toEqual({
      needed: true,
      relevant: true,
    });
    expect(judged(question(), { names: [], words }).needed).toBe(false);
    expect(judged(question(), { names: [], words, mayAsk: true }).needed).toBe(true);
    expect(judged(question(), { names: [], words: [] }).relevant).toBe(false);
    const long = { names: [], words: ["that city with the tower"], needed: "Which?" };
    expect(judged(question({ words: ["the tower"] }), long)).toEqual({ needed: true, relevant: true });
    expect(judged(question({ words: ["the"] }), long)).toEqual({ needed: false, relevant: false });
  });

  it("takes none for relevant that wants an id", () => {
    const wantsId = question({ question: "What is the id of paris?" });
    expect(asksForAnId(wantsId)).toBe(true);
    expect(judged(wantsId, { names: [], words: ["paris"], needed: "Which?" }).relevant).toBe(false);
    expect(asksForAnId(question({ question: 'What do you mean by "id"?', words: ["id"] }))).toBe(false);
  });
});
