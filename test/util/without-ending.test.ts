import { expect, it } from "vitest";
import { withoutEnding } from "../../src/util/methods-and-paths.ts";

it.each([
  ["a.b..,", "a.b"],
  ["...", ""],
  ["a", "a"],
  ["", ""],
  [".a", ".a"],
])("takes the characters away that a text ends with: %s", (text, expected) => {
  expect(withoutEnding(text, ".,")).toBe(expected);
});
