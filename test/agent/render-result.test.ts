import { describe, expect, it } from "vitest";
import { renderFailure, renderObservation } from "../../src/agent/render-result.ts";

describe("a result as a model reads it", () => {
  it("is the text alone where there is nothing to add", () => {
    expect(renderObservation({ text: "3 rows\n", data: {}, warnings: [], notes: [] })).toBe("3 rows");
  });

  it("adds one line for each warning, note, list of suggestions and cut", () => {
    const text = renderObservation({
      text: "0 rows",
      data: {},
      warnings: [
        {
          code: "value-not-found",
          message: "'Frace' is not in\n country.name.",
          suggestions: [{ text: "'France'", replaces: "'Frace'", reason: "12 rows" }, { text: "'Fraser'" }],
        },
      ],
      notes: [{ code: "nulls-present", message: "3 NULLs are left out.", suggestions: [] }],
      truncation: { what: "rows", shown: 100, total: 2345, howToSeeMore: "add a LIMIT with OFFSET" },
    });
    expect(text.split("\n")).toEqual([
      "0 rows",
      "warning: 'Frace' is not in country.name.",
      "try: 'France' instead of 'Frace' (12 rows) | 'Fraser'",
      "note: 3 NULLs are left out.",
      "cut: 100 of 2345 rows; add a LIMIT with OFFSET",
    ]);
  });

  it("does not say twice how to see what was cut off", () => {
    const truncation = { what: "rows", shown: 5, howToSeeMore: "use limit" } as const;
    const observation = { text: "a b c (use limit)", data: {}, warnings: [], notes: [], truncation };
    expect(renderObservation(observation)).toBe("a b c (use limit)");
  });

  it("does not repeat a finding that the environment's text holds already", () => {
    const note = { code: "nulls-present", message: "3 NULLs are left out.", suggestions: [] } as const;
    const text = "2 rows\nNote: 3 NULLs are left out.";
    expect(renderObservation({ text, data: {}, warnings: [], notes: [note] })).toBe(text);
  });

  it("names code, clause, message and the five best suggestions of a failure", () => {
    const text = renderFailure({
      code: "unknown-column",
      message: "There is no column hight.",
      part: { clause: "where" },
      suggestions: ["a", "b", "c", "d", "e", "f"].map((name) => ({ text: name })),
    });
    expect(text).toBe("error unknown-column in where: There is no column hight.\ntry: a | b | c | d | e");
  });
});
