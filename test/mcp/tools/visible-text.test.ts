import { expect, it } from "vitest";
import { visibleText } from "../../../src/mcp/tools/visible-text.ts";

it.each([
  ["a braille pattern without dots", "\u2800", "\\u2800"],
  ["a Hangul filler", "\u3164", "\\u3164"],
  ["a leading filler of Hangul", "\u115f", "\\u115f"],
  ["a variation selector", "\ufe0f", "\\ufe0f"],
  ["a variation selector of the supplement", "\u{e0100}", "\\u{e0100}"],
  ["a combining joiner", "\u034f", "\\u034f"],
  ["a tag", "\u{e0041}", "\\u{e0041}"],
  ["a no-break space", "\u00a0", "\\u00a0"],
  ["an em space", "\u2003", "\\u2003"],
  ["a line break", "\n", "\\u000a"],
  ["what turns the text", "\u202e", "\\u202e"],
  ["a character for private use", "\ue000", "\\ue000"],
  ["half a character", "\ud800", "\\ud800"],
])("shows %s", (_, character, shown) => {
  expect(visibleText(`a${character}b`)).toBe(`a${shown}b`);
});

it("shows how long a long run of spaces is", () => {
  expect(visibleText(`a${" ".repeat(50)}b`)).toBe("a\\u0020×50b");
  expect(visibleText(`a${" ".repeat(8)}b c`)).toBe(`a${" ".repeat(8)}b c`);
});

it("leaves what can be seen as it is", () => {
  const text = 'Zürich, Łódź, 東京, 서울, हिन्दी, 😀 "x" = {"a": [1, 2]}';
  expect(visibleText(text)).toBe(text);
});
