import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DatabaseEnvironment } from "../../../../src/environments/database/create-database-environment.ts";
import { temporaryFolder } from "../../../support/temporary-folder.ts";
import { askRules } from "./ask-rules.ts";
import { openTheatres } from "./theatres.ts";

describe("questions that an easy reading answers wrongly", () => {
  let agreeing: DatabaseEnvironment;
  beforeAll(async () => {
    agreeing = await openTheatres(temporaryFolder());
  });
  afterAll(async () => {
    await agreeing.close();
  });
  const asked = (question: string) => askRules(agreeing, question);

  describe("by a size that no column has", () => {
    it.each([
      "Which is our biggest theatre?",
      "Which theatre is the largest?",
      "What is the most popular actor?",
      "What is the best theatre?",
      "Who is our most loyal patron?",
      "Which is our biggest performance?",
      "Which is the smallest award?",
    ])("are not understood, as it is open what they rank by: %s", async (question) => {
      const dialogue = await asked(question);
      expect(dialogue.rows).toBeUndefined();
    });

    it("never take the greatest key for it, but for a question that asks for the key", async () => {
      expect((await asked("What is the highest play ID?")).rows).toEqual(["3"]);
    });
  });

  describe("of something about a thing that does not have it", () => {
    it.each([
      "What is the e-mail address of the head usher at Harbour Stage?",
      "What is the email of Ivo Maas?",
      "What is Ivo Maas's email?",
      "What is the email of Harbour Stage?",
      "What are the emails of the workers?",
    ])("are not answered with what others have: %s", async (question) => {
      const dialogue = await asked(question);
      expect(dialogue.rows, JSON.stringify(dialogue)).toBeUndefined();
    });

    it.each([
      ["What is the email of Rita Falk?", ["rita@example.org"]],
      ["What is the phone of Ivo Maas's theatre?", undefined],
      ["What is the wage of the head usher at Harbour Stage?", ["19"]],
      ["What is the average points of the patrons at Harbour Stage?", ["30"]],
    ])("are answered where it is its own: %s", async (question, rows) => {
      const dialogue = await asked(question);
      expect(dialogue.rows, JSON.stringify(dialogue)).toEqual(rows);
    });
  });

  describe("with who", () => {
    it.each([
      "Who is billed first in Salt Road?",
      "Who is Salt Road?",
      "Who is Harbour Stage?",
      "Who are the plays in Danish?",
    ])("are not answered with what is no person: %s", async (question) => {
      const dialogue = await asked(question);
      expect(dialogue.rows, JSON.stringify(dialogue)).toBeUndefined();
    });

    it.each([
      ["Who are the workers at Old Granary?", "Petra | Lind"],
      ["Who is the patron with the most points?", "Rita | Falk"],
    ])("are answered with people: %s", async (question, row) => {
      const dialogue = await asked(question);
      expect(dialogue.rows, JSON.stringify(dialogue)).toEqual([row]);
    });
  });

  describe("of a time", () => {
    it.each([
      ["nothing else stands between", "How many performances were held in 2022?", "2"],
      ["the verb names the day", "How many performances of plays published in 2021 are there?", "2"],
      ["the verb refers back", "How many performances of plays that were published in 2020 are there?", "3"],
    ])("are answered where %s: %s", async (_, question, row) => {
      const dialogue = await asked(question);
      expect(dialogue.rows, JSON.stringify(dialogue)).toEqual([row]);
    });

    it.each([
      "How many performances of Danish plays in 2021?",
      "How many performances of plays in Danish were held in 2021?",
    ])(
      "are not answered where two things have days and nothing decides, and both are told: %s",
      async (question) => {
        const dialogue = await asked(question);
        expect(dialogue.rows).toBeUndefined();
        expect(dialogue.reason).toMatch(/play\.published_on/u);
        expect(dialogue.reason).toMatch(/performance\.starts_on/u);
      },
    );
  });
});
