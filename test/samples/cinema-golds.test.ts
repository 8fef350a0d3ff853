import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answerRecord, type CinemaQuestion } from "../support/cinema-answers.ts";
import { askingGolds, type CinemaGolds } from "../support/cinema-golds.ts";
import { cinemaSample } from "../support/shared-samples.ts";

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../src/samples/cinema/${name}`, import.meta.url), "utf8"));
const kept = read("question-golds.json") as CinemaGolds;

const withoutNames = (program: string): string => program.replace(/<[^>]*>|"[^"]*"/gu, "_");

describe("the right answers that the sample's questions are scored by", () => {
  it("are those of unclear questions and follow-ups as Oxigraph and SQLite give them", () => {
    const { database } = cinemaSample();
    const { unclear, followUp } = kept;
    expect({ unclear, followUp }).toEqual(askingGolds(database));
  });

  it("are those of the knowledge base's questions that stand beside them, which another test computes", () => {
    const recorded = read("knowledge-base-answers.json") as Readonly<Record<string, unknown>>;
    const own = Object.entries(kept.knowledgeBase).map(([id, { answers }]) => [id, answerRecord(answers)]);
    expect(Object.fromEntries(own)).toEqual(recorded);
  });

  it("have the questions' own programs, with nothing but names replaced", () => {
    for (const { id, program } of read("knowledge-base-questions.json") as readonly CinemaQuestion[]) {
      const linked = kept.knowledgeBase[id]?.program;
      expect(linked && withoutNames(linked)).toBe(program && withoutNames(program));
    }
  });
});
