import { expect, it } from "vitest";
import { displayWidth, fitWidth } from "../../src/util/display-width.ts";

it.each([
  ["Lyon", 4],
  ["Ålborg", 6],
  ["A\u030alborg", 6],
  ["東京", 4],
  ["한국", 4],
  ["👩‍👩‍👧", 2],
  ["█▏", 2],
  ["", 0],
])("%s takes %d columns", (text, width) => {
  expect(displayWidth(text)).toBe(width);
});

it("cuts between characters, and stays within the columns", () => {
  expect(fitWidth("東京都", 6)).toBe("東京都");
  expect(fitWidth("東京都", 5)).toBe("東京…");
  expect(fitWidth("東京都", 4)).toBe("東…");
  expect(fitWidth("Lyon", 3)).toBe("Ly…");
});
