import { describe, expect, it } from "vitest";
import { conceptsOfName } from "../../../../src/environments/knowledge-base/heuristics/lexicon/path-sense.ts";

const meant = (name: string) =>
  conceptsOfName(name.split(" ")).map(({ concept, reverse }) => `${reverse ? "^" : ""}${concept.id}`);

describe("what English knows of a relation's name", () => {
  it.each([
    ["director", "director"],
    ["directed by", "director"],
    ["director of", "^director"],
    ["directed", "^director"],
    ["has genre", "genre"],
    ["in language", "language"],
    ["starred actors", "cast"],
    ["acted in", "^cast"],
    ["place of birth", "birth-place"],
    ["birth date", "birth-date"],
    ["capital of", "^capital"],
    ["married to", "spouse"],
    ["release year", "release-date"],
  ])("%s is %s", (name, concept) => {
    expect(meant(name)).toContain(concept);
  });

  it("a name that English has no word for is no concept", () => {
    expect(meant("zorp factor")).toEqual([]);
  });

  it("the last noun counts less where the words before it say something else", () => {
    const [whole] = conceptsOfName(["genre"]);
    const [last] = conceptsOfName(["main", "genre"]);
    expect(last?.concept.id).toBe(whole?.concept.id);
    expect(last?.cost).toBeGreaterThan(whole?.cost ?? 1);
  });
});
