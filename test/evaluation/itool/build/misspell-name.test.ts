import { describe, expect, it } from "vitest";
import { misspellName } from "../../../../src/evaluation/itool/build/make-problematic.ts";
import { mulberry32 } from "../../../../src/util/mulberry32.ts";

describe("a misspelled name", () => {
  const forms = (name: string): readonly (string | undefined)[] =>
    Array.from({ length: 200 }, (_, seed) => misspellName(name, mulberry32(seed)));

  it("is never the name, and begins each word as it did", () => {
    for (const form of forms("Christopher Nolan")) {
      expect(form).not.toBe("Christopher Nolan");
      expect(form).toMatch(/^C\p{L}+ N\p{L}+$/u);
    }
  });

  it("has letters swapped, dropped, doubled and as they sound", () => {
    const all = new Set(forms("Christopher"));
    for (const form of ["Chirstopher", "Chrstopher", "Chrristopher", "Christofer"])
      expect(all).toContain(form);
  });

  it("changes at most two words, and none of three letters and fewer", () => {
    for (const form of forms("The Lord of Many Golden Rings")) {
      const words = (form ?? "").split(" ");
      const wrong = words.filter((word, at) => word !== "The Lord of Many Golden Rings".split(" ")[at]);
      expect(wrong).toHaveLength(2);
      expect([words[0], words[2]]).toEqual(["The", "of"]);
    }
  });

  it("is none where every word is short", () => {
    expect(misspellName("Up to 11", mulberry32(1))).toBeUndefined();
  });
});
