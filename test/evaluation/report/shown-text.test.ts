import { describe, expect, it } from "vitest";
import { shownText } from "../../../src/evaluation/report/page/trajectory-steps.ts";
import { visibleLines } from "../../../src/util/visible-text.ts";

describe("a text in a page", () => {
  it("is what visible text is anywhere else, for every character", () => {
    const differing: string[] = [];
    for (let code = 0; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code);
      if (shownText(character) !== visibleLines(character)) differing.push(code.toString(16));
    }
    expect(differing).toEqual([]);
  });

  it("keeps lines and letters of all scripts, and is cut after as many characters as asked for", () => {
    expect(shownText("Zürich\n東京\tМосква")).toBe("Zürich\n東京\tМосква");
    expect(shownText("長".repeat(30), 10)).toBe(`${"長".repeat(10)}…(30 characters)`);
  });
});
