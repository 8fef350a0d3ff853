import { describe, expect, it } from "vitest";
import { withName } from "../../../../src/evaluation/itool/build/build-itool.ts";
import { itemWith, missingItem } from "../itool-fixture.ts";

describe("the name in a clear item", () => {
  it("is the text that is both searched for and in the query, and is opened in expressions", () => {
    const { intended, solution } = withName(itemWith());
    expect(intended).toBe("Midnight Heron");
    expect(solution).toEqual(missingItem().solution);
  });

  it("is the longest of several", () => {
    const solution = [
      { as: "r1", operation: "GET /x", arguments: { country: "long", query: "Midnight Heron" } },
    ];
    expect(withName(itemWith({ solution })).intended).toBe("Midnight Heron");
  });

  it.each(["'L\\u0027Étoile'", '"L\'Étoile"'])("is opened as an expression writes it: %s", (written) => {
    const item = itemWith({
      query: "How long is L'Étoile?",
      solution: [{ as: "r1", operation: "GET /search/films", arguments: { query: "L'Étoile" } }],
      answer: `=r1.results[title=${written}][0].runtime`,
    });
    expect(withName(item).answer).toBe("=r1.results[title='{intended}'][0].runtime");
  });

  it("leaves words of an answer alone that stand in no quotes", () => {
    const item = itemWith({
      query: "What is the title?",
      solution: [{ as: "r1", operation: "GET /x", arguments: { field: "title" } }],
      answer: "=r1.title",
    });
    expect(withName(item).answer).toBe("=r1.title");
  });

  it("is none where nothing that is sent stands in the query", () => {
    const item = itemWith({ query: "Which film is the longest?" });
    expect(withName(item)).toBe(item);
  });
});
