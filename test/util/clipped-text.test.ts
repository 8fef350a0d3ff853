import { expect, it } from "vitest";
import { clippedText } from "../../src/util/clipped-text.ts";

it("cuts what is too long, never within a character, and says how long it was", () => {
  expect(clippedText("abcd", 4)).toBe("abcd");
  expect(clippedText("abcde", 4)).toBe("abcd…(5 characters)");
  expect(clippedText(`abc😀${"e".repeat(1000)}`, 4)).toBe("abc…(1,005 characters)");
});
