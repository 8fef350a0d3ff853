import { expect, it } from "vitest";
import { visibleSpaces } from "../../../src/mcp/tools/open-workspace-tool.ts";

it.each([
  ["a no-break space", "\u00a0", "\\u{a0}"],
  ["an em space", "\u2003", "\\u{2003}"],
  ["an ideographic space", "\u3000", "\\u{3000}"],
  ["a line break", "\n", "\\n"],
  ["what turns the text", "\u202e", "\\u{202e}"],
])("shows %s", (_, character, shown) => {
  expect(visibleSpaces(`a${character}b`)).toBe(`a${shown}b`);
});
