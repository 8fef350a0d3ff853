import { expect, it } from "vitest";
import { shownIdentifier } from "../../../../src/environments/knowledge-base/tools/entity-named.ts";

it.each([
  ["Berlin [wd:Q64]", "wd:Q64"],
  ["Berlin ( wd:Q64 )", "wd:Q64"],
  ["Berlin [Capital] [wd:Q64]", "wd:Q64"],
  ["Heat [ex:Heat_(film)]", "ex:Heat_(film)"],
  ["Berlin [wd:Q 64]", undefined],
  ["Berlin", undefined],
  ["[]", undefined],
])("an identifier shown after a name is read: %s", (text, identifier) => {
  expect(shownIdentifier(text)).toBe(identifier);
});

it("a million brackets are read in one go", () => {
  expect(shownIdentifier(`${"(".repeat(1_000_000)}x y)`)).toBeUndefined();
  expect(shownIdentifier(`${"( ".repeat(500_000)}x )`)).toBe("x");
});
