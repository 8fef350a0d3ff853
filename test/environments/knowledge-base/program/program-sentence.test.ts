import { describe, expect, it } from "vitest";
import { parseProgram } from "../../../../src/environments/knowledge-base/program/parse-program.ts";
import { programSentence } from "../../../../src/environments/knowledge-base/program/program-sentence.ts";
import { full, isClass, names, one, somePrograms } from "./program-fixture.ts";

const LABELS: Readonly<Record<string, string>> = {
  kubrick: "Stanley Kubrick",
  war: "War",
  directed_by: "directed by",
  Film: "Film",
};
const label = (iri: string) => LABELS[iri.replace(full(""), "")];
const say = (text: string) => programSentence(parseProgram(text, names, { isClass }), names, label);

describe("a program as a sentence", () => {
  it.each([
    [
      "(COUNT (AND Film (AND (JOIN directed_by kubrick) (JOIN genre war))))",
      "the number of films that were directed by Stanley Kubrick and whose genre is War",
    ],
    ["(JOIN (R genre) heat)", "the genre of heat"],
    ["(JOIN has_genre war)", "things that have genre War"],
    ["(JOIN (R directed_by) heat)", "things that heat was directed by"],
    ["(AND Person (JOIN is_part_of heat))", "people that are part of heat"],
    [
      "(JOIN spouse (AND Person (JOIN bornIn rome)))",
      "things whose spouse is any of the people that are born in rome",
    ],
    [
      "(JOIN (R capital) (JOIN (R (JOIN country near)) heat))",
      "the capital of the near of the country of heat",
    ],
    [
      "(ARGMAX (AND Film (JOIN genre war)) runtime)",
      "the films whose genre is War with the greatest runtime",
    ],
    ["(AND Film (gt runtime 120))", "films whose runtime is more than 120"],
    ["(AND Film (lt released 1980-01-01))", "films whose released is before 1980-01-01"],
    ['(AND Film (contains title "Die Hard"))', 'films whose title contains "Die Hard"'],
    ["(OR heat (TERMS lola roma))", "heat, or lola or roma"],
    ["(DIFFERENCE Film (JOIN genre war))", "films, but not things whose genre is War"],
    ["(AND (OR heat lola) (JOIN genre war))", "(heat, or lola) whose genre is War"],
    ["(AND Film (AND Work (JOIN genre war)))", "films that are also works whose genre is War"],
    [
      "(JOIN directed_by (OR kubrick mann))",
      "things that were directed by any of (Stanley Kubrick, or mann)",
    ],
    ["(TERMS)", "nothing"],
    ["#3", "#3"],
  ])("says %s", (text, sentence) => {
    expect(say(text)).toBe(sentence);
  });

  it("is one line of bounded length for any program", () => {
    for (const program of somePrograms(500, 5)) {
      const sentence = programSentence(program, names, () => undefined);
      expect(sentence).not.toBe("");
      expect(sentence).not.toMatch(/\n|undefined/u);
      expect(sentence.length).toBeLessThanOrEqual(1500);
    }
    let twice = one("heat");
    for (let i = 0; i < 100; i++) twice = { op: "union", left: twice, right: twice };
    expect(programSentence(twice, names, () => undefined).length).toBeLessThanOrEqual(1500);
  });
});
